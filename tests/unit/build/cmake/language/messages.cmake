#### message_modes
message(STATUS "s1")
message("n1")
message(STATUS "s2")
message(NOTICE "n2")
message(VERBOSE "v")
message(DEBUG "d")
message(TRACE "t")
message(STATUS)
message(STATUS "")
message("")
message(NOTICE)
message(STATUS a;b c)
message(FOO bar)
message(status x)
#> -- s1
#> -- s2
#> -- 
#> -- 
#> -- abc
#> n1
#> n2
#>
#>
#> FOObar
#> statusx
#### message_multiline
message("a
b")
message(STATUS "c
d")
message("x\n\ny")
#> -- c
#> d
#> a
#> b
#> x
#>
#> y
#### message_noargs
message()
#! error
#### message_check
message(CHECK_START "Looking")
message(CHECK_START "Inner")
message(CHECK_PASS "found")
message(CHECK_FAIL "bad")
#> -- Looking
#> -- Inner
#> -- Inner - found
#> -- Looking - bad
#### message_indent
list(APPEND CMAKE_MESSAGE_INDENT "  ")
message("a\nb")
message(STATUS "c")
list(POP_BACK CMAKE_MESSAGE_INDENT)
message("d")
#> --   c
#>   a
#>   b
#> d
#### message_context
set(CMAKE_MESSAGE_CONTEXT a b)
message(STATUS x)
set(CMAKE_MESSAGE_CONTEXT_SHOW ON)
message(STATUS y)
message(z)
#> -- x
#> -- [a.b] y
#> [a.b] z
#### message_log_level
set(CMAKE_MESSAGE_LOG_LEVEL VERBOSE)
message(VERBOSE v)
message(DEBUG d)
set(CMAKE_MESSAGE_LOG_LEVEL NOTICE)
message(STATUS s)
message(n)
set(CMAKE_MESSAGE_LOG_LEVEL debug)
message(DEBUG d2)
#> -- v
#> -- d2
#> n
#### message_fatal
message(a)
message(FATAL_ERROR "x")
message(b)
#! error
#### message_mode_from_variable
set(mode STATUS)
message(${mode} "hi")
set(empty "")
message(${empty} "no mode")
message("${mode}" "quoted mode")
#> -- hi
#> -- quoted mode
#> no mode
#### call_builtin
set(cmd set)
cmake_language(CALL ${cmd} x "a;b" c)
message("${x}")
cmake_language(CALL message STATUS "hi ${x}")
#> -- hi a;b;c
#> a;b;c
#### call_flow
cmake_language(CALL if TRUE)
#! error
#### call_return
function(f)
cmake_language(CALL return)
message(no)
endfunction()
f()
message(yes)
#> yes
#### call_missing
cmake_language(CALL nope_x)
#! error
#### call_two_words_in_one_argument
set(c "CALL;message")
cmake_language(${c} hi)
#> hi
#### call_arguments_not_literal
set(c "message;hi")
cmake_language(CALL ${c})
#! error
#### call_in_macro
macro(m fn)
cmake_language(CALL ${fn} ${ARGN})
endmacro()
function(p)
message("${ARGC} ${ARGV}")
endfunction()
m(p a b)
#> 2 a;b
#### call_break
foreach(i 1 2)
cmake_language(CALL break)
message(no)
endforeach()
message(done)
#> done
#### eval_code
set(A 1)
cmake_language(EVAL CODE "
set(B \${A}2)
message(\"\${B}\")
function(q)
message(q)
endfunction()
")
q()
message("${B}")
cmake_language(EVAL CODE [[message("${A}")]] [[
message(b)]])
#! error
#### eval_return
function(f)
cmake_language(EVAL CODE "return()")
message(after)
endfunction()
f()
#> after
#### eval_if
cmake_language(EVAL CODE "if(TRUE)
message(T)
endif()")
#> T
#### eval_syntax_error
cmake_language(EVAL CODE "message(")
#! error
#### eval_in_macro
macro(m v)
cmake_language(EVAL CODE "message(\"${v}\")")
endmacro()
m(zz)
#> zz
#### eval_without_code
cmake_language(EVAL)
#! error
#### language_unknown
cmake_language(FOO)
#! error
#### language_noargs
cmake_language()
#! error
#### language_log_level
cmake_language(GET_MESSAGE_LOG_LEVEL l)
message("${l}")
#> -- 
#### defer_in_script
cmake_language(DEFER CALL message "deferred")
#! error
#### include_basic
file(WRITE "@TMP@/a.cmake" "set(v 1)\nmessage(\"\${CMAKE_CURRENT_LIST_LINE}\")\nget_filename_component(n \"\${CMAKE_CURRENT_LIST_FILE}\" NAME)\nmessage(\${n})\nreturn()\nmessage(no)")
include("@TMP@/a.cmake")
message("${v}")
include(a.cmake RESULT_VARIABLE r)
get_filename_component(n "${r}" NAME)
message("${n}")
#> 2
#> a.cmake
#> 1
#> 2
#> a.cmake
#> a.cmake
#### include_missing
include(nope.cmake)
#! error
#### include_module_missing
include(NopeModule)
#! error
#### include_optional
include(nope OPTIONAL)
include(nope OPTIONAL RESULT_VARIABLE r)
message("${r}")
#> NOTFOUND
#### include_directory
file(MAKE_DIRECTORY "@TMP@/d")
include("@TMP@/d")
#! error
#### include_module_path
file(WRITE "@TMP@/mods/Foo.cmake" "message(foo)")
list(APPEND CMAKE_MODULE_PATH "@TMP@/mods")
include(Foo)
#> foo
#### include_bad_args
include(a b c)
#! error
#### include_noargs
include()
#! error
#### include_guard
file(WRITE "@TMP@/g.cmake" "include_guard()\nmessage(in)\n")
include("@TMP@/g.cmake")
include("@TMP@/g.cmake")
#> in
#### include_guard_global
file(WRITE "@TMP@/g.cmake" "include_guard(GLOBAL)\nmessage(in)\n")
function(f)
include("@TMP@/g.cmake")
endfunction()
f()
f()
#> in
#### include_guard_function
file(WRITE "@TMP@/g.cmake" "include_guard()\nmessage(in)\n")
function(f)
include("@TMP@/g.cmake")
endfunction()
f()
f()
#> in
#> in
#### include_guard_directory
file(WRITE "@TMP@/g.cmake" "include_guard(DIRECTORY)\nmessage(in)\n")
function(f)
include("@TMP@/g.cmake")
endfunction()
f()
f()
#> in
#### include_guard_bad
include_guard(FOO)
#! error
#### include_policy_scope
cmake_policy(VERSION 3.20)
file(WRITE "@TMP@/p.cmake" "cmake_policy(SET CMP0121 NEW)")
include("@TMP@/p.cmake")
cmake_policy(GET CMP0121 a)
include("@TMP@/p.cmake" NO_POLICY_SCOPE)
cmake_policy(GET CMP0121 b)
message("[${a}] [${b}]")
#> [] [NEW]
#### include_break_in_loop
file(WRITE "@TMP@/b.cmake" "break()\nmessage(after)")
foreach(i 1 2)
include("@TMP@/b.cmake")
message(${i})
endforeach()
#> after
#> 1
#> after
#> 2
#### include_function_vars
file(WRITE "@TMP@/d/b.cmake" "function(q)\nmessage(\"\${CMAKE_CURRENT_FUNCTION_LIST_FILE}\")\nmessage(\"\${CMAKE_CURRENT_LIST_DIR}\")\nendfunction()\nmacro(w)\nmessage(\"\${CMAKE_CURRENT_LIST_DIR}\")\nendmacro()\nq()\n")
include("@TMP@/d/b.cmake")
function(z)
message("${CMAKE_CURRENT_FUNCTION_LIST_LINE}")
endfunction()
z()
#> @TMP@/d/b.cmake
#> @TMP@/d
#> 4
#### include_parent_list_file
file(WRITE "@TMP@/b.cmake" "get_filename_component(n \"\${CMAKE_PARENT_LIST_FILE}\" EXT)\nmessage(\"\${n}\")")
include("@TMP@/b.cmake")
#> .cmake
#### include_syntax_error
file(WRITE "@TMP@/b.cmake" "message(")
include("@TMP@/b.cmake")
message(x)
#! error
#### include_set_parent
file(WRITE "@TMP@/b.cmake" "set(x 1 PARENT_SCOPE)\nset(y 2)")
function(f)
include("@TMP@/b.cmake")
message("[${x}][${y}]")
endfunction()
f()
message("[${x}][${y}]")
#> [][2]
#> [1][]
#### include_itself
file(WRITE "@TMP@/s.cmake" "include(\"@TMP@/s.cmake\")")
include("@TMP@/s.cmake")
#! error
#### include_macro_argument
file(WRITE "@TMP@/i.cmake" "message(\"[\${a}]\")")
macro(m a)
include("@TMP@/i.cmake")
endmacro()
m(1)
#> []
#### unknown_command
No_Such_Thing(1)
#! error
#### project_command_in_script
add_library(x y)
#! error
#### project_in_script
project(x)
#! error
