# cmake -D COMPILER=.. -D FOLDERS=.. -D ALLOWED=.. -D FORBIDDEN=.. -D SOURCE=FILE.cpp -P check_includes.cmake
# All headers of ALLOWED must compile with the include path FOLDERS, and none of FORBIDDEN may be found.
list(TRANSFORM FOLDERS PREPEND -I)

function(try_include)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lines)
  string(CONCAT source ${lines})
  file(WRITE ${SOURCE} ${source})
  execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${FOLDERS} ${SOURCE}
    RESULT_VARIABLE status ERROR_VARIABLE messages)
  set(status ${status} PARENT_SCOPE)
  set(messages "${messages}" PARENT_SCOPE)
endfunction()

try_include(${ALLOWED})
if(NOT status EQUAL 0)
  message(SEND_ERROR "This should compile here: ${ALLOWED}\n${messages}")
endif()
foreach(header IN LISTS FORBIDDEN)
  try_include(${header})
  if(status EQUAL 0)
    message(SEND_ERROR "${header} can be included here and must not be.")
  elseif(NOT messages MATCHES "${header}: No such file")
    message(SEND_ERROR "${header} should not be found here; instead the compiler says:\n${messages}")
  endif()
endforeach()
