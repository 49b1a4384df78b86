// REQUIRES: chromium
// RUN: cp %s program.c && GANTRY_PROFILE=run.json,run.txt %run_emulated32 %gantry profile -O1 --offload-arch=emulated --html 'a page.html' program.c 2>err; grep -q 'the report is in a page.html' err
// RUN: %gantry report run.json >text && %FileCheck %s <text && awk 'length > 100 { print; exit 1 }' text
// RUN: %gantry report run.json -o page.html && python3 %S/Inputs/page.py page.html program.c
// RUN: touch program.c && %gantry report run.json -opage2.html && grep -q '^<p class=.warn.>.*changed' page2.html && %not grep -q '^<p class=.warn.>' page.html
// RUN: mkdir away && cp run.json away && cd away && %gantry report run.json -o page.html && grep -q '^<p class=.warn.>.*not found' page.html && grep -q '^<div class=.line.* id=.program.c:' page.html
// The page in a browser: the script runs, nothing is wider than the window.
// RUN: sed 's,</body>,<script>document.querySelector("[data-zoom=in]").click(); document.querySelector("thead th").click(); document.title = document.querySelector(".lane svg").getAttribute("viewBox") + " wide:" + (document.documentElement.scrollWidth > innerWidth);</script>&,' page.html >probe.html
// RUN: chromium --headless=new --no-sandbox --disable-gpu --user-data-dir=%T/chromium --window-size=500,900 --dump-dom file://%T/probe.html >dom 2>log && python3 %S/Inputs/page.py dom program.c probed
// What is no profile, or no whole one.
// RUN: head -c 3000 run.json >cut.json; head -c 150 run.json >cut0.json; sed 's/"gantry_trace":1/"gantry_trace":7/' run.json >new.json; : >empty.json; echo '{"traceEvents":[]}' >other.json; echo 'x = 1;' >c.json; sed 's/"profiles":\[/"profiles":[],"was":[/' run.json >killed.json; mkdir none
// RUN: for f in cut0:'ends in the middle' new:'another version of Gantry (format 7' empty:'it is empty' other:'no profile of Gantry' c:'line 1: this is no JSON' no:'No such file'; do %not --status 1 %gantry report ${f%%%%:*}.json >out 2>err && grep -F "${f#*:}" err && test ! -s out || exit 1; done
// A trace without sums, one that is cut within an event or within its sums, all in one line: sums of its events, marked.
// RUN: cat killed.json | tr -d '\n' >line.json; n=$(wc -c <run.json); head -c $((n - 200)) run.json >late.json; for f in killed late line; do %gantry report $f.json >text && grep -x 'cut: it did not end, or its file was cut; these are sums of the [0-9]* events that are there' text && grep -E '^program.c:[0-9]+ step +4 .* device 0: 8 x 128 x 1$' text && grep '^device 0: emulated GPU' text && %gantry report $f.json -o cut.html && grep -q '<strong>cut</strong>' cut.html || exit 1; done; %gantry report cut.json | grep -q '^cut: ' && %not grep '^cut: ' text0 2>/dev/null; tr -d '\n' <run.json >line.json && %gantry report line.json >text && %not grep '^cut:' text
// RUN: python3 %S/Inputs/killed.py run.json killed.json %gantry
// RUN: %not --status 1 %gantry report run.json -o none/none/page.html 2>err && grep -q "cannot write 'none/none/page.html'" err
// RUN: for w in '' --what '--compare run.json' '--compare run.json --' '--noise x run.json' '--compare none run.json' '--compare -o x run.json run.json'; do %not --status 2 %gantry report $w >out 2>err && grep -q '^gantry: error: gantry report: ' err || { echo "$w"; exit 1; }; done; %not --status 2 %gantry profile --html 2>err && grep -q 'needs the name' err
// The page does not take a profile's place.
// RUN: cp run.json kept.json && %not --status 2 %gantry report kept.json -o ./kept.json 2>err && grep -q 'names a file that is read' err && cmp run.json kept.json
// Comparisons: of runs that differ by chance, of slower and faster ones, of too few, of what has nothing in common.
// RUN: python3 %S/Inputs/runs.py run.json
// RUN: %gantry report --compare same -- same2 >out && grep -q '^0 slower, 0 faster' out && %not grep -q 'no rank test' out
// RUN: %not --status 3 %gantry report --compare same slow >out && grep -E '^region +program.c step .* \+50.* 0\.00[0-9]  slower' out && grep -E '^1 slower, 0 faster' out
// RUN: %gantry report --compare slow same >out && grep -q '^0 slower, 1 faster' out && %gantry report --compare same slow --noise 60 | grep -q '^0 slower'
// RUN: %not --status 3 %gantry report --compare same/0.json slow/0.json >out && grep -q 'fewer than 4 runs a side' out
// RUN: %gantry report --compare same noisy | grep -q '^0 slower, 0 faster'
// Of many regions some differ by chance: none is called slower for that, and one that is, is.
// RUN: %gantry report --compare many many2 >out && grep -q '^0 slower, 0 faster' out || exit 1; %not --status 3 %gantry report --compare many many_slow >out && grep -q '^1 slower, 0 faster' out && grep -E '^region +program.c f0 .* slower' out
// Among merged ones, too, its device has a name.
// RUN: sed 's/"process":[0-9]*/"process":7/' killed.json >killed7.json && %gantry profile merge killed7.json run.json -o both.json && %gantry report both.json >text && grep -c '^device 0: emulated GPU' text | grep -x 2
// RUN: %not --status 2 %gantry report --compare same strange 2>err >out && grep -q 'nothing was compared' err && %not --status 2 %gantry report --compare same/0.json cut.json 2>err
// RUN: %gantry report same/0.json slow/0.json same/1.json >out && grep -q '^  .1. same/0.json: ' out && grep -q '^  .2. slow/0.json: ' out && grep -q '^  .3. 1.json: ' out
// RUN: %gantry report same/0.json same/1.json | grep -c '^program.c, process' | grep -qx 2 && %gantry report two.json -o two.html && grep -c '<section class="run">' two.html | grep -qx 2
// RUN: sed -E 's/"process":[0-9]+/"process":1/' run.json >away/other.json && %gantry profile merge run.json away/other.json -o both.json && %gantry report both.json | grep -c 'b: sent again unchanged, 3 of 4 times .GP101.' | grep -qx 2
/* Profiles, read again. */
enum { N = 1000 };
static double a[N], b[N];

