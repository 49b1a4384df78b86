"""browser.py TRACE.json PAGE: a page that loads a trace as viewers do: parses it, puts its slices into lanes by process and
thread, and says what it found and what is wrong. browser.py DOM NAME=COUNT …: is that what the browser made of it?"""
import html, re, sys

PAGE = """<!DOCTYPE html><meta charset="utf-8"><div id="lanes"></div><pre id="found"></pre>
<script type="application/json" id="trace">%s</script>
<script>
const wrong = [], events = JSON.parse(document.getElementById("trace").textContent).traceEvents;
const processes = new Map(), threads = new Map(), lanes = new Map(), arrows = new Map(), counts = {};
const count = what => { counts[what] = (counts[what] || 0) + 1; };
for (const e of events) {
  if (e.ph === "M" && e.name === "process_name") processes.set(e.pid, e.args.name);
  if (e.ph === "M" && e.name === "thread_name") threads.set(e.pid + " " + e.tid, e.args.name);
  if (e.ph === "X") {
    const lane = e.pid + " " + e.tid;
    if (!lanes.has(lane)) lanes.set(lane, []);
    lanes.get(lane).push(e);
    if (!(e.ts >= 0 && e.dur >= 0)) wrong.push("time of " + e.name);
    if (!e.args || e.args.operation !== e.cat) wrong.push("operation of " + e.name);
    if (e.args.file !== undefined && !(e.args.line > 0)) wrong.push("line of " + e.name);
    count((e.pid %% 1000 < 100 ? "host " : "device ") + e.cat);
  }
  if (e.ph === "s" || e.ph === "f") arrows.set(e.id, (arrows.get(e.id) || "") + e.ph);
}
const end = Math.max(0, ...[...lanes.values()].flat().map(e => e.ts + e.dur));
for (const [lane, slices] of lanes) { // as boxes: a box lies in another or beside it
  const row = document.createElement("div"), open = [];
  row.className = "lane";
  row.title = processes.get(+lane.split(" ")[0]) + " / " + threads.get(lane);
  if (/undefined/.test(row.title)) wrong.push("no name of lane " + lane);
  slices.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  for (const e of slices) {
    while (open.length && open[open.length - 1].ts + open[open.length - 1].dur <= e.ts + 1e-6) open.pop();
    const around = open[open.length - 1];
    if (around && e.ts + e.dur > around.ts + around.dur + 0.002) wrong.push(e.name + " overlaps " + around.name);
    open.push(e);
    const box = document.createElement("b");
    box.style.cssText = `position:absolute;left:${100 * e.ts / end}%%;width:${100 * e.dur / end}%%`;
    row.append(box);
  }
  document.getElementById("lanes").append(row);
}
for (const [id, way] of arrows) if (way !== "sf" && way !== "fs") wrong.push("arrow " + id + " " + way);
counts.lanes = document.querySelectorAll(".lane").length;
counts.boxes = document.querySelectorAll(".lane b").length;
counts.arrows = arrows.size;
counts.processes = processes.size;
document.getElementById("found").textContent = JSON.stringify({ counts, wrong });
</script>"""

if len(sys.argv) == 3 and "=" not in sys.argv[2]:
    trace = open(sys.argv[1], encoding="utf-8").read()
    open(sys.argv[2], "w", encoding="utf-8").write(PAGE % trace.replace("</", "<\\/"))
else:
    import json

    found = json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', open(sys.argv[1]).read()).group(1)))
    assert not found["wrong"], found["wrong"][:5]
    for word in sys.argv[2:]:
        name, _, n = word.rpartition("=")
        assert found["counts"].get(name, 0) == int(n), (word, found["counts"])
