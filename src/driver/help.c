/* help.c: usage, help, version; and what other programs do: `gantry devices`, `gantry golden`. */
#include "driver.h"

#include <string.h>

void usage_print(FILE *f)
{
    fputs("usage: gantry cc [gcc-like options] files…            compile and link C with OpenMP offloading\n"
          "       gantry run [cc options] file.c… [-- arguments]  compile to a cache and run\n"
          "       gantry check [cc options] file.c… [-- arguments]   the same on the emulated GPU, looking for faults\n"
          "       gantry verify [cc options] file.c… [-- arguments]  the same, comparing each region with the CPU\n"
          "       gantry profile [cc options] file.c… [-- arguments]  the same, and where its time went\n"
          "       gantry report FILE… [-o OUT.html]              profiles as text, or as a page\n"
          "       gantry report --compare OLD… -- NEW…           which regions became slower or faster\n"
          "       gantry golden show | diff | trim | merge       recordings of golden runs\n"
          "       gantry replay FILE [options] [-- cc options, file.c…]  one region of a recording alone\n"
          "       gantry annotate file.c… [-o out.c]             serial C with directives, each loop proved\n"
          "       gantry advise file.c… [--apply]                data that stays on the device, proved\n"
          "       gantry translate --to=openmp|openacc file.c    OpenACC in OpenMP and back, in the user's layout\n"
          "       gantry port PROGRAM [options] -- make …        a whole serial program, loop by loop\n"
          "       gantry tune file.c… [-- arguments]             how each region runs fastest: tried, checked, kept\n"
          "       gantry explain file.c…                         what becomes of each region, and why\n"
          "       gantry explain GN0434 | GR101 | GC401 | GP101 | GA101 | NAME…  what a message, reason or finding "
          "means\n"
          "       gantry devices [--measure]                     which devices are here, and what they are good for\n"
          "       gantry completion bash | zsh | fish            what that shell reads to complete command lines\n"
          "       gantry help [page]                             more: on a command, or the environment\n"
          "       gantry version\n",
          f);
}

static void help_cc(void)
{
    puts(
        "gantry cc [options] files…   (the same: gantry-cc)\n"
        "\n"
        "A C compiler and linker that takes the options of gcc and clang. OpenMP is on.\n"
        "\n"
        "  --offload-arch=LIST  devices to make code for, separated by commas (default sm_70):\n"
        "                         sm_70 … sm_90a  that NVIDIA GPU and newer ones\n"
        "                         emulated  the GPU emulated by the CPU\n"
        "                         native    what this machine's driver reports\n"
        "                         none      regions run on the CPU only\n"
        "  --simd-group=N       lanes for the threads of regions with simd loops: 1, 2, 4 … 32, or auto (default);\n"
        "                         never more than safelen allows; 64 makes a program for emulated warps of 64\n"
        "  --tuned[=FILE]       regions are set as gantry tune has measured it\n"
        "  --registers=N        NVIDIA: a lane gets at most N registers, 1 to 255, in kernels for which no\n"
        "                         #pragma ompx registers(n) says another number\n"
        "  -fverify             the program compares each region's results with those of the region run on the CPU\n"
        "  --lockstep           for devices whose lanes share a program counter: threads whose lanes would wait for\n"
        "                         a leader get one lane\n"
        "  --deterministic      reductions have the same bits on every run with equal numbers of teams and threads:\n"
        "                         dynamic and guided schedules become static ones, also on the CPU\n"
        "  --teams-mode=MODE    how teams regions run: auto (default), spmd or generic; spmd is taken only where it\n"
        "                         is proved right, gantry explain says where not\n"
        "  --parallel-mode=MODE the same for parallel regions with simd loops\n"
        "  --dump=STAGE         print what was made: regions, tree, calls, decisions, sharing, device,\n"
        "                         host (then stop), or link\n"
        "  --no-host-checks     regions in place: no addresses are compared before a loop to let threads share\n"
        "                         what only the run shows to lie apart\n"
        "  --no-host-simd       regions in place: threads share collapsed loops as they are, no lanes are declared\n"
        "  --no-loop-order      collapsed nests keep the order of their loops; else the loop whose neighbouring\n"
        "                         iterations take neighbouring elements goes to neighbouring lanes, where allowed\n"
        "  --no-narrow          devices number the iterations of all loops with 64 bits, also where 32 are enough\n"
        "  --no-acc-proofs      OpenACC: loops that kernels and auto leave to the compiler run in order\n"
        "  --no-acc-steps       OpenACC: no loop in kernels becomes one of the host around launches\n"
        "  --no-acc-sections    OpenACC: pointers in no clause lead to what is present, in kernels too\n"
        "  --no-rounds          devices compare before each iteration, also where a body is short\n"
        "  --no-apart           no form of a loop for launches whose data does not overlap\n"
        "  --no-team-size       kernels for GPUs read from shared memory how many threads a team has\n"
        "  --no-single-launch   loops with #pragma ompx single_launch stay as they are, with a launch for each region\n"
        "  --no-variants        a kernel has one number of lanes for its threads; else, where only the launch knows\n"
        "                         how many iterations a simd loop has, two or three, of which it chooses one\n"
        "  -Wno-gantry-NAME     silence a warning, by the name that it shows; -Werror=gantry-NAME makes it an error;\n"
        "                         -Wgantry and -Wno-gantry are about all of them (gantry explain NAME)\n"
        "  -fdiagnostics-format=json|sarif   all messages about a file as one document\n"
        "  --count              emulated: count instructions and memory transactions of kernels (docs/counters.md)\n"
        "  --check-runtime      emulated: the device runtime asserts what must hold in it\n"
        "  --save-temps         keep generated C, bitcode and PTX in the current folder\n"
        "  --bundle             copy libomp.so.5 beside the program\n"
        "  --device-link        make the one object, named by -o, that another linker driver needs besides those "
        "given\n"
        "  -v                   print the commands that are run\n"
        "  -fno-openmp          ignore OpenMP\n"
        "  -fopenmp-targets=, -foffload=   other compilers' words for --offload-arch\n"
        "\n"
        "Exit status: 0 good, 1 an error in the input, 2 bad usage, 70 an error of Gantry itself.");
}

