// A program of Gantry's runs through the cuda plug-in on the GPU in software.
// RUN: %gantry cc -O3 --offload-arch=sm_70 %src/examples/saxpy.c -o %t
// RUN: GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t 20000 | grep -x OK
// RUN: %gantry run --softgpu -O1 %src/examples/saxpy.c -- 3000 | grep -x OK
// RUN: GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_DEVICES=cuda %gantry devices | grep "software GPU (H100) (sm_90)"
// RUN: GANTRY_SOFTGPU=v100 GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so GANTRY_DEVICES=cuda %gantry devices | grep "software GPU (V100) (sm_70)"
// RUN: GANTRY_SOFTGPU=v100 GANTRY_SOFTGPU_SEED=5 GANTRY_DEVICES=cuda GANTRY_CUDA_LIBRARY=%lib/libgantry_softgpu.so OMP_TARGET_OFFLOAD=MANDATORY %t 2000 | grep -x OK
