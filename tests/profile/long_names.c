// Names that are longer than their columns keep their line and both ends in a profile's text; rows stay apart; the page of them fits a phone.
// REQUIRES: chromium
// RUN: cp %s long.c && GANTRY_PROFILE=p.json,p.txt %run_emulated32 %gantry profile -O1 --offload-arch=emulated --html page.html long.c 2>err && %gantry report p.json >text && awk 'length > 100 && !/#pragma/ { print; exit 1 }' p.txt && grep -E '^long.c:[0-9]+ advance[_a-z]*\.\.[a-z_]*_step +4 ' p.txt && grep -E '^long.c:[0-9]+ veloci[a-z_]*\.\..* n\] +4 ' p.txt && grep -E '^long.c:[0-9]+ domain[a-z_>-]*\.\..* n\] +4 ' p.txt && grep -E '^(lon|\.\.)g.c:[0-9]+ attached pointers +4 ' p.txt
// In `gantry report` such names have a line of their own, and are whole; all other lines fit.
// RUN: cd %T && awk 'wide && substr($0, 1, 20) ~ /[^ ]/ { print "wide: " wide; exit 1 } { wide = length > 100 && !/#pragma/ ? $0 : "" }' text && for n in 'advance_the_positions_of_all_particles_by_one_time_step' 'velocities_of_all_particles\[0 : 3 \* n\]' 'domain_that_this_process_computes->positions_of_all_particles_in_three_dimensions\[0 : 3 \* n\]'; do grep -A1 -E "^long.c:[0-9]+ $n\$" text | grep -qE '^ {20} +4 ' || exit 1; done && grep -E '^long.c:[0-9]+ attached pointers +4 ' text
// RUN: cd %T && sed 's,</body>,<script>const over = [...document.querySelectorAll("main *")].filter(x => !x.closest(".wide\, .source\, svg\, .ticks\, .axis") \&\& x.getBoundingClientRect().right > innerWidth + 1); document.title = "wide:" + (document.documentElement.scrollWidth > innerWidth) + " over:" + over.length + " lanes:" + [...document.querySelectorAll(".lane span")].map(x => x.textContent).join("\, ");</script>\&,' page.html >probe.html
// RUN: cd %T && for w in 360 1400; do chromium --headless=new --no-sandbox --disable-gpu --user-data-dir=%T/chromium --window-size=$w,900 --dump-dom file://%T/probe.html >dom 2>log && grep -o '<title>[^<]*' dom && grep -q '<title>wide:false over:0 lanes:host · host thread 1, device 0, emulated GPU · stream of host thread 1<' dom || exit 1; done
// A program with nothing for a device: one message, its own status, no page.
// RUN: cd %T && echo 'int main(void) { return 7; }' >host.c && %not --status 7 %gantry profile --html no.html host.c 2>err && test "$(wc -l <err)" = 1 && grep 'There is no profile of it' err && test ! -e no.html
struct domain {
    double *positions_of_all_particles_in_three_dimensions;
};
enum { N = 300 };

static void advance_the_positions_of_all_particles_by_one_time_step(struct domain *domain_that_this_process_computes,
                                                                    double *velocities_of_all_particles, int n)
{
#pragma omp target teams distribute parallel for map(velocities_of_all_particles[0 : 3 * n])                           \
    map(domain_that_this_process_computes->positions_of_all_particles_in_three_dimensions[0 : 3 * n])
    for (int i = 0; i < 3 * n; i++)
        domain_that_this_process_computes->positions_of_all_particles_in_three_dimensions[i] +=
            velocities_of_all_particles[i] * 0.001;
}

int main(void)
{
    static double p[3 * N], v[3 * N];
    struct domain d = {p};
    for (int k = 0; k < 4; k++)
        advance_the_positions_of_all_particles_by_one_time_step(&d, v, N);
    return p[0] != 0;
}
