/* Is the memory there on the device? Always, where it is the host's. */
static int is_there(void *p) { return !check_device || omp_target_is_present(p, omp_get_default_device()); }
