"""Run by file path in a process of its own, so that an engine fault takes nothing else down.

`child.py ENGINE probe PATH` opens a graph and prints how many commits it holds.
`child.py ENGINE checkpoint PATH` opens a copy, checkpoints and closes it.
"""

import importlib
import sys


def main() -> None:
    engine, command, path = sys.argv[1:4]
    kuzu = importlib.import_module(engine)
    database = kuzu.Database(path, buffer_pool_size=256 << 20, max_num_threads=2, auto_checkpoint=False)
    connection = kuzu.Connection(database)
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


if __name__ == "__main__":
    main()
