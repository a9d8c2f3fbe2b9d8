#### set_forms
set(a)
set(b "")
set(c 1 2)
set(d "1;2" 3)
set(e ";")
set(f "" "")
set(g "" a "")
message("[${a}][${b}][${c}][${d}][${e}][${f}][${g}]")
#> [][][1;2][1;2;3][;][;][;a;]
#### set_no_args
set()
#! error
#### set_cache_no_type
set(c CACHE)
#! error
#### set_cache_missing_doc
set(c 1 CACHE STRING)
#! error
#### set_force_nocache
set(a 1 2 3 FORCE)
message("${a}")
#! error
#### set_force_short
set(a 1 FORCE)
message("${a}")
#> 1;FORCE
#### set_cache_empty
set(a CACHE STRING "doc")
message("[${a}]")
if(DEFINED CACHE{a})
message(d)
endif()
#> []
#> d
#### set_cache_force
set(a 1 CACHE STRING "")
set(a 2 CACHE STRING "" FORCE)
message("${a}")
set(a 3 CACHE INTERNAL "")
message("${a}")
set(a n)
set(a 4 CACHE STRING "" FORCE)
message("${a} $CACHE{a}")
unset(a)
message("${a}")
unset(a CACHE)
message("[${a}]")
#> 2
#> 3
#> n 4
#> 4
#> []
#### set_cache_list
set(a 1 2 3 CACHE STRING "doc")
message("${a}")
#> 1;2;3
#### set_env
set(ENV{Q1} a)
message("$ENV{Q1}")
set(ENV{Q1})
message("[$ENV{Q1}]")
if(DEFINED ENV{Q1})
message(d)
endif()
unset(ENV{Q1})
if(DEFINED ENV{Q1})
message(d2)
endif()
#> a
#> []
#> d
#### set_env_unset_value
set(ENV{Q2} "")
if(DEFINED ENV{Q2})
message(d)
else()
message(u)
endif()
#> u
#### set_env_list
set(ENV{Q3} "a;b")
set(x $ENV{Q3} c)
list(LENGTH x n)
message(${n})
#> 3
#### set_env_in_function
function(f)
set(ENV{Q4} in)
endfunction()
f()
message("$ENV{Q4}")
#> in
#### set_parent_scope_in_nested_function
function(g)
set(x g PARENT_SCOPE)
endfunction()
function(f)
set(x f)
g()
message("${x}")
set(x ${x} PARENT_SCOPE)
endfunction()
f()
message("${x}")
#> g
#> g
#### set_parent_list
function(f)
set(x a b "c d" PARENT_SCOPE)
endfunction()
f()
message("${x}")
#> a;b;c d
#### set_keyword_values
set(x PARENT_SCOPE y)
message("${x}")
set(y CACHE a b c)
message("${y}")
#> PARENT_SCOPE;y
#> CACHE;a;b;c
#### set_computed_name
set(n foo)
set(${n}_bar 1)
set("a b" 2)
message("${foo_bar} ${a\ b}")
#> 1 2
#### set_empty_name
set("" 1)
message("[${}]")
#> [1]
#### unset_forms
set(x 1)
unset(x)
unset(x)
unset(y CACHE)
unset(ENV{NOPE})
message("[${x}]")
#> []
#### unset_bad
unset(x FOO)
#! error
#### unset_parent
function(f)
unset(x PARENT_SCOPE)
message("${x}")
endfunction()
set(x 1)
f()
message("[${x}]")
#> 1
#> []
#### option_forms
option(A "doc")
option(B "doc" ON)
option(C "doc" yes)
option(D "doc" foo)
option(E "doc" 1)
message("${A} ${B} ${C} ${D} ${E}")
option(B "doc" OFF)
message("${B}")
#> OFF ON ON OFF ON
#> ON
#### option_bad
option(A)
#! error
#### option_cached
set(A foo CACHE STRING "")
option(A "d" ON)
message("${A}")
#> foo
#### option_variable_value
set(D ON)
option(X "doc" ${D})
message("${X}")
#> ON
#### policy_known
cmake_policy(GET CMP0054 a)
message("${a}")
#> NEW
#### policy_pop_unmatched
cmake_policy(POP)
#! error
#### policy_unknown
cmake_policy(SET CMP9999 NEW)
#! error
#### policy_bad
cmake_policy(FOO)
#! error
#### policy_version
cmake_policy(VERSION 3.12)
cmake_policy(GET CMP0077 a)
cmake_policy(GET CMP0074 b)
message("[${a}][${b}]")
#> [][NEW]
#### policy_function_reaches_caller
cmake_policy(VERSION 3.20)
function(f)
cmake_policy(SET CMP0121 NEW)
endfunction()
f()
cmake_policy(GET CMP0121 a)
message("[${a}]")
#> [NEW]
#### policy_function_keeps_definition
cmake_policy(VERSION 3.20)
function(f)
cmake_policy(GET CMP0121 a)
message("[${a}]")
endfunction()
cmake_policy(SET CMP0121 NEW)
f()
#> []
#### policy_pushed_in_function
cmake_policy(VERSION 3.20)
function(f)
cmake_policy(PUSH)
cmake_policy(SET CMP0121 NEW)
cmake_policy(POP)
endfunction()
f()
cmake_policy(GET CMP0121 a)
message("[${a}]")
#> []
#### minimum_required_range
cmake_minimum_required(VERSION 3.16...3.24)
cmake_policy(GET CMP0139 a)
cmake_policy(GET CMP0140 b)
message("${CMAKE_MINIMUM_REQUIRED_VERSION}|${a}|${b}")
#> 3.16|NEW|
#### minimum_required_bad
cmake_minimum_required(FOO 3.5)
#! error
#### minimum_required_noversion
cmake_minimum_required(VERSION)
#! error
#### minimum_required_unparsed
cmake_minimum_required(VERSION abc)
#! error
#### minimum_required_range_bad
cmake_minimum_required(VERSION 3.20...3.10)
#! error
#### minimum_required_future
cmake_minimum_required(VERSION 99.1)
#! error
#### policy_old_cache
cmake_policy(VERSION 3.20)
set(x n)
set(x c CACHE STRING "")
message("${x}")
#> c
#### policy_old_foreach
cmake_policy(VERSION 3.20)
foreach(i a)
endforeach()
if(DEFINED i)
message("def [${i}]")
endif()
#> def []
#### global_property
set_property(GLOBAL PROPERTY FOO a b)
get_cmake_property(v FOO)
message("${v}")
get_property(v GLOBAL PROPERTY FOO)
message("${v}")
get_property(d GLOBAL PROPERTY FOO DEFINED)
get_property(s GLOBAL PROPERTY FOO SET)
message("${d}${s}")
get_cmake_property(n NOPE)
message("${n}")
#> a;b
#> a;b
#> 01
#> NOTFOUND
#### cmake_property_variables
set(zzq 1)
get_cmake_property(v VARIABLES)
if(zzq IN_LIST v)
message(yes)
endif()
#### cache_properties
set(x 1 CACHE STRING "doc")
get_property(v CACHE x PROPERTY TYPE)
message("${v}")
get_property(v CACHE x PROPERTY HELPSTRING)
message("${v}")
get_property(v CACHE x PROPERTY VALUE)
message("${v}")
get_property(v VARIABLE PROPERTY x)
message("${v}")
#> STRING
#> doc
#> 1
#> 1
#### mark_as_advanced
set(x 1 CACHE STRING "")
mark_as_advanced(x)
mark_as_advanced(FORCE x)
mark_as_advanced(CLEAR x)
message(ok)
#> ok
#### variable_watch
variable_watch(foo)
set(bar 1)
message(${bar})
#> 1
#### separate_unix
separate_arguments(x UNIX_COMMAND "a 'b c' \"d e\" f\\ g 'h\"i' \"j'k\" l\\\"m ''")
foreach(i IN LISTS x)
message("<${i}>")
endforeach()
#> <a>
#> <b c>
#> <d e>
#> <f g>
#> <h"i>
#> <j'k>
#> <l"m>
#> <>
#### separate_windows
separate_arguments(x WINDOWS_COMMAND "a \"b c\" d\\e \"f\\\\\" 'g h'")
foreach(i IN LISTS x)
message("<${i}>")
endforeach()
#> <a>
#> <b c>
#> <d\e>
#> <f;'g>
#> <h'>
#### separate_native
separate_arguments(x NATIVE_COMMAND "-a;b -c")
list(LENGTH x n)
message("${n} ${x}")
#> 2 -a\;b;-c
#### separate_old
set(x "a  b c;d")
separate_arguments(x)
message("${x}")
separate_arguments(nope)
message("[${nope}]")
#> a;;b;c;d
#> []
#### separate_bad
separate_arguments(x FOO "a")
#! error
#### separate_two_syntaxes
separate_arguments(x UNIX_COMMAND WINDOWS_COMMAND "a")
#! error
#### separate_empty
separate_arguments(x UNIX_COMMAND "")
message("[${x}]")
separate_arguments(y UNIX_COMMAND)
message("[${y}]")
#> []
#> []
#### parse_arguments_keywords
function(f)
cmake_parse_arguments(A "O" "S" "M" ${ARGN})
message("${A_O}|${A_S}|${A_M}|${A_UNPARSED_ARGUMENTS}|${A_KEYWORDS_MISSING_VALUES}")
endfunction()
f(S a S b M 1 M 2 3 O O)
f(S M O)
f(M S x)
f(a O b S c d M)
f(S O)
f(M O x)
f("")
f(M "" S "")
f(O;M;x;y)
#> TRUE|b|1;2;3||
#> TRUE||||M;S
#> FALSE|x|||M
#> TRUE|c||a;b;d|M
#> TRUE||||S
#> TRUE|||x|M
#> FALSE||||
#> FALSE||||M;S
#> TRUE||x;y||
#### parse_arguments_repeated_without_value
cmake_parse_arguments(A "O" "S" "M" S a O S)
message("${A_S}|${A_KEYWORDS_MISSING_VALUES}")
#> a|S
#### parse_arguments_empty_prefix
cmake_parse_arguments("" "O" "S" "M" S 1 M 2)
message("${_S}${_M}${_O}")
#> 12FALSE
#### parse_arguments_too_few
cmake_parse_arguments(A "" "")
#! error
#### parse_arguments_argv
function(f a)
cmake_parse_arguments(PARSE_ARGV 1 A "O" "S;T" "M")
message("${A_O}|${A_S}|${A_T}|${A_M}|${A_UNPARSED_ARGUMENTS}|${A_KEYWORDS_MISSING_VALUES}")
if(DEFINED A_S)
message(def)
endif()
endfunction()
f(x S s M "a;b" "" c)
f(x "p;q" r)
f(x)
#> FALSE|s||a\;b;;c||
#> def
#> FALSE||||p\;q;r|
#> FALSE|||||
#### parse_arguments_argv_toplevel
cmake_parse_arguments(PARSE_ARGV 0 A "" "" "")
#! error
#### parse_arguments_argv_bad_index
function(f)
cmake_parse_arguments(PARSE_ARGV x A "" "" "")
endfunction()
f()
#! error
#### parse_arguments_argv_in_macro
macro(m)
cmake_parse_arguments(PARSE_ARGV 0 A "" "S" "")
endmacro()
m(S 1)
#! error
#### parse_arguments_replaces
set(A_S old)
set(A_M old)
set(A_O old)
cmake_parse_arguments(A "O" "S" "M")
message("[${A_S}][${A_M}][${A_O}]")
#> [][][FALSE]
#### parse_arguments_keyword_lists_from_variables
set(opts O P)
set(one S)
function(f)
cmake_parse_arguments(A "${opts}" "${one}" "" ${ARGN})
message("${A_O}${A_P}${A_S}")
endfunction()
f(P S v)
#> FALSETRUEv
#### math_operators
foreach(e "1+2*3" "(1+2)*3" "7/2" "-7/2" "7%3" "-7%3" "1<<4" "256>>4" "5&3" "5|3" "5^3" "~0" "-(3)" "+4" "0x10+1" "2 + 3" "10-3-2" "1<<63" "0xFFFFFFFFFFFFFFFF" "9223372036854775807+1" "--5" "-1>>1" "1-1" "2*-3")
math(EXPR r "${e}")
message("${e} = ${r}")
endforeach()
#! error
#### math_hexadecimal
math(EXPR r "255" OUTPUT_FORMAT HEXADECIMAL)
message(${r})
math(EXPR r "-1" OUTPUT_FORMAT HEXADECIMAL)
message(${r})
math(EXPR r "0x1F" OUTPUT_FORMAT DECIMAL)
message(${r})
#> 0xff
#> 0xffffffffffffffff
#> 31
#### math_division_by_zero
math(EXPR r "1/0")
#! error
#### math_incomplete
math(EXPR r "1 +")
#! error
#### math_letters
math(EXPR r "a")
#! error
#### math_empty
math(EXPR r "")
#! error
#### math_unknown
math(FOO r 1)
#! error
