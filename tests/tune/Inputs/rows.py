"""Puts rows of several sizes into the store of the one region of rows.c that was tuned."""
import sqlite3

ROWS = [("n=40 m=100", "teams=2 threads=32 lanes=1", "emulated"), ("n=400 m=100", "teams=5 lanes=16", "emulated"),
        ("n=410 m=100", "teams=6", "cuda"), ("n=420 m=100", "teams=8 schedule=static,2", "emulated"),
        ("n=430 k=100", "teams=9", "emulated")]
d = sqlite3.connect("gantry.tuned")
region = d.execute("SELECT region FROM settings").fetchone()[0]
for sizes, words, device in ROWS:
    d.execute("INSERT OR REPLACE INTO settings VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
              (region, "device", device, "", sizes, words, 1, 2, "slots", "k", "rows.c", 13, 1))
d.commit()
