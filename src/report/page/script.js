"use strict";
// The timeline: which part of the time the lanes show.
for (const figure of document.querySelectorAll("figure.timeline")) {
  const wall = Number(figure.dataset.wall), ticks = figure.querySelector(".ticks");
  let from = 0, width = wall;
  const unit = us => us >= 999.5e3 ? (us / 1e6).toPrecision(3) + " s" : us >= 999.5 ? (us / 1e3).toPrecision(3) + " ms"
    : us.toPrecision(3) + " us";
  const step = most => {
    const least = most / 5, power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].find(s => s * power >= least * 0.999999) * power;
  };
  const show = () => {
    width = Math.min(wall, Math.max(wall / 1e5, width));
    from = Math.min(wall - width, Math.max(0, from));
    for (const svg of figure.querySelectorAll("svg"))
      svg.setAttribute("viewBox", `${from} 0 ${width} ${svg.viewBox.baseVal.height}`);
    ticks.replaceChildren();
    const s = step(width);
    for (let t = Math.ceil(from / s) * s; t <= from + width; t += s) {
      const tick = document.createElement("b");
      tick.style.left = 100 * (t - from) / width + "%";
      tick.textContent = t === 0 ? "0" : unit(t);
      if (t > from + 0.9 * width) tick.className = "end";
      ticks.append(tick);
    }
  };
  const zoom = (by, at) => {
    const before = width;
    width = Math.min(wall, Math.max(wall / 1e5, width * by));
    from += (before - width) * at;
  };
  figure.addEventListener("click", e => {
    const how = e.target.dataset && e.target.dataset.zoom;
    if (!how) return;
    if (how === "in") zoom(0.5, 0.5);
    if (how === "out") zoom(2, 0.5);
    if (how === "left") from -= width / 3;
    if (how === "right") from += width / 3;
    if (how === "all") { from = 0; width = wall; }
    show();
  });
  figure.querySelector(".lanes").addEventListener("wheel", e => {
    if (!e.ctrlKey) return;
    e.preventDefault();
    const box = ticks.getBoundingClientRect();
    zoom(e.deltaY < 0 ? 0.8 : 1.25, (e.clientX - box.left) / box.width);
    show();
  }, { passive: false });
}

// Of a long table the rows in front are seen, until the rest is asked for.
const shown = 20;
const fold = (table, all) => {
  [...table.tBodies[0].rows].forEach((row, i) => { row.hidden = !all && i >= shown; });
};
for (const table of document.querySelectorAll("table")) {
  const n = table.tBodies[0].rows.length;
  if (n <= shown) continue;
  const button = document.createElement("button");
  const say = all => {
    table.dataset.all = all ? "1" : "";
    button.textContent = all ? `the first ${shown} alone` : `all ${n} rows`;
    fold(table, all);
  };
  button.className = "more";
  button.addEventListener("click", () => say(!table.dataset.all));
  table.closest(".wide").after(button);
  say(false);
}

// Tables are sorted by the column whose head is clicked.
const value = text => {
  const [number, unit] = [parseFloat(text), text.trim().split(" ")[1]];
  const scale = { us: 1, ms: 1e3, s: 1e6, B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };
  return Number.isNaN(number) ? null : number * (scale[unit] || 1);
};
for (const head of document.querySelectorAll("thead th"))
  head.addEventListener("click", () => {
    const body = head.closest("table").tBodies[0], at = head.cellIndex, up = head.dataset.up = head.dataset.up ? "" : "1";
    const rows = [...body.rows].sort((a, b) => {
      const x = a.cells[at].textContent, y = b.cells[at].textContent, m = at && value(x), n = at && value(y);
      return at && m !== null && n !== null ? n - m : x.localeCompare(y);
    });
    body.replaceChildren(...(up ? rows : rows.reverse()));
    if (rows.length > shown) fold(head.closest("table"), head.closest("table").dataset.all);
  });

// A link to a line opens what is folded around it.
const unfold = () => {
  const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = there; at; at = at.parentElement)
    if (at.localName === "details") at.open = true;
  if (there) there.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
