# The arch list that was requested, as "8.0;9.0", out of torch's flags; the flags themselves are dropped.
macro(take_requested_archs OUT)
  string(REGEX MATCHALL "arch=compute_[0-9]+" _flags "${CMAKE_CUDA_FLAGS}")
  string(REGEX REPLACE "-gencode arch=[^ ]+" "" CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS}")
  string(REGEX REPLACE "arch=compute_([0-9]+)([0-9])" "\\1.\\2" ${OUT} "${_flags}")
endmacro()

# For each arch in TARGETS the best entry of LISTED that runs there: the same number, else one of the same family,
# else the highest lower one of the same major, else the highest lower one that carries PTX.
function(match_archs OUT LISTED TARGETS)
  set(found)
  foreach(target ${TARGETS})
    set(best)
    string(REGEX REPLACE "[.].*" "" target_major "${target}")
    foreach(entry ${LISTED})
      string(REGEX REPLACE "([0-9]+[.][0-9]).*" "\\1" number "${entry}")
      string(REGEX REPLACE "[.].*" "" major "${number}")
      if(number VERSION_EQUAL target)
        set(best "${entry}")
      elseif(entry MATCHES "f$" AND major EQUAL target_major AND number VERSION_LESS target)
        set(best "${target}")
      elseif(NOT entry MATCHES "[af]$" AND number VERSION_LESS target
             AND (major EQUAL target_major OR entry MATCHES "PTX$"))
        set(best "${entry}")
      endif()
    endforeach()
    list(APPEND found ${best})
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${OUT} "${found}" PARENT_SCOPE)
endfunction()

# Give sources their -gencode flags.
function(compile_for)
  cmake_parse_arguments(arg "" "" "SRCS;ARCHS" ${ARGN})
  foreach(entry ${arg_ARCHS})
    string(REGEX MATCH "^([0-9]+)[.]([0-9][af]?)" _ "${entry}")
    set(arch "${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
    set_property(SOURCE ${arg_SRCS} APPEND PROPERTY COMPILE_OPTIONS
      "$<$<COMPILE_LANGUAGE:CUDA>:-gencode=arch=compute_${arch},code=sm_${arch}>")
    if(entry MATCHES "PTX$")
      set_property(SOURCE ${arg_SRCS} APPEND PROPERTY COMPILE_OPTIONS
        "$<$<COMPILE_LANGUAGE:CUDA>:-gencode=arch=compute_${arch},code=compute_${arch}>")
    endif()
  endforeach()
endfunction()
