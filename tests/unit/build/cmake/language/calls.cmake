#### fn_args_count
function(f a b)
message("${a}|${b}|${ARGC}|${ARGV}|${ARGN}|${ARGV0}|${ARGV1}|${ARGV2}|${ARGV3}")
endfunction()
f(1 2)
f(1 2 3 4)
f("" "x;y" "")
#> 1|2|2|1;2||1|2||
#> 1|2|4|1;2;3;4|3;4|1|2|3|4
#> |x;y|3|;x;y;|||x;y||
#### fn_too_few
function(f a b)
endfunction()
f(1)
#! error
#### fn_inherits_argv
function(g)
message("[${ARGV1}] [${ARGC}]")
endfunction()
function(f)
g(only)
endfunction()
f(a b c)
#> [b] [1]
#### fn_current_function
function(outer)
message("${CMAKE_CURRENT_FUNCTION} ${CMAKE_CURRENT_FUNCTION_LIST_LINE}")
inner()
message("${CMAKE_CURRENT_FUNCTION}")
endfunction()
function(inner)
message("${CMAKE_CURRENT_FUNCTION} ${CMAKE_CURRENT_FUNCTION_LIST_LINE}")
endfunction()
outer()
message("[${CMAKE_CURRENT_FUNCTION}]")
#> outer 2
#> inner 7
#> outer
#> []
#### fn_override_builtin
function(message)
_message("wrapped: ${ARGV}")
endfunction()
message(a b)
#> wrapped: a;b
#### fn_double_override
macro(foo)
message(1)
endmacro()
macro(foo)
message(2)
_foo()
endmacro()
foo()
#> 2
#> 1
#### fn_override_flow
function(if)
endfunction()
#! error
#### fn_recursion
function(fact n out)
if(n LESS 2)
set(${out} 1 PARENT_SCOPE)
else()
math(EXPR m "${n}-1")
fact(${m} r)
math(EXPR r "${r}*${n}")
set(${out} ${r} PARENT_SCOPE)
endif()
endfunction()
fact(10 x)
message(${x})
#> 3628800
#### fn_endless_recursion
function(f)
f()
endfunction()
f()
#! error
#### fn_name_case
function(MyFunc)
message("${CMAKE_CURRENT_FUNCTION}")
endfunction()
MYFUNC()
myfunc()
#> MyFunc
#> MyFunc
#### fn_define_inside
function(f)
function(g)
message(g)
endfunction()
endfunction()
f()
g()
#> g
#### fn_param_named_argc
function(f ARGC)
message("${ARGC}")
endfunction()
f(x)
#> x
#### fn_return_value
function(f)
return()
message(no)
endfunction()
f()
message(yes)
#> yes
#### fn_return_in_loop
function(f)
foreach(i 1 2 3)
if(i EQUAL 2)
return()
endif()
message(${i})
endforeach()
endfunction()
f()
message(done)
#> 1
#> done
#### fn_return_propagate
function(f)
set(a 1)
set(b 2)
return(PROPAGATE a b c)
endfunction()
set(c keep)
f()
message("${a}${b}[${c}]")
#> 12[keep]
#### fn_return_propagate_unset
function(f)
unset(a)
return(PROPAGATE a)
endfunction()
set(a 1)
f()
message("[${a}]")
#> []
#### fn_return_propagate_block
function(f)
set(a 1)
block()
set(a 2)
return(PROPAGATE a)
endblock()
endfunction()
f()
message("${a}")
#> 2
#### fn_return_bad_arg
function(f)
return(x)
endfunction()
f()
#! error
#### fn_parent_scope_twolevel
function(g)
set(v g PARENT_SCOPE)
endfunction()
function(f)
g()
message("f: ${v}")
endfunction()
f()
message("[${v}]")
#> f: g
#> []
#### fn_unset_local
function(f)
unset(v)
message("[${v}]")
endfunction()
set(v 1)
f()
message(${v})
#> []
#> 1
#### fn_list_parent
function(f)
list(APPEND l b)
set(l ${l} PARENT_SCOPE)
endfunction()
set(l a)
f()
f()
message("${l}")
#> a;b;b
#### fn_break_outside
function(f)
break()
endfunction()
foreach(i 1 2)
f()
endforeach()
#! error
#### fn_redefined_while_running
function(f)
function(f)
message(second)
endfunction()
message(first)
endfunction()
f()
f()
#> first
#> second
#### fn_computed_name
set(n foo)
function(${n}_bar)
message(called)
endfunction()
foo_bar()
#> called
#### fn_no_name
function()
endfunction()
#! error
#### fn_dynamic_scope
function(g)
message("${v}")
endfunction()
function(f)
set(v local)
g()
endfunction()
set(v outer)
f()
g()
#> local
#> outer
#### fn_parameter_shadows
function(f x)
set(x changed)
message("${x} ${ARGV0}")
endfunction()
set(x o)
f(arg)
message("${x}")
#> changed arg
#> o
#### break_outside
break()
#! error
#### continue_outside
continue()
#! error
#### break_args
foreach(i 1)
break(1)
endforeach()
#! error
#### macro_basic_text
macro(m a)
message("${a}|${ARGC}|${ARGN}|${ARGV}|${ARGV0}")
set(r "${a}x")
message("${r}")
endmacro()
m(1)
m("1;2" 3)
#> 1|1||1|1
#> 1x
#> 1;2|2|3|1;2;3|1;2
#> 1;2x
#### macro_set_arg
macro(m v)
set(${v} new)
endmacro()
m(foo)
message(${foo})
#> new
#### macro_arg_backslash_error
macro(m a)
message("${a}")
endmacro()
m("a\\b")
#! error
#### macro_arg_dollar
set(x 5)
macro(m a)
message("${a}")
endmacro()
m("\${x}")
#> 5
#### macro_arg_brace
set(v_a} 1)
macro(m a)
message("${v_${a}}")
endmacro()
m("a")
#>
#### macro_arg_closing_brace
set(v_a 1)
macro(m a)
message("${v_${a}}")
endmacro()
m("a}x{")
#> 1x{}
#### macro_arg_semicolon_bare
macro(m a)
foreach(i ${a})
message("<${i}>")
endforeach()
endmacro()
m("1;2;3")
#> <1>
#> <2>
#> <3>
#### macro_arg_quote
macro(m a)
message(${a})
endmacro()
m("x\"y z\"")
#> x"y z"
#### macro_lists_argn
macro(m)
foreach(i IN LISTS ARGN)
message("<${i}>")
endforeach()
foreach(i ${ARGN})
message("(${i})")
endforeach()
endmacro()
m(a b)
set(ARGN q)
m(a b)
#> (a)
#> (b)
#> <q>
#> (a)
#> (b)
#### macro_in_function_argn
function(f)
m(x y)
endfunction()
macro(m)
foreach(i IN LISTS ARGN)
message("<${i}>")
endforeach()
message("${ARGV0} ${ARGV1} ${ARGV2}")
endmacro()
f(1 2 3)
#> <1>
#> <2>
#> <3>
#> x y 3
#### macro_nested_calls
macro(a x)
b(${x}1)
message("a ${x}")
endmacro()
macro(b x)
message("b ${x}")
endmacro()
a(q)
#> b q1
#> a q
#### macro_defining_function
macro(mk name val)
function(${name})
message("${val} ${ARGC} ${ARGV0}")
endfunction()
endmacro()
mk(foo hello)
foo(x)
#> hello 2 foo
#### macro_param_hidden_by_escape
macro(m a)
message("\${a} ${a}")
endmacro()
m(z)
#! error
#### macro_bracket_not_replaced
macro(m a)
message([[${a}]])
endmacro()
m(z)
#> ${a}
#### macro_if_param
macro(m a)
if("${a}" STREQUAL "x")
message(eq)
endif()
if(${a} STREQUAL "x")
message(eq2)
endif()
if(DEFINED a)
message(def)
else()
message(undef)
endif()
endmacro()
m(x)
#> eq
#> eq2
#> undef
#### macro_else_return
macro(m)
if(TRUE)
return()
endif()
endmacro()
function(f)
message(1)
m()
message(2)
endfunction()
f()
message(3)
#> 1
#> 3
#### macro_return_toplevel
macro(m)
return()
endmacro()
message(1)
m()
message(2)
#> 1
#### macro_too_few
macro(m a b)
endmacro()
m(1)
#! error
#### macro_env_param
macro(m n)
message("$ENV{${n}}")
endmacro()
set(ENV{QQ} 7)
m(QQ)
#> 7
#### macro_while
macro(m n)
set(i 0)
while(i LESS ${n})
math(EXPR i "${i}+1")
message(${i})
endwhile()
endmacro()
m(2)
#> 1
#> 2
#### macro_parameter_order
macro(m a b)
message("${a} ${b}")
endmacro()
m("\${b}" "\${a}x")
#> x x
#### macro_empty_argn
macro(m)
message("[${ARGN}] [${ARGV}] [${ARGC}] [${ARGV0}]")
endmacro()
m()
#> [] [] [0] []
#### macro_value_used_twice
macro(m a)
set(r "${a}${a}-${${a}_x}")
endmacro()
set(k_x 9)
m(k)
message("${r}")
#> kk-9
#### macro_foreach_over_param_name
macro(m lst)
foreach(i IN LISTS ${lst})
message("<${i}>")
endforeach()
endmacro()
set(names a b)
m(names)
#> <a>
#> <b>
#### macro_recursive
macro(m n)
if(${n} GREATER 0)
math(EXPR k "${n}-1")
message(${n})
m(${k})
endif()
endmacro()
m(3)
#> 3
#> 2
#> 1
#### return_toplevel
message(1)
return()
message(2)
#> 1
#### block_forms
set(a 1)
set(b 1)
block(SCOPE_FOR VARIABLES PROPAGATE a)
set(a 2)
set(b 2)
endblock()
message("${a}${b}")
block(SCOPE_FOR POLICIES)
set(b 3)
endblock()
message("${b}")
block(PROPAGATE a)
unset(a)
endblock()
if(DEFINED a)
message(def)
else()
message(undef)
endif()
#> 21
#> 3
#> undef
#### block_bad
block(FOO)
endblock()
#! error
#### block_policies_propagate
block(SCOPE_FOR POLICIES PROPAGATE a)
endblock()
#! error
#### block_break
foreach(i 1 2 3)
block(PROPAGATE x)
set(x ${i})
if(i EQUAL 2)
break()
endif()
endblock()
endforeach()
message(${x})
#> 2
#### block_nested
block()
set(x 1)
block()
set(x 2 PARENT_SCOPE)
message(${x})
endblock()
message(${x})
endblock()
message("[${x}]")
#> 1
#> 2
#> []
#### block_in_function
function(f)
block()
set(v 1 PARENT_SCOPE)
endblock()
message("${v}")
endfunction()
f()
message("[${v}]")
#> 1
#> []
#### block_policy_scope
block(SCOPE_FOR POLICIES)
cmake_policy(SET CMP0126 NEW)
endblock()
message(ok)
#> ok
