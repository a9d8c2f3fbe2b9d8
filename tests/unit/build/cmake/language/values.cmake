#### l_length
list(LENGTH nope a)
set(e "")
list(LENGTH e b)
set(x "a;;b;")
list(LENGTH x c)
message("${a}${b}${c}")
#> 004
#### l_get
set(x a b c)
list(GET x 0 2 -1 y)
message("${y}")
list(GET x -3 y)
message("${y}")
#> a;c;c
#> a
#### l_get_bad
set(x a)
list(GET x -2 y)
#! error
#### l_get_nonint
set(x a)
list(GET x foo y)
#! error
#### l_join
set(x a b c)
list(JOIN x "-" y)
list(JOIN nope "-" z)
message("${y}[${z}]")
#> a-b-c[]
#### l_sublist
set(x a b c d)
list(SUBLIST x 1 2 y)
list(SUBLIST x 2 -1 z)
list(SUBLIST x 0 0 w)
message("${y}|${z}|${w}")
#> b;c|c;d|
#### l_sublist_bad
set(x a)
list(SUBLIST x 5 1 y)
#! error
#### l_find
set(x a b a)
list(FIND x a i)
list(FIND x z j)
list(FIND nope a k)
message("${i} ${j} ${k}")
#> 0 -1 -1
#### l_append_empty
list(APPEND x)
message("[${x}]")
list(APPEND x "")
message("[${x}]")
list(APPEND x "" a)
message("[${x}]")
#> []
#> []
#> [;a]
#### l_append_onto_cache
set(x a CACHE STRING "")
function(f)
list(APPEND x b)
message("${x}")
endfunction()
f()
message("${x}")
#> a;b
#> a
#### l_prepend
set(x c)
list(PREPEND x a b)
list(PREPEND y z)
message("${x} ${y}")
#> a;b;c z
#### l_insert
set(x a b)
list(INSERT x 1 q w)
list(INSERT x -1 e)
message("${x}")
list(INSERT y 0 a)
message("${y}")
list(INSERT x 5 z)
message("${x}")
#> a;q;w;e;b
#> a
#> a;q;w;e;b;z
#### l_insert_bad
set(x a)
list(INSERT x 5 b)
#! error
#### l_pop
set(x a b c d)
list(POP_FRONT x)
list(POP_BACK x l)
list(POP_FRONT x f g)
message("${x}|${l}|${f}|${g}")
list(POP_BACK x q)
message("[${q}]")
list(POP_BACK nope q)
if(DEFINED q)
message(d)
endif()
#> |d|b|c
#> []
#### l_remove_item
set(x a b c a)
list(REMOVE_ITEM x a c zz)
message("${x}")
list(REMOVE_ITEM nope a)
#> b
#### l_remove_at
set(x a b c d)
list(REMOVE_AT x 0 -1)
message("${x}")
#> b;c
#### l_duplicates
set(x b a b c a)
list(REMOVE_DUPLICATES x)
message("${x}")
#> b;a;c
#### l_reverse
set(x a b c)
list(REVERSE x)
message("${x}")
list(REVERSE nope)
message("[${nope}]")
#> c;b;a
#> []
#### l_filter
set(x a1 b2 a3)
list(FILTER x INCLUDE REGEX "^a")
message("${x}")
list(FILTER x EXCLUDE REGEX "3$")
message("${x}")
#> a1;a3
#> a1
#### l_filter_bad
set(x a)
list(FILTER x FOO REGEX a)
#! error
#### l_sort_modes
set(x b A c a B)
list(SORT x)
message("${x}")
set(x b A c)
list(SORT x CASE INSENSITIVE)
message("${x}")
list(SORT x ORDER DESCENDING)
message("${x}")
set(x d/z a/b c/a)
list(SORT x COMPARE FILE_BASENAME)
message("${x}")
set(x f10 f9 f1 f010)
list(SORT x COMPARE NATURAL ORDER DESCENDING)
message("${x}")
#> A;B;a;b;c
#> A;b;c
#> c;b;A
#> c/a;a/b;d/z
#> f10;f9;f1;f010
#### l_sort_bad
set(x a)
list(SORT x COMPARE FOO)
#! error
#### l_transform
set(x a b c)
list(TRANSFORM x APPEND "1")
message("${x}")
list(TRANSFORM x PREPEND "p" OUTPUT_VARIABLE y)
message("${x} ${y}")
list(TRANSFORM x TOUPPER AT 0 -1)
message("${x}")
list(TRANSFORM x REPLACE "([AB])1" "<\\1>" REGEX "^A")
message("${x}")
list(TRANSFORM x APPEND z FOR 0 2 2)
message("${x}")
set(s " a " "b ")
list(TRANSFORM s STRIP)
message("${s}")
#> a1;b1;c1
#> a1;b1;c1 pa1;pb1;pc1
#> A1;b1;C1
#> <A>;b1;C1
#> <A>z;b1;C1z
#> a;b
#### l_transform_bad
set(x a)
list(TRANSFORM x FOO)
#! error
#### l_unknown
list(FOO x)
#! error
#### l_noargs
list()
#! error
#### l_length_noargs
list(LENGTH)
#! error
#### s_replace
string(REPLACE "a" "bb" o "aXa" "a")
message("${o}")
string(REPLACE ";" " " o "a;b;c")
message("${o}")
string(REPLACE ";" " " o a;b;c)
message("${o}")
string(REPLACE "." "" o 9.0 a)
message("${o}")
#> bbXbbbb
#> a b c
#> abc
#> 90a
#### s_regex_match
string(REGEX MATCH "([0-9]+)\\.([0-9]+)" o "v12.8x" "3.4")
message("${o} ${CMAKE_MATCH_0} ${CMAKE_MATCH_1} ${CMAKE_MATCH_2} ${CMAKE_MATCH_COUNT}")
string(REGEX MATCH "zz" o "abc")
message("[${o}] [${CMAKE_MATCH_1}] [${CMAKE_MATCH_COUNT}]")
#> 12.8 12.8 12 8 2
#> [] [] [0]
#### s_regex_again_after_other
string(REGEX MATCH "(a)(b)" o "ab")
string(REGEX MATCH "(c)" o "c")
message("[${CMAKE_MATCH_1}] [${CMAKE_MATCH_2}] [${CMAKE_MATCH_COUNT}]")
string(REGEX MATCH "(a)(b)" o "ab")
message("[${CMAKE_MATCH_1}] [${CMAKE_MATCH_2}] [${CMAKE_MATCH_COUNT}]")
string(REGEX MATCH "(a)(b)" o "x")
string(REGEX MATCH "(c)" o "c")
message("[${CMAKE_MATCH_1}] [${CMAKE_MATCH_2}] [${CMAKE_MATCH_COUNT}]")
#> [c] [] [1]
#> [a] [b] [2]
#> [c] [] [1]
#### s_regex_matchall
string(REGEX MATCHALL "[a-z]" o "a1b;c")
message("${o}")
string(REGEX MATCHALL "x" o "abc")
message("[${o}]")
string(REGEX MATCHALL "a|b" o "abab")
list(LENGTH o n)
message("${n}")
#> a;b;c
#> []
#> 4
#### s_regex_replace
string(REGEX REPLACE "([a-z])([0-9])" "\\2\\1" o "a1b2" "c3")
message("${o}")
string(REGEX REPLACE "^ +| +$" "" o "  x y  ")
message("[${o}]")
string(REGEX REPLACE "[^;]+" "<\\0>" o "a;b")
message("${o}")
#> 1a2b3c
#> [x y]
#> <a>;<b>
#### s_regex_features
foreach(p "a+b" "a?b" "(ab)+" "[^a]" "a|b" "^b" "b$" "." "[a-c]" "[]a]" "[a-]" "[]-a]" "a.c" "\\." "a{2}" "(a|(b))c")
string(REGEX MATCH "${p}" o "aabc-.]")
message("${p} -> [${o}]")
endforeach()
#> a+b -> [aab]
#> a?b -> [ab]
#> (ab)+ -> [ab]
#> [^a] -> [b]
#> a|b -> [a]
#> ^b -> []
#> b$ -> []
#> . -> [a]
#> [a-c] -> [a]
#> []a] -> [a]
#> [a-] -> [a]
#> []-a] -> [a]
#> a.c -> [abc]
#> \. -> [.]
#> a{2} -> []
#> (a|(b))c -> [bc]
#### s_append
string(APPEND x a b)
string(APPEND x c)
string(PREPEND x 1 2)
message("${x}")
#> 12abc
#### s_concat_join
string(CONCAT o a "b;c" d)
message("${o}")
string(JOIN "," o a b "c;d")
message("${o}")
string(JOIN "," o)
message("[${o}]")
#> ab;cd
#> a,b,c;d
#> []
#### s_case_length
string(TOUPPER "abC é" o)
string(TOLOWER "ABc" p)
message("${o} ${p}")
string(LENGTH "abc" a)
string(LENGTH "" b)
string(LENGTH "é" c)
message("${a} ${b} ${c}")
#> ABC é abc
#> 3 0 2
#### s_substring
string(SUBSTRING "abcdef" 1 3 a)
string(SUBSTRING "abcdef" 2 -1 b)
string(SUBSTRING "abc" 0 10 c)
string(SUBSTRING "abc" 3 1 d)
message("${a} ${b} ${c} [${d}]")
#> bcd cdef abc []
#### s_compare
foreach(op LESS GREATER EQUAL NOTEQUAL LESS_EQUAL GREATER_EQUAL)
string(COMPARE ${op} "a" "b" r)
message("${op} ${r}")
endforeach()
#> LESS 1
#> GREATER 0
#> EQUAL 0
#> NOTEQUAL 1
#> LESS_EQUAL 1
#> GREATER_EQUAL 0
#### s_misc
string(FIND "abcabc" "c" a)
string(FIND "abcabc" "c" b REVERSE)
message("${a} ${b}")
string(MAKE_C_IDENTIFIER "1a-b.c" i)
message("${i}")
string(REPEAT "ab" 3 r)
message("${r}")
string(STRIP "  a b	
" o)
message("[${o}]")
string(SHA256 c "abc")
message("${c}")
#> 2 5
#> _1a_b_c
#> ababab
#> [a b]
#> ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
#### s_configure
set(A 1)
string(CONFIGURE "@A@ ${A} \${A} @B@ \\n" o)
message("${o}")
string(CONFIGURE "@A@ \${A}" o @ONLY)
message("${o}")
#> 1 1 1  \n
#> 1 ${A}
#### s_unknown
string(FOO a)
#! error
#### s_noargs
string()
#! error
#### gfc_modes
foreach(m DIRECTORY PATH NAME EXT NAME_WE LAST_EXT NAME_WLE)
foreach(p /a/b.c.d a b/ /a /a/ "" a/.hid ./x ../y.z "a b/c d.e")
get_filename_component(r "${p}" ${m})
message("${m} [${p}] [${r}]")
endforeach()
endforeach()
#> DIRECTORY [/a/b.c.d] [/a]
#> DIRECTORY [a] []
#> DIRECTORY [b/] []
#> DIRECTORY [/a] [/]
#> DIRECTORY [/a/] [/]
#> DIRECTORY [] []
#> DIRECTORY [a/.hid] [a]
#> DIRECTORY [./x] [.]
#> DIRECTORY [../y.z] [..]
#> DIRECTORY [a b/c d.e] [a b]
#> PATH [/a/b.c.d] [/a]
#> PATH [a] []
#> PATH [b/] []
#> PATH [/a] [/]
#> PATH [/a/] [/]
#> PATH [] []
#> PATH [a/.hid] [a]
#> PATH [./x] [.]
#> PATH [../y.z] [..]
#> PATH [a b/c d.e] [a b]
#> NAME [/a/b.c.d] [b.c.d]
#> NAME [a] [a]
#> NAME [b/] []
#> NAME [/a] [a]
#> NAME [/a/] []
#> NAME [] []
#> NAME [a/.hid] [.hid]
#> NAME [./x] [x]
#> NAME [../y.z] [y.z]
#> NAME [a b/c d.e] [c d.e]
#> EXT [/a/b.c.d] [.c.d]
#> EXT [a] []
#> EXT [b/] []
#> EXT [/a] []
#> EXT [/a/] []
#> EXT [] []
#> EXT [a/.hid] [.hid]
#> EXT [./x] []
#> EXT [../y.z] [.z]
#> EXT [a b/c d.e] [.e]
#> NAME_WE [/a/b.c.d] [b]
#> NAME_WE [a] [a]
#> NAME_WE [b/] []
#> NAME_WE [/a] [a]
#> NAME_WE [/a/] []
#> NAME_WE [] []
#> NAME_WE [a/.hid] []
#> NAME_WE [./x] [x]
#> NAME_WE [../y.z] [y]
#> NAME_WE [a b/c d.e] [c d]
#> LAST_EXT [/a/b.c.d] [.d]
#> LAST_EXT [a] []
#> LAST_EXT [b/] []
#> LAST_EXT [/a] []
#> LAST_EXT [/a/] []
#> LAST_EXT [] []
#> LAST_EXT [a/.hid] [.hid]
#> LAST_EXT [./x] []
#> LAST_EXT [../y.z] [.z]
#> LAST_EXT [a b/c d.e] [.e]
#> NAME_WLE [/a/b.c.d] [b.c]
#> NAME_WLE [a] [a]
#> NAME_WLE [b/] []
#> NAME_WLE [/a] [a]
#> NAME_WLE [/a/] []
#> NAME_WLE [] []
#> NAME_WLE [a/.hid] []
#> NAME_WLE [./x] [x]
#> NAME_WLE [../y.z] [y]
#> NAME_WLE [a b/c d.e] [c d]
#### gfc_absolute
get_filename_component(r a/../b ABSOLUTE BASE_DIR /x/y)
message("${r}")
get_filename_component(r /a/./b//c ABSOLUTE)
message("${r}")
get_filename_component(r ../c REALPATH BASE_DIR /x/y)
message("${r}")
#> /x/y/b
#> /a/b/c
#> /x/c
#### gfc_bad
get_filename_component(r a FOO)
#! error
#### gfc_cache
get_filename_component(r a/b NAME CACHE)
message("${r} $CACHE{r}")
#> b b
#### cmake_path_basic
cmake_path(SET p "/a/b/../c.tar.gz")
cmake_path(GET p FILENAME f)
cmake_path(GET p EXTENSION e)
cmake_path(GET p STEM LAST_ONLY t)
cmake_path(GET p PARENT_PATH d)
message("${f}|${e}|${t}|${d}")
cmake_path(NORMAL_PATH p)
message("${p}")
cmake_path(APPEND p x y)
message("${p}")
cmake_path(IS_ABSOLUTE p v)
message("${v}")
#> c.tar.gz|.tar.gz|c.tar|/a/b/..
#> /a/c.tar.gz
#> /a/c.tar.gz/x/y
#> ON
#### cmake_path_bad
cmake_path(FOO p)
#! error
