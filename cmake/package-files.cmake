# Run by CPack on the staged tree: what Debian wants of files beyond what 'make install' makes.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${usr}/share/doc/${CPACK_PACKAGE_NAME})
set(man ${usr}/share/man/man1)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
string(TIMESTAMP year "%Y" UTC)
file(WRITE ${doc}/changelog "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Built from the sources of version ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
# Debian has the Apache License once for all; the exception is ours to bring.
file(READ ${doc}/copyright licence)
string(REGEX REPLACE ".*(---- LLVM Exceptions)" "\\1" exception "${licence}")
file(WRITE ${doc}/copyright "Gantry, an OpenMP offloading compiler for C.

Copyright (c) ${year} the authors of Gantry

Licensed under the Apache License, Version 2.0, with the exceptions below. On Debian systems the text of that licence is
in /usr/share/common-licenses/Apache-2.0.

${exception}")
foreach(link gantry-cc gantry-llvm-ar gantry-llvm-ranlib)
  file(REMOVE ${man}/${link}.1)
  file(CREATE_LINK gantry.1.gz ${man}/${link}.1.gz SYMBOLIC)
endforeach()
foreach(command "gzip;-9n;${doc}/changelog" "gzip;-9n;${man}/gantry.1"
        "strip;--strip-debug;--enable-deterministic-archives;${usr}/lib/gantry/libgantry.a;${usr}/lib/gantry/libgantry_verify.a;${usr}/lib/gantry/libgantry_checker.a;${usr}/lib/gantry/module-stub.o")
  execute_process(COMMAND ${command} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
