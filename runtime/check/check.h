/* check.h: the room's own header: what only programs built with -fcheck carry (docs/checks.md). The emulated device and
 * the host runtime tell it what happens; it judges, and reports by gantry_finding (gantry_findings.h).
 *
 * Layers, as in runtime/host/host.h: a file uses files of the lines above its own, and of its line those to its left:
 *
 *   here.c   the table by which the runtime finds this library
 */
#ifndef GANTRY_CHECK_PRIV_H
#define GANTRY_CHECK_PRIV_H

#include "gantry_checker.h"
#include "gantry_findings.h"

#endif
