# The installed tree; the same shape as the build tree, and below any prefix: what is in it finds the rest from where it
# stands. scripts/install.sh ('make install') keeps the list that 'make uninstall' goes by.
include(GNUInstallDirs)
set(GANTRY_INSTALL_LIB lib/gantry) # beside bin, whatever the distribution calls its library folder
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(into "\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}") # for code that runs while installing

# ---- what runs ----
install(TARGETS gantry RUNTIME DESTINATION bin)
foreach(link gantry-cc gantry-llvm-ar gantry-llvm-ranlib)
  install(CODE "file(CREATE_LINK gantry \"${into}/bin/${link}\" SYMBOLIC)")
endforeach()
install(TARGETS gantry-core gantry-devices gantry-golden RUNTIME DESTINATION ${GANTRY_INSTALL_LIB})
install(TARGETS gantry_runtime gantry_verify gantry_checker ARCHIVE DESTINATION ${GANTRY_INSTALL_LIB})
install(TARGETS gantry_sample gantry_softgpu LIBRARY DESTINATION ${GANTRY_INSTALL_LIB})
# The library of golden runs has a folder of its own: CPack takes those below lib for ones that ldconfig should know.
install(TARGETS gantry_check LIBRARY DESTINATION ${GANTRY_INSTALL_LIB}/check NAMELINK_SKIP)
foreach(link libgantry_check.so libgantry_check.so.1)
  install(CODE "file(CREATE_LINK check/libgantry_check.so.1 \"${into}/${GANTRY_INSTALL_LIB}/${link}\" SYMBOLIC)")
endforeach()
install(FILES include/gantry_check.h DESTINATION include) # for compilers that shall not see Gantry's omp.h
install(FILES ${GANTRY_LIB}/module-stub.o ${GANTRY_LIB}/sanitizer.o ${GANTRY_LIB}/archer.o ${GANTRY_LIB}/libraries.ld
  DESTINATION ${GANTRY_INSTALL_LIB})
install(FILES ${GANTRY_LIB}/device/nvptx64.bc ${GANTRY_LIB}/device/emulated.bc
              ${GANTRY_LIB}/device/emulated.checked.bc
  DESTINATION ${GANTRY_INSTALL_LIB}/device)
install(DIRECTORY include/ DESTINATION ${GANTRY_INSTALL_LIB}/include FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(FILES src/driver/devices/measure.c DESTINATION ${GANTRY_INSTALL_LIB})
install(FILES docs/diagnostics.md docs/reasons.md docs/checks.md docs/see.md docs/advice.md docs/annotate.md DESTINATION ${GANTRY_INSTALL_LIB}/doc) # gantry explain
# Debian's libraries of LLVM lie where the dynamic linker looks; others are named.
if(NOT LLVM_ROOT STREQUAL "/usr/lib/llvm-19")
  set_target_properties(gantry-core PROPERTIES INSTALL_RPATH ${LLVM_ROOT}/lib)
endif()

# ---- for build systems ----
foreach(pc gantry gantry-check)
  configure_file(cmake/${pc}.pc.in lib/pkgconfig/${pc}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/lib/pkgconfig/${pc}.pc DESTINATION lib/pkgconfig)
endforeach()
include(CMakePackageConfigHelpers)
configure_file(cmake/GantryConfig.cmake.in lib/cmake/Gantry/GantryConfig.cmake @ONLY)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/lib/cmake/Gantry/GantryConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/lib/cmake/Gantry/GantryConfig.cmake
              ${CMAKE_BINARY_DIR}/lib/cmake/Gantry/GantryConfigVersion.cmake
  DESTINATION lib/cmake/Gantry)

# ---- for people: pages, examples, completions ----
install(FILES docs/man/gantry.1 DESTINATION share/man/man1)
foreach(link gantry-cc gantry-llvm-ar gantry-llvm-ranlib)
  install(CODE "file(CREATE_LINK gantry.1 \"${into}/share/man/man1/${link}.1\" SYMBOLIC)")
endforeach()
install(FILES README.md DESTINATION share/doc/gantry)
install(FILES LICENSE DESTINATION share/doc/gantry RENAME copyright)
install(DIRECTORY docs/ DESTINATION share/doc/gantry/docs FILES_MATCHING PATTERN "*.md" PATTERN man EXCLUDE
  PATTERN sweep EXCLUDE)
install(DIRECTORY examples DESTINATION share/doc/gantry FILES_MATCHING PATTERN "*.[ch]" PATTERN "*.md" PATTERN "*.mk"
  PATTERN Makefile PATTERN "*.f90" PATTERN "*.cpp")
set(completions)
foreach(shell bash zsh fish)
  set(file ${CMAKE_BINARY_DIR}/share/completion.${shell})
  add_custom_command(OUTPUT ${file} DEPENDS gantry
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/share
    COMMAND gantry completion ${shell} > ${file})
  list(APPEND completions ${file})
endforeach()
add_custom_target(gantry-completions ALL DEPENDS ${completions})
install(FILES ${CMAKE_BINARY_DIR}/share/completion.bash DESTINATION share/bash-completion/completions RENAME gantry)
install(CODE "file(CREATE_LINK gantry \"${into}/share/bash-completion/completions/gantry-cc\" SYMBOLIC)")
install(FILES ${CMAKE_BINARY_DIR}/share/completion.fish DESTINATION share/fish/vendor_completions.d RENAME gantry.fish)
install(CODE "file(CREATE_LINK gantry.fish \"${into}/share/fish/vendor_completions.d/gantry-cc.fish\" SYMBOLIC)")
# zsh has one folder for what the distribution brings, and one for the rest; file(INSTALL) knows DESTDIR
install(CODE "set(zsh site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(zsh vendor-completions)
  endif()
  file(INSTALL \"${CMAKE_BINARY_DIR}/share/completion.zsh\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/share/zsh/\${zsh}\" RENAME _gantry)")
