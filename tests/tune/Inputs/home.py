"""home.py IDENTITY [SIZES WORDS]...: stores with rows in place: `here` of this CPU, `elsewhere` of another one."""
import sqlite3
import sys

rows = list(zip(sys.argv[2::2], sys.argv[3::2])) or [("n=5", "threads=3")]
model = ""
for line in open("/proc/cpuinfo"):
    if "model name" in line:
        model = line.split(":", 1)[1].strip()
        break
for name, device in (("here", model), ("elsewhere", "another CPU")):
    d = sqlite3.connect(name)
    d.execute("PRAGMA application_id=%d" % 0x47547564)
    d.execute("PRAGMA user_version=1")
    d.execute("CREATE TABLE IF NOT EXISTS settings(region TEXT, place TEXT, device TEXT, driver TEXT, sizes TEXT, words TEXT, "
              "cost REAL, before REAL, unit TEXT, kernel TEXT, file TEXT, line INTEGER, made INTEGER)")
    for made, (sizes, words) in enumerate(rows):
        d.execute("INSERT INTO settings VALUES(?,'host',?,'',?,?,1,2,'us','k','home.c',6,?)",
                  (sys.argv[1], device, sizes, words, made))
    d.commit()