static void help_run(void)
{
    puts(
        "gantry run [--softgpu] [cc options] file.c… [-- arguments]\n"
        "\n"
        "Compiles to a cache, $XDG_CACHE_HOME/gantry or ~/.cache/gantry, and runs the program; the exit status\n"
        "is the program's. The second time nothing is compiled unless files, headers, options or tools changed.\n"
        "Code is made for sm_70 and emulated, with -O2, unless options say otherwise. With --softgpu the code for\n"
        "NVIDIA GPUs runs, on a GPU in software; where that finds something wrong, the status is 3 (docs/softgpu.md).");
}

static void help_verify(void)
{
    puts("gantry verify [cc options] file.c… [-- arguments]\n"
         "\n"
         "As gantry run, with -fverify: the results of each target region are compared with those of the same region "
         "run\n"
         "on the CPU, and what differs is reported by variable and element. It runs on the devices of GANTRY_DEVICES; "
         "where\n"
         "that is not set, on a GPU, or where there is none on the emulated one. GANTRY_VERIFY has words for what is\n"
         "compared and how (gantry help environment).\n"
         "\n"
         "Exit status: 3 where results differ, 2 where nothing was compared, else the program's.");
}

static void help_check(void)
{
    puts("gantry check [--ptx] [--json | --sarif [-o FILE]] [cc options] file.c… [-- arguments]\n"
         "\n"
         "As gantry run, with -fcheck, on the emulated GPU: wrong indices, memory that was never written, stale "
         "copies,\n"
         "races, barriers, misuse of pointers and mappings, kernels without end and false assertions are told with "
         "place, variable and "
         "what\n"
         "would mend them (docs/checks.md). GANTRY_CHECK has words for what is looked for (gantry help environment);\n"
         "--json and --sarif write the findings as one document, to standard output or to FILE; what the program "
         "prints\n"
         "goes to standard error in the first case. -fdiagnostics-format=json or sarif writes it to standard error.\n"
         "With --ptx the code for NVIDIA GPUs runs on the GPU in software, strict: races by the rules of PTX, values "
         "that\n"
         "nobody set, barriers, wrong addresses (docs/softgpu.md).\n"
         "\n"
         "Exit status: 3 where something was found, 2 where no region ran, else the program's.");
}

