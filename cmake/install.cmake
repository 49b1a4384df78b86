# The installed tree; the same shape as the build tree.
include(GNUInstallDirs)
set(GANTRY_INSTALL_LIB lib/gantry) # beside bin, whatever the distribution calls its library folder
install(TARGETS gantry RUNTIME DESTINATION bin)
install(CODE "execute_process(COMMAND ${CMAKE_COMMAND} -E create_symlink gantry
  \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/gantry-cc)")
install(TARGETS gantry-core gantry-devices RUNTIME DESTINATION ${GANTRY_INSTALL_LIB})
install(TARGETS gantry_runtime ARCHIVE DESTINATION ${GANTRY_INSTALL_LIB})
install(FILES ${GANTRY_LIB}/module-stub.o DESTINATION ${GANTRY_INSTALL_LIB})
install(FILES ${GANTRY_LIB}/device/nvptx64.bc ${GANTRY_LIB}/device/emulated.bc
              ${GANTRY_LIB}/device/emulated.checked.bc
  DESTINATION ${GANTRY_INSTALL_LIB}/device)
install(DIRECTORY include/ DESTINATION ${GANTRY_INSTALL_LIB}/include FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(FILES docs/diagnostics.md docs/reasons.md DESTINATION ${GANTRY_INSTALL_LIB}/doc) # gantry explain
install(FILES docs/man/gantry.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(CODE "execute_process(COMMAND ${CMAKE_COMMAND} -E create_symlink gantry.1
  \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/gantry-cc.1)")
