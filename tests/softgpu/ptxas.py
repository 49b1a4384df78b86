#!/usr/bin/env python3
"""ptxas.py BUILD PROGRAM.c...: the software GPU's static shared memory of each kernel is what `ptxas -v` says, to the byte, and its stack
is no less than the kernel's frame, as far as that is no spilled register. Without ptxas nothing is compared."""
import ctypes, pathlib, re, shutil, subprocess, sys, tempfile

SHARED, LOCAL = 1, 3  # attributes of functions
KERNEL = re.compile(r"Compiling entry function '(\w+)'.*?\n.*?Function properties.*?\n\s+(\d+) bytes stack frame, (\d+) bytes spill stores.*?\n.*?Used (.*)")


def main():
    ptxas = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
    build, wrong, compared = pathlib.Path(sys.argv[1]).resolve(), [], 0
    if not ptxas:
        return
    lib, pointer = ctypes.CDLL(str(build / "lib/gantry/libgantry_softgpu.so")), ctypes.c_void_p
    context = pointer()
    lib.cuInit(0)
    lib.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0)
    lib.cuCtxPushCurrent_v2(context)
    for name in sys.argv[2:]:
        source = pathlib.Path(name).resolve()
        with tempfile.TemporaryDirectory() as work:
            subprocess.run([build / "bin/gantry", "cc", "-O2", "--offload-arch=sm_70", "--save-temps", source, "-I", source.parent, "-o", "program", "-lm"],
                           cwd=work, check=True, stderr=subprocess.DEVNULL)
            text = (pathlib.Path(work) / "sm_70.ptx").read_bytes()
            said = subprocess.run([ptxas, "-v", "-arch=sm_75", "sm_70.ptx", "-o", "/dev/null"], cwd=work, capture_output=True, text=True, check=True).stderr
        module = pointer()
        assert lib.cuModuleLoadDataEx(ctypes.byref(module), text, 0, None, None) == 0
        for kernel, frame, spilled, used in KERNEL.findall(said):
            function, own = pointer(), {}
            assert lib.cuModuleGetFunction(ctypes.byref(function), module, kernel.encode()) == 0
            for k in (SHARED, LOCAL):
                v = ctypes.c_int()
                assert lib.cuFuncGetAttribute(ctypes.byref(v), k, function) == 0
                own[k] = v.value
            shared = re.search(r"(\d+) bytes smem", used)
            shared = int(shared.group(1)) if shared else 0
            compared += 1
            if own[SHARED] != shared or own[LOCAL] < int(frame) - int(spilled) - 64:  # 64: parameters of calls
                wrong.append(f"{source.stem}, {kernel}: shared memory {own[SHARED]}, ptxas {shared}; stack {own[LOCAL]}, ptxas {frame}, of that {spilled} spilled")
    print(f"{compared} kernels, {len(wrong)} wrong", *wrong, sep="\n")
    sys.exit(bool(wrong) or not compared)


main()
