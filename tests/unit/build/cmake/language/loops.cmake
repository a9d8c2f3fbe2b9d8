#### foreach_range_forms
foreach(i RANGE 0 6 3)
message(${i})
endforeach()
foreach(i RANGE 1)
message(${i})
endforeach()
foreach(i RANGE 5 5)
message(${i})
endforeach()
foreach(i RANGE -1)
message(n${i})
endforeach()
foreach(i RANGE 0 5 10)
message(s${i})
endforeach()
#> 0
#> 3
#> 6
#> 0
#> 1
#> 5
#> n0
#> n-1
#> s0
#### foreach_range_bad
foreach(i RANGE 0 5 -1)
endforeach()
#! error
#### foreach_range_nonint
foreach(i RANGE a)
endforeach()
#! error
#### foreach_range_prefix
foreach(i RANGE 1x)
message(${i})
endforeach()
#> 0
#> 1
#### foreach_range_noargs
foreach(i RANGE)
message("<${i}>")
endforeach()
message(x)
#> <0>
#> x
#### foreach_range_four
foreach(i RANGE 1 2 3 4)
message("<${i}>")
endforeach()
#> <0>
#### foreach_range_overflow
foreach(i RANGE 99999999999)
endforeach()
#! error
#### foreach_in_mixed
set(l a b)
set(e "")
foreach(i IN LISTS l e ITEMS c "d;e" LISTS l)
message("<${i}>")
endforeach()
#> <a>
#> <b>
#> <c>
#> <d;e>
#> <a>
#> <b>
#### foreach_in_empty
foreach(i IN LISTS)
message(x)
endforeach()
foreach(i IN ITEMS)
message(y)
endforeach()
foreach(i)
message(z)
endforeach()
message(done)
#> done
#### foreach_noargs
foreach()
endforeach()
#! error
#### foreach_in_unknown
foreach(i IN a b)
endforeach()
#! error
#### foreach_var_scope
foreach(i a)
endforeach()
if(DEFINED i)
message(def)
else()
message(undef)
endif()
set(j x)
foreach(j 1 2)
set(j changed)
endforeach()
message(${j})
#> undef
#> x
#### foreach_cache_var
set(i c CACHE STRING "")
foreach(i a b)
message(${i})
endforeach()
message(${i})
#> a
#> b
#> c
#### foreach_zip_one_var
set(a 1 2)
set(b x)
foreach(p IN ZIP_LISTS a b)
message("${p_0} ${p_1}")
if(DEFINED p_1)
message(d)
endif()
endforeach()
#> 1 x
#> d
#> 2 
#### foreach_zip_mismatch
set(a 1)
foreach(p q IN ZIP_LISTS a)
endforeach()
#! error
#### foreach_zip_with_items
foreach(p q IN ZIP_LISTS a ITEMS b)
endforeach()
#! error
#### foreach_nested_break
foreach(i 1 2)
foreach(j 1 2 3)
if(j EQUAL 2)
break()
endif()
message("${i}${j}")
endforeach()
endforeach()
#> 11
#> 21
#### foreach_multi_var_items
foreach(a b IN ITEMS 1 2)
endforeach()
#! error
#### foreach_quoted
set(l "a;b")
foreach(i "${l}" ${l})
message("<${i}>")
endforeach()
#> <a;b>
#> <a>
#> <b>
#### foreach_empty_elems
foreach(i a "" b)
message("<${i}>")
endforeach()
set(l "a;;b")
foreach(i ${l})
message("(${i})")
endforeach()
foreach(i IN LISTS l)
message("[${i}]")
endforeach()
#> <a>
#> <>
#> <b>
#> (a)
#> (b)
#> [a]
#> []
#> [b]
#### foreach_same_variable_nested
foreach(i 1 2)
foreach(i a b)
message(${i})
endforeach()
message(${i})
endforeach()
#> a
#> b
#> 1
#> a
#> b
#> 2
#### foreach_unset_inside
foreach(i 1 2)
unset(i)
message("[${i}]")
endforeach()
#> []
#> []
#### foreach_endforeach_name
foreach(i 1)
message(${i})
endforeach(i)
#> 1
#### while_basic
set(l a b c)
while(l)
list(POP_FRONT l x)
message(${x})
endwhile()
#> a
#> b
#> c
#### while_break_continue
set(i 0)
while(TRUE)
math(EXPR i "${i}+1")
if(i EQUAL 2)
continue()
endif()
if(i GREATER 4)
break()
endif()
message(${i})
endwhile()
#> 1
#> 3
#> 4
#### while_noargs
while()
endwhile()
#! error
#### while_return
function(f)
while(1)
return()
endwhile()
endfunction()
f()
message(ok)
#> ok
#### while_condition_list
set(c 1 AND 1)
set(n 0)
while(${c})
math(EXPR n "${n}+1")
if(n EQUAL 3)
set(c 0)
endif()
endwhile()
message(${n})
#> 3
#### while_condition_matches
set(s aaab)
while(s MATCHES "^a(.*)")
set(s "${CMAKE_MATCH_1}")
endwhile()
message(${s})
#> b