static void help_profile(void)
{
    puts("gantry profile [--roofline] [--all] [--softgpu] [--html OUT] [cc options] file.c… [-- arguments]\n"
         "gantry profile merge FILE.json… -o OUT.json\n"
         "\n"
         "As gantry run; at its end the program prints where its time went: each region with its calls and where it\n"
         "ran, each copy with its bytes, device memory, and the host between; and what moved though it need not, with\n"
         "the directive to write. GANTRY_PROFILE may name further files: a FILE.json gets a trace for Perfetto or\n"
         "chrome://tracing, which gantry report reads (docs/see.md).\n"
         "\n"
         "  --html OUT           writes the page of gantry report, too\n"
         "  --all                of long tables all rows, and of findings those that cost next to nothing\n"
         "  --softgpu            on a GPU in software, with counts of transactions, divergence and bank conflicts\n"
         "  --roofline           how far regions are from what their device can do: a run before counts, on the "
         "emulated\n"
         "                       device, what each computes and must move, and devices are measured where that is new\n"
         "\n"
         "merge: the traces of several processes, as those of the ranks of an MPI program (GANTRY_PROFILE=a.json\n"
         "writes a.0.json, a.1.json …), in one, a row for each.");
}

static void help_report(void)
{
    puts(
        "gantry report [--all] FILE… [-o OUT.html]\n"
        "gantry report --model=GPU FILE…\n"
        "gantry report --compare [--noise P] OLD NEW\n"
        "gantry report --compare [--noise P] OLD… -- NEW…\n"
        "\n"
        "Shows profiles that programs have written with GANTRY_PROFILE=FILE.json: as text, or with -o as one page of\n"
        "HTML that needs nothing else: where the time went, what to change, a timeline, regions, data movement, and "
        "the\n"
        "source with the cost of its lines (docs/see.md). Source files are read now, where the compiler saw them or\n"
        "beside FILE. Several profiles stand side by side first. A file of gantry explain --json adds why regions are "
        "as\n"
        "they are. Of a long table the text has the rows that cost most; --all: all of them.\n"
        "\n"
        "--model: the time of each region and copy on another GPU, by a model (gantry help explain), of profiles and "
        "of\n"
        "counts (GANTRY_EMULATED_COUNTS=FILE.json).\n"
        "\n"
        "--compare: the time of each region and copy before and after. FILE may be a folder of profiles, each a run.\n"
        "What differs by more than P per cent (5) is slower or faster; from four runs a side on the rank test of Mann\n"
        "and Whitney must say so, too, at 5 %.\n"
        "\n"
        "Exit status of --compare: 0 nothing slower, 3 something slower, 2 nothing compared; else 0, or 1 where a\n"
        "profile cannot be read.");
}

static void help_golden(void)
{
    puts(
        "gantry golden show FILE                     what a recording holds; --values NAME: the values of an array\n"
        "gantry golden diff REFERENCE TEST           what differs, by elements, or with --metric by layers\n"
        "gantry golden trim FILE -o OUT              a recording of some of its checkpoints\n"
        "gantry golden merge FILE… -o OUT            several recordings in one, and segments in one file\n"
        "\n"
        "GANTRY_GOLDEN=record:FILE makes a recording (gantry help environment, docs/golden.md). FILE stands for all "
        "of\n"
        "its segments, FILE.2, FILE.3 …\n"
        "\n"
        "  --region PLACE        these alone: FUNCTION:LINE, or a path of scopes; may be repeated\n"
        "  --launch A..B         these launches or checks; --launch A: one\n"
        "  --every N             each N-th of them\n"
        "  --inputs, --outputs   only what regions found, or what they made\n"
        "  --values NAME         show: the values of that array\n"
        "  --tolerance FILE      diff: how far elements may differ (docs/verify.md)\n"
        "  --format F            diff: text, json or sarif: one document, as -fdiagnostics-format writes it\n"
        "  --metric              diff: per layer of an array max |test - reference| / mean |reference|, against --bar\n"
        "  --bar X               with --metric: what passes (1e-5)\n"
        "  --layer D             with --metric: layers are the indices of dimension D, from 0 on (0)\n"
        "  --plot OUT.svg        with --metric: errors against launches as a picture\n"
        "  --ranks               merge: what is in FILE.rank3 gets a scope, rank3\n"
        "  --force               OUT may exist\n"
        "\n"
        "Exit status of diff: 0 equal, 3 differences, 2 nothing was compared; of all 1 for an error.");
}

