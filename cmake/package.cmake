# 'make deb': the installed tree below /usr as a Debian package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gantry)
set(GANTRY_MAINTAINER "Gantry developers <gantry@localhost>" CACHE STRING "who answers for the package: name <address>")
set(CPACK_PACKAGE_CONTACT ${GANTRY_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenMP offloading compiler for C")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Compiles C with '#pragma omp target' regions into one executable that
runs them on an NVIDIA GPU when there is one, and on all CPU cores
when there is none. It explains what it did with each region, and
brings an emulated GPU that finds missing maps and accesses out of
bounds, with variable, file and line, on machines without a GPU.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# The libraries that Gantry's own programs load are found by dpkg-shlibdeps. These are the programs it calls and what it
# links into users' programs: clang compiles, ld links, with the C library and libomp.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libomp-19-dev, binutils, libc6-dev, libsqlite3-0")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "make")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "lld-19, pkgconf, cmake, libclang-rt-19-dev, nvidia-cuda-toolkit")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/package-files.cmake)
set(CPACK_THREADS 0)
include(CPack)
