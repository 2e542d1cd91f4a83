"""Run by file path in a process of its own, so that an engine fault takes nothing else down.

`child.py MODULE blank PATH OPTIONS` makes an empty graph.
`child.py MODULE probe PATH OPTIONS` opens a graph and reads every value of every table.
`child.py MODULE checkpoint PATH OPTIONS` opens a copy, checkpoints it, reads it likewise and closes it.
OPTIONS are the engine's own for opening, as JSON.
"""

import importlib
import json
import sys
import time
from typing import Any


def main() -> None:
    module, command, path, options = sys.argv[1:5]
    engine = importlib.import_module(module)
    common = {"buffer_pool_size": 256 << 20, "max_num_threads": 2, "max_db_size": 1 << 36, "auto_checkpoint": False}
    database = open_database(engine, path, {**common, **json.loads(options)})
    if command == "blank":
        database.close()
        return
    connection = engine.Connection(database)
    connection.execute("CALL force_checkpoint_on_close=false").close()
    if command == "checkpoint":
        connection.execute("CHECKPOINT").close()
    for name, kind in rows(connection, "CALL show_tables() RETURN name, type"):
        columns = [column for (column,) in rows(connection, f"CALL table_info('{name}') RETURN name")]
        read = ", ".join(["count(*)", *(f"max(x.`{column}`)" for column in columns)])
        rows(connection, f"MATCH {'(x:' + name + ')' if kind == 'NODE' else '()-[x:' + name + ']->()'} RETURN {read}")
    connection.close()
    database.close()


def open_database(engine: Any, path: str, options: dict[str, Any]) -> Any:
    """Open, waiting a little for a lock: the process that held it may be dying."""
    for _ in range(30):
        try:
            return engine.Database(path, **options)
        except RuntimeError as error:
            if "set lock" not in str(error):
                raise
        time.sleep(0.1)
    return engine.Database(path, **options)


def rows(connection: Any, statement: str) -> list[list[Any]]:
    result = connection.execute(statement)
    found = []
    while result.has_next():
        found.append(result.get_next())
    result.close()
    return found


if __name__ == "__main__":
    main()