static void help_replay(void)
{
    puts("gantry replay FILE --region FUNCTION:LINE [options] [-- [cc options] file.c…]\n"
         "\n"
         "Runs one region of a recording (GANTRY_GOLDEN=record:FILE) alone: on the recorded inputs, without main. Its\n"
         "results are compared with the recorded ones, and with those of the region run on the CPU.\n"
         "\n"
         "  --region F:L       the region: function and line of its directive; not needed where there is only one\n"
         "  --launch N         its N-th launch (default: the first that was recorded)\n"
         "  --as F:L           where the region is now, if lines have moved since\n"
         "  --teams N, --threads N   other numbers than recorded\n"
         "  --device KIND      emulated, cuda, host: the region as serial C on the CPU, or in-place (default: a GPU, "
         "or\n"
         "                       else the emulated one)\n"
         "  --time[=N]         N launches more (20), each on the recorded inputs: median and least time\n"
         "  --times-to FILE    with --time: each time, in microseconds\n"
         "  --tolerance FILE   allows differences as GANTRY_VERIFY's tolerance=FILE does\n"
         "  --null             pointers in the inputs to what was not recorded become NULL, and are no error\n"
         "  --program PATH     this program, in place of the one that made the recording; built with -fverify\n"
         "  --lanes N, --offload-arch A   for a program made of sources: lanes of its threads, the GPU; without\n"
         "                       sources, what the program must have been linked for\n"
         "\n"
         "With sources after '--' the program is compiled as by gantry verify, into the same cache.\n"
         "\n"
         "Exit status: 0 equal, 3 where results differ, 2 where nothing was replayed.");
}

static void help_annotate(void)
{
    puts("gantry annotate [--explain | --json | --html OUT | --diff | --in-place | -o out.c] [--loop FILE:LINE]… [cc "
         "options] "
         "file.c… [--observe [-- args…]]\n"
         "\n"
         "Finds the loops of serial C whose iterations are independent and writes OpenMP target directives for them, "
         "with\n"
         "what must be mapped. A loop gets one only where that is proved, or under a test of overlap that the output\n"
         "contains. The file stays as it is otherwise; without an option the result is printed.\n"
         "\n"
         "  --explain   instead: the verdict on each loop, with its proof or the reason why it stays serial\n"
         "  --json      instead: the same as a JSON object for each loop, one a line\n"
         "  --html OUT  instead: a page with the source colored by verdict, each loop's reason beside it\n"
         "  --diff      instead: what would change\n"
         "  --in-place  writes into the file itself, or files, if there is no error in any of them\n"
         "  -o out.c    writes into that file; with one source\n"
         "  --loop FILE:LINE   only the loop that begins in this line may get a directive; may be repeated\n"
         "  --to=openacc   directives of OpenACC; else of OpenMP\n"
         "  --no-data   each region copies its data; else it stays on the device where the host does not touch it\n"
         "  --reorder   exchanges loops where neighbouring iterations then touch neighbouring elements\n"
         "  --waves=skewed|doacross|no   how nests of serial loops run in waves; else as pays\n"
         "  --flat-arrays   a subscript may go beyond its dimension, as in a[0][k] for all rows, also where sizes "
         "decide\n"
         "  --whole-program   these files are all of the program: nobody else calls their functions, so that what all "
         "calls\n"
         "              pass is known of functions that are not static, too\n"
         "  --observe   builds the program of these files, runs it with the arguments after '--', and says of loops "
         "that "
         "are\n"
         "              not proved which dependences the run showed; what it prints is not shown\n"
         "  --trust-observed   with --observe: directives, marked by a comment, for loops that the run showed none of\n"
         "  --least-work=N   loops of fewer operations stay serial, by a test if variables decide: 20000\n"
         "\n"
         "gantry explain GL301 prints the page of a reason (docs/annotate.md).");
}

static void help_translate(void)
{
    puts(
        "gantry translate --to=openmp|openacc [--diff | -o out.c] [cc options] file.c\n"
        "\n"
        "Prints the file with its directives of OpenACC, and calls of its routines, in OpenMP; or those of OpenMP for\n"
        "devices in OpenACC. Layout, comments and macros stay. What has no counterpart becomes the nearest form, or\n"
        "stays, and a comment says so (docs/openacc.md). If there is an error in the file, nothing is written.\n"
        "\n"
        "  --diff      instead: what would change\n"
        "  -o out.c    writes into that file");
}

