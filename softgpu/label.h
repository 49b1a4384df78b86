/* label.h: what the user calls blocks of device memory and parameters of kernels, for reports. */
#ifndef GANTRY_SOFTGPU_LABEL_H
#define GANTRY_SOFTGPU_LABEL_H

#include "softgpu.h"

void label_block(struct memory *m, uint64_t address, const char *label); /* that begins there */
/* in their order, NULL: no name; what was told first stays */
void label_parameters(struct kernel *k, uint32_t n, const char *const *names);
/* ": …", for a report of an access to where the device has no memory: which variable holds a pointer to about there */
const char *label_host(const struct warp *w, int lane, uint64_t address, char *out, size_t size);

#endif
