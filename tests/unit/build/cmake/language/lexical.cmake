#### lex_comment_inline
set(x a # comment
 b) # trailing
message("${x}")
#> a;b
#### lex_bracket_comment
set(x a #[[ c ]] b)
message("${x}")
#> a;b
#### lex_bracket_comment_multi
#[=[ foo
]] bar
]=]
message(ok)
#> ok
#### lex_two_commands_line_error
message(a) message(b)
#! error
#### lex_bracket_comment_then_command
#[[x]] message(a)
#! error
#### lex_missing_paren
message(a
#! error
#### lex_unterminated_string
message("a
#! error
#### lex_nl_between_name_paren
message
(a)
#! error
#### lex_space_between
message   (a)
#> a
#### lex_bracket_adjacent
message([[a]]b)
#! error
#### lex_bracket_nl
message([[
a
b]])
#> a
#> b
#### lex_bracket_levels
message([==[a]=]b]==])
#> a]=]b
#### lex_parens_args
message(a (b c) d)
#> a(bc)d
#### lex_parens_nested
function(f)
message("${ARGC}|${ARGN}")
endfunction()
f((a) (b (c)) "(d)")
#> 10|(;a;);(;b;(;c;););(d)
#### lex_escape_list
set(x a\ b\;c d)
list(LENGTH x n)
message("${n}|${x}")
#> 3|a b;c;d
#### lex_escapes
message("a\tb\nc\\d\"e\$f\@g\#h")
#> a	b
#> c\d"e$f@g#h
#### lex_bad_escape
message("a\qb")
#! error
#### lex_bad_escape_digit
message(a\1b)
#! error
#### lex_unquoted_escape_chars
message(\(\)\ \"\#\$\\)
#> () "#$\
#### lex_equals_bracket
message([=a =[b [ a[1] )
#> [=a=[b[a[1]
#### lex_at
set(A 1)
message(@A@ ${A}@)
#> @A@1@
#### lex_dollar
message(a$b $ $$ "$" $<x>)
#> a$b$$$$$<x>
#### lex_named_curly_error
message($FOO{x})
#! error
#### lex_make_var
message($(FOO) a$(BAR)b)
#> $(FOO)a$(BAR)b
#### lex_unterminated_ref
message("${a")
#! error
#### lex_invalid_char_in_ref
message("${a b}")
#! error
#### lex_escaped_char_in_ref
set("a b" 3)
message("${a\ b}")
#> 3
#### lex_nested_ref
set(a b)
set(b c)
set(c d)
message("${${${a}}}")
#> d
#### lex_ref_concat
set(x_1 one)
set(i 1)
message("${x_${i}}-${x_${i}}")
#> one-one
#### lex_empty_ref
message("[${}]")
#> []
#### lex_env
set(ENV{FOO_A} "v;w")
message($ENV{FOO_A} "$ENV{FOO_A}")
#> vwv;w
#### lex_cache_ref
set(cc "1;2" CACHE STRING "")
set(cc n)
message("$CACHE{cc} ${cc}")
#> 1;2 n
#### lex_semicolons
function(f)
message("${ARGC}|${ARGV}")
endfunction()
f(a;;b;)
f(;)
f(;;a)
#> 2|a;b
#> 0|
#> 1|a
#### lex_brackets_protect
set(x "[a;b];c")
list(LENGTH x n)
message(${n})
foreach(i ${x})
message("<${i}>")
endforeach()
#> 2
#> <[a;b]>
#> <c>
#### lex_open_bracket
set(x "a[;b" c)
list(LENGTH x n)
message(${n})
#> 1
#### lex_line_var
message("${CMAKE_CURRENT_LIST_LINE}")

message(${CMAKE_CURRENT_LIST_LINE}
 ${CMAKE_CURRENT_LIST_LINE})
#> 2
#> 45
#### lex_quoted_continuation
message("a\
  b")
#> a  b
#### lex_trailing_space
message("x")  
message(y)	
#> x
#> y
#### lex_case
SET(X 1)
set(x 2)
message("${X}${x}")
#> 12
#### lex_legacy_quotes
message(a"b c"d -D"x=y" x"y;z"w)
#> a"b c"d-D"x=y"x"yz"w
#### lex_slash_vars
set(a/b.c+d-e 1)
message(${a/b.c+d-e})
#> 1
#### lex_text_after_paren
message(a)b
#! error
#### lex_number_name
1message(a)
#! error
#### lex_dash_name
my-message(a)
#! error
#### lex_quoted_paren
message("(" ")" "#x")
#> ()#x
#### lex_hash_in_unquoted
message(a#b
)
#> a
#### lex_comment_eof
message(a)
# end
#> a
#### lex_empty_file
#### lex_bracket_comment_inside_args
message(a #[==[ ; ) ]==] ")" )
#> a)
#### lex_unterminated_bracket
message([[a]
#! error
#### lex_tab_separated
message("a"	"b")
#> ab
#### lex_semicolon_quoted_escape
set(x "a\;b")
message("${x}")
list(LENGTH x n)
message("${n}")
foreach(i ${x})
message("<${i}>")
endforeach()
#> a\;b
#> 1
#> <a;b>
#### lex_backslash_pairs
message("a\\\\b" c\\\\d)
#> a\\bc\\d
#### lex_multiline_args
set(x
  a
  # comment
  b

  c)
message("${x}")
#> a;b;c
#### nest_unclosed_if
if(TRUE)
message(a)
#! error
#### nest_bad_order
if(TRUE)
foreach(i a)
endif()
endforeach()
#! error
#### nest_else_twice
if(FALSE)
else()
else()
endif()
#! error
#### nest_elseif_after_else
if(FALSE)
else()
elseif(TRUE)
endif()
#! error
#### nest_endif_alone
endif()
#! error
#### nest_in_untaken
if(FALSE)
if(TRUE)
endif()
message(a)
#! error
#### nest_function_unclosed
function(f)
#! error
#### nest_case
IF(TRUE)
Message(a)
ElseIf(FALSE)
EndIF()
#> a
#### nest_unclosed_before_output
message(a)
while(TRUE)
#! error