static void help_advise(void)
{
    puts(
        "gantry advise [--profile FILE.json] [--json] [--apply | -o out.c] [cc options] file.c…\n"
        "\n"
        "Of a program that has directives: which data can stay on the device between its target constructs, in a "
        "`target\n"
        "data` around them or around the loop that runs them, with a `target update` where the host uses it. What is "
        "proved\n"
        "to keep all results is shown, as a diff; of the rest the reason is said, and nothing is written. All files of "
        "the\n"
        "program are to be given: who calls a function decides, too.\n"
        "\n"
        "  --profile FILE.json   a run's findings (GANTRY_PROFILE=FILE.json): says which of them this mends\n"
        "  --json      a JSON object a line for what is proved, and for what is not; no diff\n"
        "  --apply     writes into the files themselves, if there is no error in any of them\n"
        "  -o out.c    writes into that file; with one source\n"
        "\n"
        "gantry explain GL611 prints the page of a reason (docs/annotate.md).");
}

static void help_port(void)
{
    puts(
        "gantry port PROGRAM [options] -- make …\n"
        "\n"
        "Ports a serial program that has a build of its own: in copies of the folder it is built, run, and sampled to "
        "see\n"
        "where its time goes; then one loop after the other, the hottest first, gets the directive that gantry "
        "annotate\n"
        "finds. After each step the program is built, checked, verified region by region, and timed against the "
        "program\n"
        "before; what is wrong or does not pay is undone. The folder gantry-port gets a log (log.txt, log.json) and a "
        "patch\n"
        "for each step that was kept. The same command goes on where it was ended (docs/port.md).\n"
        "\n"
        "  PROGRAM             what the build makes, named as from the folder here\n"
        "  -- make …           builds it, with CC, cc, gcc or clang\n"
        "  --run CMD           how it is run (PROGRAM alone), by the shell; it should take some seconds\n"
        "  --check CMD         says by status 0 that it is right; without, what it prints and its status are held "
        "against\n"
        "                      the first serial run\n"
        "  --output FILE       a file that it writes, which is compared, too; may be repeated\n"
        "  --ignore TEXT       lines that hold this text are not compared (times, dates); may be repeated\n"
        "  --tolerance X       how far numbers may differ that have a point or an exponent (1e-6, of the larger one)\n"
        "  --verify CMD        how it is run under gantry verify, on the emulated GPU where there is none: a short run "
        "that\n"
        "                      comes to all loops (as --run)\n"
        "  --times FILE        where the time goes, as FILE:LINE SECONDS, a loop a line, in place of samples\n"
        "  --least PERCENT     loops in which less of the time is spent are not tried (1)\n"
        "  --pairs N           runs before and after that are compared, at most (12)\n"
        "  --measured FILE     times that were taken elsewhere, as BEFORE AFTER STEP, a pair of seconds a line\n"
        "  --keep-all          what is right is kept, and nothing timed\n"
        "  --no-faults         gantry check does not look at the steps\n"
        "  --faults-limit T    what it has not found by then does not count (5m)\n"
        "  --tune N            at the end gantry tune tries N settings of each region: 60 where there is a GPU, else "
        "0; on "
        "the\n"
        "                      emulated one by a model of a small GPU\n"
        "  --limit T           ends after so long: 90, 10m, 2h\n"
        "  --run-limit T       of each build, of the serial run, and of verify (10m)\n"
        "  --source DIR        the tree to be copied (the folder here); a folder above it\n"
        "  --work DIR          in place of gantry-port\n"
        "  --again             begins anew\n"
        "  --in-place          writes what was kept into the sources themselves, at the end\n"
        "\n"
        "Exit status: 0, or 1 where the program does not build, run or pass as it is, or nothing can be tried.");
}

