"""Did the store remember all kinds of failures of order.c, and choose none of them?"""
import sqlite3

d = sqlite3.connect("gantry.tuned")
why = {w: f for w, c, f in d.execute("SELECT words, cost, failure FROM tried") if c is None}
print(why)
said = list(why.values())
assert "wrong" in said and "time limit" in said and any("stopped by the fault" in f for f in said)
assert d.execute("SELECT words FROM settings").fetchone()[0] not in why
