"""Run by file path in a process of its own, so that an engine fault takes nothing else down.

`child.py MODULE probe PATH OPTIONS` opens a graph and prints how many commits it holds.
`child.py MODULE checkpoint PATH OPTIONS` opens a copy, checkpoints and closes it.
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
    connection = engine.Connection(database)
    connection.execute("CALL force_checkpoint_on_close=false").close()
    if command == "checkpoint":
        connection.execute("CHECKPOINT").close()
    for pattern in ("MATCH (n) RETURN n", "MATCH ()-[e]->() RETURN e", "MATCH (c:Commit) RETURN c"):
        result = connection.execute(pattern)
        count = 0
        while result.has_next():
            result.get_next()
            count += 1
        result.close()
    connection.close()
    database.close()
    sys.stdout.write(f"{count}\n")


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


if __name__ == "__main__":
    main()