static void step(void)
{
#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b)
    for (int i = 0; i < N; i++) /* "quoted" <angle> & more */
        a[i] = a[i] * 0.5 + b[i] + 1;
}

int main(void)
{
    for (int k = 0; k < 4; k++)
        step();
    return a[0] == 0;
}
// CHECK: program.c, process {{[0-9]+}} on {{.*}}: {{[0-9.]+ (us|ms|s)}} in all
// CHECK: device 0: emulated GPU (emulated)
// CHECK: regions {{.*}} %
// CHECK: host between
// CHECK: region {{ *}}calls
// CHECK: program.c:[[#LINE:]] step {{ *}}4 {{.*}} device 0: 8 x 128 x 1 spmd
// CHECK: what to change
// CHECK-DAG: program.c:[[#]] a: came back, and was sent again unchanged, 3 of 4 times [GP102]
// CHECK-DAG: program.c:[[#]] b: sent again unchanged, 3 of 4 times [GP101]
// CHECK-DAG: hoist: #pragma omp target data map(tofrom: a) map(to: b)
// CHECK: copies
// CHECK: program.c:[[#LINE]] a {{ *}}4 {{.*}} 32.0 kB {{.*}} copy
// CHECK: device memory
// CHECK: variable {{.*}} to device
// CHECK: the profile itself
