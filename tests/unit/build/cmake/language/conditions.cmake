#### if_elseif_chain
foreach(v 1 2 3 4)
if(v EQUAL 1)
message(one)
elseif(v EQUAL 2)
message(two)
elseif(v EQUAL 3)
message(three)
else()
message(other)
endif()
endforeach()
#> one
#> two
#> three
#> other
#### if_empty
if()
message(a)
else()
message(b)
endif()
#> b
#### if_not_empty
if(NOT)
message(a)
else()
message(b)
endif()
#> b
#### if_and_alone
if(AND)
message(a)
else()
message(b)
endif()
#> b
#### if_two_args
if(a b)
endif()
#! error
#### if_trailing_and
if(TRUE AND)
endif()
#! error
#### if_parens
if((TRUE OR FALSE) AND (FALSE OR (NOT FALSE)))
message(T)
endif()
if(NOT (TRUE AND FALSE))
message(T2)
endif()
if(((TRUE)))
message(T3)
endif()
#> T
#> T2
#> T3
#### if_empty_parens
if(())
message(T)
else()
message(F)
endif()
#> F
#### if_mismatched
if((TRUE)
message(T)
endif()
#! error
#### if_not_paren_adjacent
if(NOT(FALSE))
message(T)
endif()
#> T
#### if_numbers
foreach(p "1 EQUAL 1.0" "1 LESS 2" "2 LESS 1" "abc LESS 1" "1x EQUAL 1" "-1 LESS 0" "1e2 EQUAL 100" "0x10 EQUAL 16" " 1 EQUAL 1" "1 LESS_EQUAL 1" "1 GREATER_EQUAL 2" "007 EQUAL 7" ".5 LESS 1" "+3 EQUAL 3")
string(REPLACE " " ";" q "${p}")
if(${q})
message("${p} T")
else()
message("${p} F")
endif()
endforeach()
#> 1 EQUAL 1.0 T
#> 1 LESS 2 T
#> 2 LESS 1 F
#> abc LESS 1 F
#> 1x EQUAL 1 T
#> -1 LESS 0 T
#> 1e2 EQUAL 100 T
#> 0x10 EQUAL 16 T
#>  1 EQUAL 1 T
#> 1 LESS_EQUAL 1 T
#> 1 GREATER_EQUAL 2 F
#> 007 EQUAL 7 T
#> .5 LESS 1 T
#> +3 EQUAL 3 T
#### if_num_truth
foreach(v 0.0 0x0 1e-5 00 -0 -1 1.5 0e5 0x1 inf nan "1 " " 1" 1x +1 .0 . 1.)
if(${v})
message("${v} T")
else()
message("${v} F")
endif()
endforeach()
#> 0.0 F
#> 0x0 F
#> 1e-5 T
#> 00 F
#> -0 F
#> -1 T
#> 1.5 T
#> 0e5 F
#> 0x1 T
#> inf T
#> nan T
#> 1  F
#>  1 T
#> 1x F
#> +1 T
#> .0 F
#> . F
#> 1. T
#### if_case_constants
foreach(v on On yes YeS true True y n no off Off false ignore Ignore notfound NotFound NOTFOUND a-notfound a-NOTFOUND -NOTFOUND)
if(${v})
message("${v} T")
else()
message("${v} F")
endif()
endforeach()
#> on T
#> On T
#> yes T
#> YeS T
#> true T
#> True T
#> y T
#> n F
#> no F
#> off F
#> Off F
#> false F
#> ignore F
#> Ignore F
#> notfound F
#> NotFound F
#> NOTFOUND F
#> a-notfound F
#> a-NOTFOUND F
#> -NOTFOUND F
#### if_var_value_constants
foreach(v on n no "0" "00" "0.0" " " "notfound" "X-NOTFOUND" "x-notfound" "NOTFOUND")
set(q "${v}")
if(q)
message("[${v}] T")
else()
message("[${v}] F")
endif()
endforeach()
#> [on] T
#> [n] F
#> [no] F
#> [0] F
#> [00] T
#> [0.0] T
#> [ ] T
#> [notfound] T
#> [X-NOTFOUND] F
#> [x-notfound] T
#> [NOTFOUND] F
#### if_strcmp
if(abc STRLESS abd)
message(1)
endif()
if("b" STRGREATER "a")
message(2)
endif()
if(a STRLESS_EQUAL a AND b STRGREATER_EQUAL a)
message(3)
endif()
if("" STREQUAL "")
message(4)
endif()
if("A" STREQUAL "a")
message(5)
endif()
#> 1
#> 2
#> 3
#> 4
#### if_versions
foreach(p "1.2 VERSION_LESS 1.10" "1.0 VERSION_EQUAL 1" "1.a VERSION_EQUAL 1" "12.8 VERSION_GREATER_EQUAL 12.8.0" "12.8.93 VERSION_GREATER 12.8" "1.2.3.4.5 VERSION_GREATER 1.2.3.4" "9.0a VERSION_EQUAL 9.0" "1.01 VERSION_EQUAL 1.1" "a VERSION_LESS b" "10 VERSION_LESS_EQUAL 9" "1.2rc1 VERSION_LESS 1.2" "3.25.1-dirty VERSION_GREATER_EQUAL 3.25.1" "1. VERSION_EQUAL 1" "99999999999999999999.1 VERSION_GREATER 3")
string(REPLACE " " ";" q "${p}")
if(${q})
message("${p} T")
else()
message("${p} F")
endif()
endforeach()
#> 1.2 VERSION_LESS 1.10 T
#> 1.0 VERSION_EQUAL 1 T
#> 1.a VERSION_EQUAL 1 T
#> 12.8 VERSION_GREATER_EQUAL 12.8.0 T
#> 12.8.93 VERSION_GREATER 12.8 T
#> 1.2.3.4.5 VERSION_GREATER 1.2.3.4 T
#> 9.0a VERSION_EQUAL 9.0 T
#> 1.01 VERSION_EQUAL 1.1 T
#> a VERSION_LESS b F
#> 10 VERSION_LESS_EQUAL 9 F
#> 1.2rc1 VERSION_LESS 1.2 F
#> 3.25.1-dirty VERSION_GREATER_EQUAL 3.25.1 T
#> 1. VERSION_EQUAL 1 T
#> 99999999999999999999.1 VERSION_GREATER 3 T
#### if_in_list_more
set(l a "b c" "")
if("" IN_LIST l)
message(1)
endif()
if("b c" IN_LIST l)
message(2)
endif()
set(e "")
if("" IN_LIST e)
message(3)
endif()
if("" IN_LIST undefinedvar)
message(4)
endif()
if(NOT a IN_LIST undefinedvar)
message(5)
endif()
set(a zzz)
if(a IN_LIST l)
message(6)
endif()
#> 1
#> 2
#> 3
#> 5
#### if_in_list_separators
set(l "a;b" "[c;d]")
if("a;b" IN_LIST l)
message(1)
endif()
if("[c;d]" IN_LIST l)
message(2)
endif()
if("c" IN_LIST l)
message(3)
endif()
set(m "a\\;b;c")
if("a;b" IN_LIST m)
message(4)
endif()
set(n "xa;ay")
if(a IN_LIST n)
message(5)
endif()
#> 2
#> 4
#### if_defined_forms
set(x "")
set(ENV{ZZ_A} "")
set(ENV{ZZ_C} "1")
set(c 1 CACHE STRING "")
foreach(n x y ENV{ZZ_A} ENV{ZZ_B} ENV{ZZ_C} CACHE{c} CACHE{x} c)
if(DEFINED ${n})
message("${n} T")
else()
message("${n} F")
endif()
endforeach()
#> x T
#> y F
#> ENV{ZZ_A} F
#> ENV{ZZ_B} F
#> ENV{ZZ_C} T
#> CACHE{c} T
#> CACHE{x} F
#> c T
#### if_defined_quoted
set(x 1)
if(DEFINED "x")
message(T)
endif()
if("DEFINED" x)
message(bad)
endif()
#! error
#### if_keyword_quoted
if("NOT" STREQUAL "NOT")
message(T)
endif()
if(NOT "FALSE")
message(T2)
endif()
#> T
#> T2
#### if_keyword_from_var
set(op STREQUAL)
if(a ${op} a)
message(T)
endif()
set(cond NOT FALSE)
if(${cond})
message(T2)
endif()
set(v AND)
if(TRUE ${v} TRUE)
message(T3)
endif()
#> T
#> T2
#> T3
#### if_command_policy_target
if(COMMAND message)
message(1)
endif()
if(COMMAND nope)
message(2)
endif()
if(COMMAND ADD_LIBRARY)
message(3)
endif()
if(POLICY CMP0054)
message(4)
endif()
if(POLICY CMP9999)
message(5)
endif()
if(TARGET foo)
message(6)
endif()
if(TEST foo)
message(7)
endif()
function(myf)
endfunction()
if(COMMAND MyF)
message(8)
endif()
#> 1
#> 3
#> 4
#> 8
#### if_exists
file(WRITE "@TMP@/a.txt" "x")
if(EXISTS "@TMP@/a.txt")
message(1)
endif()
if(EXISTS "@TMP@/b.txt")
message(2)
endif()
if(IS_DIRECTORY "@TMP@")
message(3)
endif()
if(IS_DIRECTORY "@TMP@/a.txt")
message(4)
endif()
if(EXISTS "")
message(5)
endif()
file(MAKE_DIRECTORY "@TMP@/d/e")
if(EXISTS "@TMP@/d")
message(6)
endif()
if(IS_DIRECTORY "@TMP@/d/e/")
message(7)
endif()
#> 1
#> 3
#> 6
#> 7
#### if_absolute
foreach(p /a a ~/x ./a "" c:/x)
if(IS_ABSOLUTE "${p}")
message("${p} T")
else()
message("${p} F")
endif()
endforeach()
#> /a T
#> a F
#> ~/x T
#> ./a F
#>  F
#> c:/x F
#### if_matches_list
set(x "a;b;c")
if(x MATCHES "^a;b")
message("T ${CMAKE_MATCH_0}")
endif()
if("${x}" MATCHES "(b);(c)")
message("${CMAKE_MATCH_1}${CMAKE_MATCH_2} ${CMAKE_MATCH_COUNT}")
endif()
#> T a;b
#> bc 2
#### if_matches_and_use
set(x abc)
if(x MATCHES "a(.)c" AND "${CMAKE_MATCH_1}" STREQUAL "b")
message(T)
else()
message(F)
endif()
if(x MATCHES "a(.)c" AND CMAKE_MATCH_1 STREQUAL "b")
message(T)
else()
message(F)
endif()
#> F
#> T
#### if_matches_order
if(CMAKE_MATCH_1 STREQUAL "" OR "abc" MATCHES "(b)")
message("T ${CMAKE_MATCH_1}")
endif()
if("x" MATCHES "(x)" OR ("y" MATCHES "(y)"))
message("${CMAKE_MATCH_1}")
endif()
#> T b
#> x
#### if_matches_bad_regex
if("a" MATCHES "(")
message(T)
endif()
#! error
#### if_matches_self
set(v "ab12")
if(v MATCHES "([a-z]+)([0-9]+)")
if(CMAKE_MATCH_2 MATCHES "^1")
message("${CMAKE_MATCH_0} [${CMAKE_MATCH_2}] ${CMAKE_MATCH_COUNT}")
endif()
endif()
#> 1 [] 0
#### if_empty_matches
set(e)
if(${e} MATCHES "x")
message(T)
else()
message(F)
endif()
if("" MATCHES "")
message("T2 [${CMAKE_MATCH_COUNT}]")
endif()
#> F
#> T2 []
#### if_path_equal
if("/a//b" PATH_EQUAL "/a/b")
message(1)
endif()
if("/a/b/" PATH_EQUAL "/a/b")
message(2)
endif()
if("a/./b" PATH_EQUAL "a/b")
message(3)
endif()
if("//a" PATH_EQUAL "/a")
message(4)
endif()
#> 1
#> 4
#### if_newer
file(WRITE "@TMP@/a" "")
if("@TMP@/none" IS_NEWER_THAN "@TMP@/a")
message(1)
endif()
#> 1
#### if_not_precedence2
if(NOT FALSE STREQUAL FALSE)
message(T)
else()
message(F)
endif()
set(a 1)
if(NOT a EQUAL 2 AND NOT a EQUAL 3)
message(T2)
endif()
#> F
#> T2
#### if_and_or_mix
if(TRUE OR TRUE AND FALSE)
message(T)
else()
message(F)
endif()
if(FALSE AND TRUE OR TRUE)
message(T)
else()
message(F)
endif()
#> F
#> T
#### if_list_var_deref
set(l "a;b")
if(${l})
message(T)
endif()
#! error
#### if_list_expand_cond
set(l "1;AND;1")
if(${l})
message(T)
endif()
#> T
#### if_unset_expand_compare
if("${nope}" STREQUAL "")
message(T)
endif()
if(nope STREQUAL "")
message(T2)
else()
message(F2)
endif()
if(nope STREQUAL "nope")
message(T3)
endif()
#> T
#> F2
#> T3
#### if_result_as_operand
if((TRUE) STREQUAL "1")
message(T)
endif()
if((FALSE) EQUAL 0)
message(T2)
endif()
#> T
#> T2
#### if_exists_predicate_chain
if(NOT EXISTS /nope/nope AND NOT DEFINED nope AND NOT TARGET nope)
message(T)
endif()
#> T
#### if_comparison_chain
if(1 LESS 2 LESS 3)
message(T)
endif()
#> T
#### if_matches_as_first_word
if(MATCHES "x")
message(T)
else()
message(F)
endif()
#> F
#### if_quoted_deref_not
set(x y)
set(y 1)
if("${x}")
message(T)
else()
message(F)
endif()
if(${x})
message(T2)
endif()
#> T
#> T2
#### if_unquoted_number_name
set(1 no)
if(1)
message(T)
endif()
set(5 0)
if(5)
message(T5)
endif()
#> T
#> T5
#### if_macro_keyword_text
macro(m op)
if(a ${op} a)
message(T)
endif()
endmacro()
m(STREQUAL)
#> T
#### if_error_in_untaken_elseif
if(TRUE)
message(a)
elseif(${nope} STREQUAL x)
message(b)
endif()
#> a
#### if_error_in_elseif
if(FALSE)
elseif(${nope} STREQUAL x)
endif()
#! error
#### if_cache_only
set(v yes CACHE STRING "")
if(v STREQUAL "yes")
message(T)
endif()
if(DEFINED v AND v)
message(T2)
endif()
#> T
#> T2
#### if_env_truth
set(ENV{QQ_T} ON)
if($ENV{QQ_T})
message(T)
endif()
if(ENV{QQ_T})
message(bad)
else()
message(F)
endif()
#> T
#> F
#### if_nested_deep
if(TRUE)
if(FALSE)
message(no)
else()
if(NOT FALSE)
message(deep)
endif()
endif()
endif()
#> deep
#### if_and_or_parens_groups
foreach(a 0 1)
foreach(b 0 1)
foreach(c 0 1)
if(a AND b OR c)
message("${a}${b}${c} T")
endif()
if(a OR b AND c)
message("${a}${b}${c} U")
endif()
if(NOT a AND (b OR NOT c))
message("${a}${b}${c} V")
endif()
endforeach()
endforeach()
endforeach()
#> 000 V
#> 001 T
#> 010 V
#> 011 T
#> 011 U
#> 011 V
#> 101 T
#> 101 U
#> 110 T
#> 111 T
#> 111 U
