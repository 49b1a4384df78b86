"""origins.py: where each barrier and fence in a program's PTX comes from: the user's line, and the functions of the device runtime that
have been inlined there, with the line of each call, counted from the function's own.

PTX 6.3 has no room for inlined calls, so that one more way is gone: the device runtime is compiled with lines, by the commands of the build
but into a folder of its own; a program is linked with it; in the optimised code each such instruction gets a number in place of its line, and
LLVM's back end shows which of them became which line of PTX. Lines do not change the code: the PTX is compared."""
import pathlib, re, shutil, subprocess, sys

LLC = "/usr/lib/llvm-19/bin/llc"
OURS = pathlib.Path(__file__).resolve().parents[2] / "runtime/device"
IN_CODE = re.compile(r"@llvm\.nvvm\.(?:barrier|bar\.|membar)|^\s*fence |asm .*(?:fence|membar|bar\.)")
IN_PTX = re.compile(r"^\s*(?:@!?%p\d+ )?((?:bar\.sync|barrier\.sync|bar\.warp\.sync|membar\.\w+|fence\.[\w.]+)[^;\n]*;)", re.M)
FIRST = 500000  # above all lines of files
# what only passes a barrier on
WRAPPERS = re.compile(r"hw_\w+|barrier_of_lanes|barrier_of_level|lanes_barrier|__gd_group_barrier|__gd_(spmd_)?(plain_)?barrier|__gd_group_sync|command|meet$")


def run(command, folder):
    r = subprocess.run(command, cwd=folder, shell=isinstance(command, str), capture_output=True, text=True)
    if r.returncode:
        sys.exit(f"{command}\n{r.stderr[-2000:]}")
    return r.stdout


def with_lines(build, folder):
    """a copy of the compiler in folder, whose device runtime has lines"""
    folder, build = pathlib.Path(folder), str(build)
    for commands in run(["ninja", "-C", build, "-t", "commands", "lib/gantry/device/nvptx64.bc"], folder).splitlines():
        (folder / "runtime/device/nvptx64").mkdir(parents=True, exist_ok=True)
        commands = commands.replace(" -c -emit-llvm", " -gline-tables-only -c -emit-llvm").replace("--strip-debug", "")
        for made in ("runtime/device", "lib/gantry/device"):
            commands = commands.replace(f"{build}/{made}", f"{folder}/{made}")
        if "nvptx64" in commands:
            run(commands, folder)
    (folder / "bin").mkdir()
    shutil.copy(f"{build}/bin/gantry", folder / "bin")
    for f in pathlib.Path(build, "lib/gantry").iterdir():
        if f.name != "device":
            (folder / "lib/gantry" / f.name).symlink_to(f)
    return folder


class Places:
    """what LLVM's textual form says of places"""

    def __init__(self, text):
        self.rows = dict(re.findall(r"^!(\d+) = (?:distinct )?(!DI\w+\(.*\))$", text, re.M))

    def field(self, number, name):
        m = re.search(rf"\b{name}: (?:!(\d+)|\"([^\"]*)\"|(\w+))", self.rows[number])
        return m and next(g for g in m.groups() if g is not None)

    def function(self, scope):
        while not self.rows[scope].startswith("!DISubprogram"):
            scope = self.field(scope, "scope")
        return scope

    def chain(self, place):
        """words, from the user's line on"""
        words = []
        while place:
            f, line = self.function(self.field(place, "scope")), int(self.field(place, "line") or 0)
            at = self.field(f, "file")
            name, file = self.field(f, "name"), pathlib.Path(self.field(at, "directory") or "", self.field(at, "filename"))
            if file.parent != OURS:
                words.append(f"{file.name}:{line}")
            elif not WRAPPERS.match(name):
                words.append(f"{name}+{line - int(self.field(f, 'line'))}")
            place = self.field(place, "inlinedAt")
        return " ".join(reversed(words))


def numbered(text):
    """the code with a number at each barrier and fence; the origins by their numbers"""
    places, origins, lines, new, top = Places(text), [], [], [], None
    following = max(map(int, places.rows)) + 1000
    for line in text.split("\n"):
        if line.startswith("define"):
            top = re.search(r"!dbg !(\d+)", line)
            name = re.search(r"@([\w.$]+)", line).group(1)
        m = re.search(r"!dbg !(\d+)", line) if IN_CODE.search(line) and not line.startswith("declare") else None
        if m and top:
            origins.append(places.chain(m.group(1)))
            if ":" not in origins[-1]:
                origins[-1] = f"{name} {origins[-1]}"
            new.append(f"!{following} = !DILocation(line: {FIRST + len(origins)}, column: 1, scope: !{top.group(1)})")
            line = line.replace(m.group(0), f"!dbg !{following}")
            following += 1
        lines.append(line)
    return "\n".join(lines + new) + "\n", origins


def origins(folder, command, arch, level, known):
    """of each barrier and fence of a program, in the order of its PTX; command: gantry cc's words, without the command; known: as they
    should be; none where lines make a difference, after all"""
    work = pathlib.Path(folder) / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    run([f"{folder}/bin/gantry", "cc", "-g", "--save-temps", *command], work)
    code, chains = numbered((work / f"optimised.{arch}.ll").read_text())
    (work / "numbered.ll").write_text(code)
    run([LLC, level, f"-mcpu={arch}", "-mattr=+ptx63", "-code-model=medium", "numbered.ll", "-o", "numbered.ptx"], work)
    found, line = [], 0
    for text in (work / "numbered.ptx").read_text().split("\n"):
        m = re.match(r"\s*\.loc\s+\d+\s+(\d+)", text)
        line = int(m.group(1)) if m else line
        if IN_PTX.match(text):
            found.append((" ".join(IN_PTX.match(text).group(1).split()), chains[line - FIRST - 1] if line > FIRST else "?"))

    def kinds(words):
        """lines may cost a register or save one, so that others have other numbers"""
        return [re.sub(r"%r\d+", "%r", w) for w in words]

    return [f[1] for f in found] if kinds(f[0] for f in found) == kinds(known) else []
