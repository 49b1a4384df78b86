#!/usr/bin/env python3
"""ptxas.py BUILD [-ON] FILE...: the software GPU's static shared memory and stack of each kernel beside what `ptxas -v` says of it. FILE: PTX,
or a C program, which is compiled at the level before it (-O2). Without ptxas nothing is compared.

Shared memory is the same to the byte. So is the stack of the deepest way through the calls, where ptxas knows that way; else the
kernel's own frame is no larger. What ptxas may do besides:
  spilled     registers that it keeps on the stack: the rest is the same, within what it rounds
  registers   variables that it keeps in registers instead: its stack is smaller by some of them
  aligned     variables of more than 16 bytes' alignment, before which it leaves room on the stack, less than that alignment"""
import collections, ctypes, pathlib, re, shutil, subprocess, sys, tempfile

SHARED, LOCAL = 1, 3  # attributes of functions
FRAME = re.compile(r"Function properties for (\S+)\n\s+(\d+) bytes stack frame, (\d+) bytes spill stores")


class Machine:
    def __init__(self, build):
        self.lib, context = ctypes.CDLL(str(build / "lib/gantry/libgantry_softgpu.so")), ctypes.c_void_p()
        self.lib.cuInit(0)
        self.lib.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
        self.lib.cuCtxPushCurrent_v2(context)

    def load(self, text):
        module = ctypes.c_void_p()
        assert self.lib.cuModuleLoadDataEx(ctypes.byref(module), text, 0, None, None) == 0
        return module

    def takes(self, module, kernel):
        """bytes of shared memory, and of stack"""
        function, v = ctypes.c_void_p(), ctypes.c_int()
        assert self.lib.cuModuleGetFunction(ctypes.byref(function), module, kernel.encode()) == 0
        for k in (SHARED, LOCAL):
            assert self.lib.cuFuncGetAttribute(ctypes.byref(v), k, function) == 0
            yield v.value


def ptx_of(build, level, source):
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([build / "bin/gantry", "cc", level, "--offload-arch=sm_70", "--save-temps", source, "-I", source.parent, "-o", "program", "-lm"],
                       cwd=work, check=True, stderr=subprocess.DEVNULL)
        return (pathlib.Path(work) / "sm_70.ptx").read_bytes()


def said_by(ptxas, text):
    """(kernel, shared memory, its own frame, all stack or None where it is not known, spilled), as ptxas says"""
    with tempfile.NamedTemporaryFile(suffix=".ptx") as f:
        f.write(text)
        f.flush()
        said = subprocess.run([ptxas, "-v", "-O0", "-arch=sm_75", f.name, "-o", "/dev/null"], capture_output=True, text=True)
    if said.returncode:
        sys.exit(said.stderr)
    for part in said.stderr.split("Compiling entry function '")[1:]:
        kernel = part[:part.index("'")]
        frames = {name: (int(frame), int(spill)) for name, frame, spill in FRAME.findall(part)}
        shared, stack = (re.search(rf"(\d+) bytes {what}", part) for what in ("smem", "cumulative stack size"))
        own = frames[kernel][0]
        # recursion and calls by address have no sum; a kernel without stack has none either
        yield kernel, int(shared[1]) if shared else 0, own, int(stack[1]) if stack else own if not own else None, sum(s for _, s in frames.values())


def kind(stack, own, whole, spilled, align):
    """how the stack compares; None: it does not"""
    if whole is None:
        return "way not known" if own <= stack or spilled and own - spilled <= stack else None
    if stack == whole:
        return "the same"
    if spilled:
        return "spilled" if abs(whole - stack) <= (spilled + 15) // 8 * 8 + 16 else None
    if whole < stack:
        return "registers"
    return "aligned" if align > 16 and whole - stack < align else None


def main():
    ptxas, build = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas"), pathlib.Path(sys.argv[1]).resolve()
    if not ptxas:
        return
    machine, wrong, kinds = Machine(build), [], collections.Counter()
    level = "-O2"
    for word in sys.argv[2:]:
        if word[0] == "-":
            level = word
            continue
        file = pathlib.Path(word)
        text = file.read_bytes() if file.suffix == ".ptx" else ptx_of(build, level, file.resolve())
        module, align = machine.load(text), max([16] + [int(a) for a in re.findall(rb"\.local \.align (\d+)", text)])
        for kernel, shared, own, whole, spilled in said_by(ptxas, text):
            mine, stack = machine.takes(module, kernel)
            k = kind(stack, own, whole, spilled, align)
            kinds[k] += 1
            if mine != shared or not k:
                wrong.append(f"{file.stem} {level}, {kernel}: shared memory {mine}, ptxas {shared}; stack {stack}, ptxas {own}, with calls {whole}, {spilled} spilled")
    print(f"{sum(kinds.values())} kernels: {', '.join(f'{k} {n}' for k, n in kinds.most_common())}; {len(wrong)} wrong", *wrong, sep="\n")
    sys.exit(bool(wrong) or not kinds)


main()