static void help_tune(void)
{
    puts("gantry tune [options] [cc options] file.c… [-- program arguments]\n"
         "gantry tune [options] -- COMMAND …                 builds with gantry cc and runs the program: make run\n"
         "gantry tune --show | --patch [--store FILE]\n"
         "gantry tune --simulate SPACE.json… [options]\n"
         "\n"
         "Finds how each target region of a program runs fastest (docs/tune.md). The program is built and run once, "
         "and one\n"
         "call of each region recorded. That call is then replayed with other numbers of teams, threads and lanes, "
         "other\n"
         "schedules, orders of loops and modes; answers are compared with the CPU's before anything is measured. What "
         "wins\n"
         "for certain goes to the store, which gantry cc --tuned uses.\n"
         "\n"
         "  --device KIND     cuda: a GPU, measured; emulated: a model of a small GPU, by what kernels do. Without it "
         "cuda\n"
         "                    where there is a GPU\n"
         "  --region F:LINE   only the region of that directive in function F\n"
         "  --budget N        configurations of a region that are tried (60)\n"
         "  --seconds N       no region begins, and nothing is tried, after that (3600); the same command goes on\n"
         "  --store FILE      where results are kept (GANTRY_TUNED, else gantry.tuned)\n"
         "  --show            what a store holds\n"
         "  --patch           what it says as clauses in the source: a unified diff\n"
         "\n"
         "With --simulate searches are replayed on recorded spaces of configurations: what a strategy asks for is "
         "looked up.\n"
         "Prints how near the best that it has found comes to the optimum after 50 evaluations, and after all: the "
         "mean over\n"
         "the seeds. Files may be Gantry's own, T4 results, and caches of Kernel Tuner and KTT.\n"
         "\n"
         "  --strategy NAME   this one alone: default, random, greedy, genetic, annealing, swarm, basin, bayes\n"
         "  --budget N        evaluations of a search (100)\n"
         "  --seeds K         searches of each strategy (25)\n"
         "  --seed S          the first seed (1); the same seeds give the same searches\n"
         "  --leave-one-out   what is set in the default strategy is chosen for each space by the others\n"
         "  --repeat N        whole tunings with the recorded noise, and how far their choices are apart\n"
         "  --objective NAME  what is to be least, or of a rate greatest; max:NAME and min:NAME say which\n"
         "  --problem T1.json the description that belongs to T4 results: the order of parameters, and conditions\n"
         "\n"
         "Exit status: 0; 1 where the program is not built, fails, or something cannot be read; 2 where nothing was "
         "tuned.");
}

static void help_explain(void)
{
    puts("gantry explain [--resources | --all | --json | --sarif] [cc options] file.c…\n"
         "gantry explain --model=GPU [cc options] file.c… [-- arguments]\n"
         "gantry explain GN0434 | GR101 | GC401 | GA101 …\n"
         "\n"
         "Prints what becomes of each target region: its kernel and mode, who runs its loops, the launch, the data, "
         "and\n"
         "the reason of each decision, in the order of the source; then what could be changed to make it faster, the "
         "worst\n"
         "first, with what it costs by a model and the directive to write (docs/advice.md). Nothing is compiled. With\n"
         "ids of messages, reasons and findings: the page on each.\n"
         "\n"
         "  --resources  of each kernel on an NVIDIA GPU (of --offload-arch, else sm_80): registers, spills, stack, "
         "shared\n"
         "               memory, and how many of its warps a multiprocessor holds by team size and by registers; by\n"
         "               ptxas where it is installed, else by an estimate\n"
         "  --all        of more than 40 regions all, in the order of the source; each finding for itself\n"
         "  --json       regions and findings as JSON, on stdout (docs/advice.md)\n"
         "  --sarif      findings and messages as SARIF, on stdout\n"
         "  --model=GPU  the time of each region and copy on a t4, v100, a100, h100 or mi250x (one die), by a model, "
         "of what\n"
         "               a run with these arguments on the emulated device counts; or on a GPU that a file describes "
         "by\n"
         "               lines NAME = VALUE (docs/see.md, Times on a GPU that is not here)");
}

static void help_devices(void)
{
    puts(
        "gantry devices [--measure [--again]]\n"
        "\n"
        "Lists the initial device and those that programs would use here: number, kind, memory, units; and why a kind\n"
        "has none. GANTRY_DEVICES=emulated shows the emulated ones (gantry help environment).\n"
        "\n"
        "  --measure  what each is good for: memory (read, copy, triad), copies, launches, a * b + c; by a program "
        "that\n"
        "             is compiled here. Devices that were measured before, with the same driver, are not measured "
        "again\n"
        "  --again    measure all");
}

static void help_completion(void)
{
    puts("gantry completion bash | zsh | fish\n"
         "\n"
         "Prints what that shell reads to complete the command's words: eval \"$(gantry completion bash)\". Where "
         "Gantry\n"
         "was installed by 'make install' or a package the shell finds it by itself.");
}

static void help_version(void)
{
    puts("gantry version\n\nPrints the versions of Gantry and of the clang 19 it calls.");
}

static void help_help(void)
{
    puts("gantry help [page]\n"
         "\n"
         "Prints the page on a command, or on 'environment': the variables that programs and the compiler read. "
         "Without a\n"
         "page: all commands. 'gantry COMMAND --help' prints the same.");
}

