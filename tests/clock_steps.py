#!/usr/bin/env python3
"""Sets the machine's clock back and forward under a running server, and back before a restart. Bots go on, nobody is
charged for it, and the server's time never goes back.

    clock_steps.py PROGRAM FIXED.so
"""

import argparse
import os
import random
import tempfile
from pathlib import Path

from server import Client, Server, play_on, seat_down

HOUR_MS = 3600000
START_MS = 1767225600000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("fixed")
    args = parser.parse_args()
    rng = random.Random(6)
    with tempfile.TemporaryDirectory() as folder:
        clock = Path(folder) / "clock"

        def set_clock(ms):
            aside = clock.with_suffix(".new")
            aside.write_text(str(ms))
            aside.rename(clock)

        set_clock(START_MS)
        server = Server(os.path.abspath(args.program), os.path.join(folder, "data"),
                        env={"LD_PRELOAD": os.path.abspath(args.fixed), "FIXED_CLOCK": str(clock)})
        anna = Client(server.port, "Anna")
        seat_down([anna], "intrige", 3, ["greedy", "greedy"], clock={"kind": "live", "bank_s": 1800, "increment_s": 0})
        last = START_MS
        for ms in (START_MS - HOUR_MS, START_MS + HOUR_MS, START_MS):
            set_clock(ms)
            before = len(anna.frames)
            play_on([anna], rng, most=5)
            at = anna.do("ping")["at"]
            assert last <= at < START_MS + HOUR_MS // 2, (last, at)
            assert len(anna.frames) > before
            last = at
        anna.do("say", table=anna.table, say="so late")  # in the log, which a ping is not
        set_clock(START_MS - HOUR_MS)
        server.kill()
        server.start()
        anna.port = server.port
        anna.connect()
        assert last <= anna.do("ping")["at"] < START_MS + HOUR_MS // 2
        play_on([anna], rng)
        assert min(anna.view["clock"]["left_ms"].values()) > 900000, anna.view["clock"]
        server.stop()
    print("steps of the clock: ok")


if __name__ == "__main__":
    main()
