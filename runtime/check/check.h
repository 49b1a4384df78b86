/* check.h: the room's own header: what only programs built with -fcheck carry (docs/checks.md). The emulated device and
 * the host runtime tell it what happens; it judges, and reports by gantry_finding (gantry_findings.h).
 *
 * Layers, as in runtime/host/host.h: a file uses files of the lines above its own, and of its line those to its left:
 *
 *   uninit.c which device memory was never written
 *   here.c   the table by which the runtime finds this library
 */
#ifndef GANTRY_CHECK_PRIV_H
#define GANTRY_CHECK_PRIV_H

#include "gantry_checker.h"
#include "gantry_findings.h"

/* ---- uninit.c ---- */
void uninit_opened(void);
void uninit_allocated(uint64_t addr, uint64_t n);
void uninit_freed(uint64_t addr, uint64_t n);
void uninit_written(uint64_t addr, uint64_t n); /* copied there from the host, or filled */
void uninit_copied(uint64_t to, uint64_t from, uint64_t n);
void uninit_copying_from(uint64_t from, uint64_t n);

#endif