static void help_environment(void)
{
    enum { PROGRAM, HOST_TOO, SUFFIXED };
    static const struct {
        const char *name, *value, *help;
        int scope;
    } knobs[] = {
#define KNOB(NAME, KIND, LEAST, MOST, DEFAULT, HELP) {"GANTRY_" #NAME, DEFAULT, HELP, PROGRAM},
#define TOOL(NAME, HELP)
#include "gantry_knobs.def"
#undef TOOL
#undef KNOB
#define VARIABLE(NAME, KIND, SCOPE, DEFAULT, HELP) {#NAME, DEFAULT, HELP, SCOPE},
#include "gantry_environment.def"
#undef VARIABLE
    };
    static const char *const forms[] = {
        [PROGRAM] = "",
        [HOST_TOO] = ", also _DEV_n (device n), _DEV (all devices), _ALL (and the host)",
        [SUFFIXED] = " (the host), _DEV_n (device n), _DEV (all devices), _ALL (both)",
    };
    puts("Variables read by programs that Gantry linked (default in brackets):\n");
    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++)
        printf("  %s%s%s%s%s\n      %s\n", knobs[i].name, *knobs[i].value ? " [" : "", knobs[i].value,
               *knobs[i].value ? "]" : "", forms[knobs[i].scope], knobs[i].help);
    static const struct {
        const char *name, *help;
    } tools[] = {
#define KNOB(NAME, KIND, LEAST, MOST, DEFAULT, HELP)
#define TOOL(NAME, HELP) {"GANTRY_" #NAME, HELP},
#include "gantry_knobs.def"
#undef TOOL
#undef KNOB
    };
    puts("\nVariables read by the compiler:\n");
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++)
        printf("  %s\n      %s\n", tools[i].name, tools[i].help);
    puts("  TMPDIR [/tmp]\n      where temporary files go\n"
         "  XDG_CACHE_HOME [~/.cache]\n      holds the cache of gantry run\n"
         "  NO_COLOR\n      set: no colours in messages");
}

#define PAGES(PAGE)                                                                                                    \
    PAGE(cc)                                                                                                           \
    PAGE(run)                                                                                                          \
    PAGE(check)                                                                                                        \
    PAGE(verify)                                                                                                       \
    PAGE(profile)                                                                                                      \
    PAGE(report)                                                                                                       \
    PAGE(golden)                                                                                                       \
    PAGE(replay)                                                                                                       \
    PAGE(annotate)                                                                                                     \
    PAGE(advise)                                                                                                       \
    PAGE(translate)                                                                                                    \
    PAGE(port) PAGE(tune) PAGE(explain) PAGE(devices) PAGE(completion) PAGE(version) PAGE(help) PAGE(environment)
#define NAME_OF(PAGE) #PAGE,
#define PRINTER_OF(PAGE) help_##PAGE,
const char *const help_pages[] = {PAGES(NAME_OF) NULL};
static void (*const print_page[])(void) = {PAGES(PRINTER_OF)};

bool help_print(const char *page)
{
    for (size_t i = 0; help_pages[i]; i++) {
        if (strcmp(page, help_pages[i]) == 0) {
            print_page[i]();
            return true;
        }
    }
    return false;
}

int help_main(int argc, char **argv)
{
    if (argc == 0)
        usage_print(stdout);
    if (argc == 0 || help_print(argv[0]))
        return 0;
    fprintf(stderr, "gantry: error: there is no help on '%s'; there is on", argv[0]);
    for (size_t i = 0; help_pages[i]; i++)
        fprintf(stderr, "%s %s", i ? "," : "", help_pages[i]);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

int version_main(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct arena *a = arena_new();
    const char *clang = tool_find(a, "clang-19");
    printf("gantry %s\n", GANTRY_VERSION_TEXT);
    if (clang) {
        struct run_result r = run_program(a, (const char *const[]){clang, "--version", NULL}, RUN_CAPTURE_OUT);
        printf("host compiler: %.*s\n", (int)strcspn(r.out, "\n"), r.out);
    } else {
        printf("host compiler: clang-19 is missing (Debian package '%s')\n", tool_package("clang-19"));
    }
    arena_free(a);
    return 0;
}

/* Before its arguments stands the command's name. */
int golden_main(int argc, char **argv)
{
    struct cc cc;
    cc_init(&cc, arena_new());
    return (void)argc, become_helper(&cc, "gantry-golden", argv - 1);
}
