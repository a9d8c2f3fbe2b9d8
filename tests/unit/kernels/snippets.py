"""Small CUDA units and what nvcc 13.0 leaves of their kernels, per SM target.

The bodies were read from nvcc's PTX: `code` if a store, an atomic or an `asm volatile` with an effect remains, else
what is called. `refused` is nvcc's or ptxas's own refusal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["SNIPPETS", "Snippet"]

_PRELUDE = """\
#include <cstdio>
[[noreturn]] static __device__ void no_code() { printf("no code"); __trap(); }
"""


@dataclass(frozen=True)
class Snippet:
    """A unit: its text, and per target the body of each kernel, or "refused"."""

    text: str
    want: dict[str, dict[str, str] | str]
    files: dict[str, str] = field(default_factory=dict)


def _kernel(body: str, head: str = "") -> str:
    return f"{_PRELUDE}{head}\n__global__ void k(float* o, int n) {{\n{body}\n}}\n"


def _same(body: str, *targets: str) -> dict[str, dict[str, str] | str]:
    return {target: {"k": body} for target in targets or ("sm_80",)}


_PACKS = """
#ifdef __CUDA_ARCH__
constexpr int NOW = __CUDA_ARCH__;
#else
constexpr int NOW = 0;
#endif
template <int... A> constexpr __host__ __device__ bool any_is() { return ((NOW == A) || ...); }
template <class... U> constexpr __host__ __device__ int count() { return sizeof...(U); }
template <int F, int... R> constexpr __host__ __device__ bool found() {
  if constexpr (NOW == F) return true;
  else if constexpr (sizeof...(R) != 0) return found<R...>();
  else return false;
}
template <class A, class B> struct Same { static constexpr bool value = false; };
template <class A> struct Same<A, A> { static constexpr bool value = true; };
template <class T, class... U> struct OneOf;
template <class T> struct OneOf<T> { static constexpr bool value = false; };
template <class T, class F, class... U> struct OneOf<T, F, U...> {
  static constexpr bool value = Same<T, F>::value || OneOf<T, U...>::value;
};
template <int... V> struct List { static constexpr bool some = ((V == 3) || ...); };
template <class T, class... R> struct Chain : Chain<R...> { static constexpr int length = 1 + Chain<R...>::length; };
template <class T> struct Chain<T> { static constexpr int length = 1; };
template <class... T> struct Holder {
  static __device__ void put(float* o) { if constexpr (sizeof...(T) > 1) o[0] = 1; }
};
struct A { char bytes[8]; };
struct B {};
__global__ void folded(float* o) { if constexpr (any_is<800, 900>()) o[0] = 1; }
__global__ void folded_not(float* o) { if constexpr (any_is<750, 1000>()) o[0] = 1; }
__global__ void counted(float* o) { if constexpr (count<A>() == 1) o[0] = 1; }
__global__ void counted_not(float* o) { if constexpr (count<A>() > 1) o[0] = 1; }
__global__ void first(float* o) { if constexpr (found<750, 800, 900>()) o[0] = 1; }
__global__ void first_not(float* o) { if constexpr (found<750, 1000>()) o[0] = 1; }
__global__ void listed_not(float* o) { if constexpr (List<1, 2>::some) o[0] = 1; }
__global__ void named(float* o) { if constexpr (OneOf<B, A, B>::value) o[0] = 1; }
__global__ void named_not(float* o) { if constexpr (OneOf<int, A, B>::value) o[0] = 1; }
__global__ void chained_not(float* o) { if constexpr (Chain<A, B, A>::length == 4) o[0] = 1; }
__global__ void held(float* o) { Holder<A, B>::put(o); }
__global__ void held_not(float* o) { Holder<A>::put(o); }
template <class T, int... N> __global__ void instance(T* o) { if constexpr (((N > 4) && ...)) *o = 1; }
void run(float* o) { instance<float, 5, 1><<<1, 1>>>(o); }
"""

_CHOICES = """
#include <type_traits>
#ifdef __CUDA_ARCH__
#define ARCH __CUDA_ARCH__
#else
#define ARCH 0
#endif
struct Old {};
struct New {};
using Now = std::conditional_t<(ARCH >= 900), New, Old>;
template <class T> struct is_new : std::false_type {};
template <> struct is_new<New> : std::true_type {};

template <int A, std::enable_if_t<(A >= 900), int> = 0> __device__ void by_default(float* o) { o[0] = 1; }
template <int A, std::enable_if_t<(A < 900), int> = 0> __device__ void by_default(float* o) {}
template <int A> __device__ std::enable_if_t<(A >= 900)> by_result(float* o) { o[0] = 1; }
template <int A> __device__ std::enable_if_t<(A < 900)> by_result(float* o) {}
template <class T> __device__ typename std::enable_if<is_new<T>::value, void>::type by_trait(T, float* o) { o[0] = 1; }
template <class T> __device__ typename std::enable_if<!is_new<T>::value, void>::type by_trait(T, float* o) {}
__device__ void by_tag(float* o, std::true_type) { o[0] = 1; }
__device__ void by_tag(float* o, std::false_type) {}
template <class N> __device__ void by_number(float* o, N) { if constexpr (N::value >= 900) o[0] = 1; }
template <class T, class = void> struct Put { static __device__ void go(float*) {} };
template <class T> struct Put<T, std::enable_if_t<is_new<T>::value>> {
  static __device__ void go(float* o) { o[0] = 1; }
};
template <class T, class = void> struct Not { static __device__ void go(float* o) { o[0] = 1; } };
template <class T> struct Not<T, typename std::enable_if<!is_new<T>::value>::type> {
  static __device__ void go(float*) {}
};

__global__ void defaulted(float* o) { by_default<ARCH>(o); }
__global__ void result(float* o) { by_result<ARCH>(o); }
__global__ void trait(float* o) { by_trait(Now{}, o); }
__global__ void tag(float* o) { by_tag(o, std::integral_constant<bool, (ARCH >= 900)>{}); }
__global__ void tag_yes(float* o) { by_tag(o, std::true_type{}); }
__global__ void tag_no(float* o) { by_tag(o, std::false_type{}); }
__global__ void tag_none(float* o) { by_tag(o, std::false_type()); }
__global__ void derived(float* o) { by_tag(o, is_new<Now>{}); }
__global__ void compared(float* o) { by_tag(o, std::is_same<Now, New>{}); }
__global__ void number(float* o) { by_number(o, std::integral_constant<int, ARCH>{}); }
__global__ void special(float* o) { Put<Now>::go(o); }
__global__ void excluded(float* o) { Not<Now>::go(o); }
"""

_CHOSEN = ("defaulted", "result", "trait", "tag", "derived", "compared", "number", "special", "excluded")

_NEVER = ("counted_not", "listed_not", "named_not", "chained_not", "held_not", "instance")

_GUARDED_TRAIT = """
enum class Arch { A, B, C };
constexpr Arch ONE = Arch::B;
__host__ __device__ constexpr Arch now() {
#if __CUDA_ARCH__ >= 1000
  return Arch::C;
#elif __CUDA_ARCH__ >= 900
  return Arch::B;
#else
  return Arch::A;
#endif
}
__host__ __device__ constexpr Arch same(Arch a) {
#if __CUDA_ARCH__ >= 900
  return a;
#else
  return Arch::A;
#endif
}
struct Own { __host__ __device__ static constexpr Arch now() { return same(ONE); } };
template <Arch A> struct Only { static constexpr bool ok = false; };
template <> struct Only<Arch::B> { static constexpr bool ok = true; };
"""


SNIPPETS: dict[str, Snippet] = {
    "store": Snippet(_kernel("o[n] = 1;"), _same("code")),
    "store through a copy of the pointer": Snippet(_kernel("float* p = o + n; *p = 1;"), _same("code")),
    "store to a local array": Snippet(_kernel("float a[4]; for (int i = 0; i < 4; i++) a[i] = i * n;"), _same("empty")),
    "store to a local struct": Snippet(_kernel("float4 v; v.x = n; v.y = 2;"), _same("empty")),
    "store through a pointer to a local": Snippet(_kernel("int a; int* p = &a; *p = n;"), _same("empty")),
    "atomic": Snippet(_kernel("atomicAdd(o, 1.f);"), _same("code")),
    "load only": Snippet(_kernel("float x = __ldg(o); (void)x;"), _same("empty")),
    "barrier only": Snippet(_kernel("__syncthreads();"), _same("empty")),
    "arithmetic only": Snippet(_kernel("int x = n * 3 + threadIdx.x; x += 2;"), _same("empty")),
    "trap": Snippet(_kernel("__trap();"), _same("trap")),
    "asm trap": Snippet(_kernel('asm volatile("trap;");'), _same("trap")),
    "print": Snippet(_kernel('printf("unsupported");'), _same("print")),
    "print under a run-time test": Snippet(_kernel('if (threadIdx.x == 0) printf("x");'), _same("print")),
    "function that never returns": Snippet(_kernel("no_code(); o[0] = 1;"), _same("print+trap")),
    "trap on one path": Snippet(_kernel("if (n > 3) __trap(); o[n] = 1;"), _same("code")),
    "trap on both paths": Snippet(_kernel("if (n) { no_code(); } else { no_code(); } o[n] = 1;"), _same("print+trap")),
    "return before the store": Snippet(_kernel("return; o[n] = 1;"), _same("empty")),
    "return on one path": Snippet(_kernel("if (n) return; o[n] = 1;"), _same("code")),
    "constant false branch": Snippet(_kernel("if (false) { o[n] = 1; }"), _same("empty")),
    "constant by a macro": Snippet(_kernel("if (ON) { o[n] = 1; }", "#define ON (2 > 3)"), _same("empty")),
    "loop that never runs": Snippet(_kernel("for (int i = 0; i < 0; i++) o[i] = 1;"), _same("empty")),
    "loop variable is no constant": Snippet(
        _kernel("for (int i = 0; i < n; i++) { if (i == 1) o[i] = 1; }"), _same("code")
    ),
    "switch on a constant": Snippet(
        _kernel("switch (2) { case 1: o[0] = 1; break; case 2: break; default: o[1] = 1; }"), _same("empty")
    ),
    "guard without else": Snippet(
        _kernel("#if __CUDA_ARCH__ >= 900\no[n] = 1;\n#endif"), {"sm_80": {"k": "empty"}, "sm_90": {"k": "code"}}
    ),
    "guard by exact number": Snippet(
        _kernel("#if __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1030\no[n] = 1;\n#else\n__trap();\n#endif"),
        {"sm_90": {"k": "trap"}, "sm_100f": {"k": "code"}, "sm_110f": {"k": "trap"}, "sm_120f": {"k": "trap"}},
    ),
    "guard by feature": Snippet(
        _kernel('#ifdef __CUDA_ARCH_FEAT_SM90_ALL\nasm volatile("wgmma.fence.sync.aligned;");\n#endif'),
        {"sm_90": {"k": "empty"}, "sm_90a": {"k": "code"}, "sm_100a": {"k": "empty"}},
    ),
    "guard by family": Snippet(
        _kernel(
            "#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__ == 1000\no[n] = 1;\n#endif"
        ),
        {"sm_100": {"k": "empty"}, "sm_100f": {"k": "code"}, "sm_100a": {"k": "code"}},
    ),
    "guard in a helper": Snippet(
        _PRELUDE
        + "__device__ void put(float* o) {\n#if __CUDA_ARCH__ >= 800\n*o = 1;\n#endif\n}\n"
        + "__global__ void k(float* o) { put(o); }\n",
        {"sm_75": {"k": "empty"}, "sm_80": {"k": "code"}},
    ),
    "helper writes its caller's local": Snippet(
        "__device__ void put(float& x) { x = 1; }\n__global__ void k(float* o) { float a; put(a); }\n", _same("empty")
    ),
    "helper writes through its caller's pointer": Snippet(
        "__device__ void put(float& x) { x = 1; }\n__global__ void k(float* o) { put(o[3]); }\n", _same("code")
    ),
    "guarded constant as a template argument": Snippet(
        _GUARDED_TRAIT + "__global__ void k(float* o) { if constexpr (Only<now()>::ok) { *o = 1; } }\n",
        {"sm_80": {"k": "empty"}, "sm_90a": {"k": "code"}, "sm_100a": {"k": "empty"}},
    ),
    "guarded constant with an operand as a template argument": Snippet(
        _GUARDED_TRAIT + "__global__ void k(float* o) { if constexpr (Only<same(ONE)>::ok) { *o = 1; } }\n",
        {"sm_80": {"k": "empty"}, "sm_90a": {"k": "code"}},
    ),
    "guarded constant of a class as a template argument": Snippet(
        _GUARDED_TRAIT + "__global__ void k(float* o) { if constexpr (Only<Own::now()>::ok) { *o = 1; } }\n",
        {"sm_80": {"k": "empty"}, "sm_90a": {"k": "code"}},
    ),
    "enumerator chooses a specialisation": Snippet(
        _GUARDED_TRAIT + "__global__ void k(float* o) { if constexpr (Only<Arch::B>::ok) { *o = 1; } }\n"
        "__global__ void l(float* o) { if constexpr (Only<Arch::A>::ok) { *o = 1; } }\n",
        {"sm_80": {"k": "code", "l": "empty"}},
    ),
    "method of a local object": Snippet(
        "struct Acc { float v[4]; __device__ void add(int i) { v[i] += 1; } };\n"
        "__global__ void k(float* o) { Acc a; a.add(2); }\n",
        _same("empty"),
    ),
    "method that stores through a member": Snippet(
        "struct Out { float* p; __device__ void put(int i) { p[i] = 1; } };\n"
        "__global__ void k(float* o) { Out out{o}; out.put(2); }\n",
        _same("code"),
    ),
    "pointer in a struct that is passed by value": Snippet(
        "struct Params { void* out; int n; };\n"
        "__global__ void k(Params p) { float* out = reinterpret_cast<float*>(p.out) + p.n; out[threadIdx.x] = 1; }\n",
        _same("code"),
    ),
    "local struct seen as words": Snippet(
        "struct V { float v[4]; };\n"
        "__global__ void k(int n) { V v; reinterpret_cast<int&>(v) = n; reinterpret_cast<int*>(&v)[1] = n; }\n",
        _same("empty"),
    ),
    "functions called assign and call": Snippet(
        "__device__ void assign(float* o) { *o = 1; }\n"
        "__global__ void k(float* o, int n) { for (int i = 0; i < n; i++) { assign(o + i); } }\n",
        _same("code"),
    ),
    "wrapper that derives from its parameter": Snippet(
        "template <class K> struct only90 : K {\n__device__ void run(float* o) {\n"
        "#if __CUDA_ARCH__ == 900\nK::run(o);\n"
        '#else\nasm volatile("trap;");\n#endif\n}\n};\n'
        "struct Body { __device__ void run(float* o) { o[0] = 1; } };\n"
        "__global__ void k(float* o) { only90<Body> body; body.run(o); }\n",
        {"sm_90": {"k": "code"}, "sm_80": {"k": "trap"}},
    ),
    "if constexpr on a constexpr function": Snippet(
        "constexpr __device__ bool fast() {\n#if __CUDA_ARCH__ >= 900\nreturn true;\n#else\nreturn false;\n#endif\n}\n"
        "__global__ void k(float* o) { if constexpr (fast()) { o[0] = 1; } else { __trap(); } }\n",
        {"sm_80": {"k": "trap"}, "sm_90": {"k": "code"}},
    ),
    "template, all instances are stubs": Snippet(
        _PRELUDE
        + "template <int N> __global__ void k(float* o) {\n"
        + "#if __CUDA_ARCH__ == 750\nif (N > 32) { no_code(); return; }\n"
        + "#endif\no[N] = 1;\n}\ntemplate __global__ void k<64>(float*);\ntemplate __global__ void k<48>(float*);\n",
        {"sm_75": {"k": "print+trap"}, "sm_80": {"k": "code"}},
    ),
    "template, some instances are stubs": Snippet(
        "template <int N> __global__ void k(float* o) { if constexpr (N < 3) { o[N] = 1; } }\n"
        "void run(float* o) { k<2><<<1, 1>>>(o); k<5><<<1, 1>>>(o); }\n",
        _same("mixed"),
    ),
    "instances through a host template and a macro": Snippet(
        "template <int N> __global__ void k(float* o) { if constexpr (N >= 128) { __trap(); } else { o[N] = 1; } }\n"
        "template <int N> void launch(float* o) { constexpr int M = N * 2; k<M><<<1, 1>>>(o); }\n"
        "#define CASE(n) case n: launch<n>(o); break;\n"
        "void run(float* o, int n) { switch (n) { CASE(64) CASE(128) } }\n",
        _same("trap"),
    ),
    "instances by deduction from the call": Snippet(
        "template <class T> __global__ void k(T* o) {\n"
        "if constexpr (sizeof(T) == 2) { o[0] = 1; } else { __trap(); } }\n"
        "void run(float* o) { k<<<1, 1>>>(o); }\n",
        _same("trap"),
    ),
    "type traits": Snippet(
        "#include <type_traits>\n"
        "template <class T> __global__ void k(T* o) { if constexpr (std::is_same_v<T, float>) { o[0] = 1; } }\n"
        "template __global__ void k<double>(double*);\n",
        _same("empty"),
    ),
    "partial specialisation decides": Snippet(
        "template <int I, class T> struct tile { static constexpr __device__ bool ok() { return false; } };\n"
        "template <class T> struct tile<16, T> { static constexpr __device__ bool ok() { return true; } };\n"
        "template <int I> __global__ void k(float* o) { if constexpr (tile<I, float>::ok()) { o[0] = 1; } }\n"
        "template __global__ void k<8>(float*);\n",
        _same("empty"),
    ),
    "kernel named by a macro, braces split by conditions": Snippet(
        "#define KERNEL(name) template <int N> __global__ void __launch_bounds__(128) name(float* o)\n"
        "KERNEL(k) {\n#if __CUDA_ARCH__ >= 800\n  if (N) {\n    o[0] = 1;\n  }\n}\n#else\n}\n#endif\n"
        "template __global__ void k<1>(float*);\n",
        {"sm_75": {"k": "empty"}, "sm_80": {"k": "code"}},
    ),
    "instruction the target lacks": Snippet(
        _kernel('asm volatile("cp.async.wait_all;");\no[0] = 1;'), {"sm_75": "refused", "sm_80": {"k": "code"}}
    ),
    "instruction behind a guard": Snippet(
        _kernel('#if __CUDA_ARCH__ >= 800\nasm volatile("cp.async.wait_all;");\n#endif\no[0] = 1;'),
        {"sm_75": {"k": "code"}, "sm_80": {"k": "code"}},
    ),
    "instruction in a branch that is folded away": Snippet(
        'template <bool W> __device__ void f() { if constexpr (W) { asm volatile("wgmma.fence.sync.aligned;"); } }\n'
        "__global__ void k(float* o) { f<false>(); o[0] = 1; }\n",
        {"sm_80": {"k": "code"}, "sm_90a": {"k": "code"}},
    ),
    "instruction in a function that nothing calls": Snippet(
        'static __device__ void unused() { asm volatile("wgmma.fence.sync.aligned;"); }\n' + _kernel("o[0] = 1;"),
        _same("code", "sm_80"),
    ),
    "instruction after a trap is still assembled": Snippet(
        _kernel('__trap();\nasm volatile("cp.async.wait_all;");\no[0] = 1;'), {"sm_75": "refused"}
    ),
    "attribute the target lacks": Snippet(
        "__global__ void __cluster_dims__(2, 1, 1) k(float* o) { o[0] = 1; }\n",
        {"sm_80": "refused", "sm_90": {"k": "code"}},
    ),
    "error directive": Snippet(
        "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800\n#error Ampere or newer\n#endif\n" + _kernel("o[0] = 1;"),
        {"sm_75": "refused", "sm_80": {"k": "code"}},
    ),
    "static assertion on an active path": Snippet(
        _kernel("#ifdef __CUDA_ARCH__\nstatic_assert(__CUDA_ARCH__ >= 800);\n#endif\no[0] = 1;"),
        {"sm_75": "refused", "sm_80": {"k": "code"}},
    ),
    "static assertion on a discarded path": Snippet(
        "template <int N> __global__ void k(float* o) { if constexpr (N > 100) { static_assert(N < 0); } o[N] = 1; }\n"
        "template __global__ void k<1>(float*);\n",
        _same("code"),
    ),
    "kernel text in a raw string is no kernel": Snippet(
        'const char* text = R"(\n__global__ void dummy() {}\n)";\n' + _kernel("o[0] = 1;"), _same("code")
    ),
    "arguments of a base class are calls": Snippet(
        "constexpr int twice(int n) { return 2 * n; }\n"
        "template <int A, int B, int C> struct Sizes { static constexpr int SUM = A + B + C; };\n"
        "template <int M> struct Tile : Sizes<twice(M), twice(M), twice(M)> {};\n"
        "__global__ void k(float* o) { if constexpr (Tile<4>::SUM > 20) o[0] = 1; }\n"
        "__global__ void none(float* o) { if constexpr (Tile<4>::SUM > 24) o[0] = 1; }\n",
        {"sm_90": {"k": "code", "none": "empty"}},
    ),
    "packs: folds, counts and recursion": Snippet(
        _PACKS,
        {
            target: dict.fromkeys(there, "code") | dict.fromkeys([*_NEVER, *missing], "empty")
            for target, there, missing in (
                ("sm_90", ("folded", "first", "counted", "named", "held"), ("folded_not", "first_not")),
                ("sm_100", ("folded_not", "first_not", "counted", "named", "held"), ("folded", "first")),
            )
        },
    ),
    "instruction behind a test of a pack": Snippet(
        "template <int N> struct For { template <int T> static constexpr bool fits() { return T / 100 == N / 10; } };\n"
        "template <int T, class F, class... R> constexpr bool any_of() {\n"
        "  if constexpr (F::template fits<T>()) { return true; }\n"
        "  else if constexpr (sizeof...(R) != 0) { return any_of<T, R...>(); } else { return false; }\n"
        "}\n#ifdef __CUDA_ARCH__\n#define NOW constexpr int now = __CUDA_ARCH__;\n#else\n"
        "#define NOW constexpr int now = 0;\n#endif\n"
        "#define MATCHES(...) [&] { NOW return any_of<now, __VA_ARGS__>(); }();\n"
        + _kernel(
            "constexpr bool fits = MATCHES(For<100>, For<120>)\nif constexpr (fits) {\n  unsigned short out;\n"
            '  asm volatile("cvt.rp.satfinite.ue8m0x2.f32 %0, 0.0, %1;" : "=h"(out) : "f"(o[1]));\n  o[0] = out;\n}'
        ),
        {"sm_90a": {"k": "empty"}, "sm_100a": {"k": "code"}, "sm_120a": {"k": "code"}, "sm_100": "refused"},
    ),
    "base class that calls what derives from it": Snippet(
        "template <class T> struct Base { __device__ void run(float* o) { static_cast<T*>(this)->put(o); } };\n"
        "struct Made : Base<Made> { __device__ void put(float* o) {\n#if __CUDA_ARCH__ >= 900\n*o = 1;\n#endif\n} };\n"
        "__global__ void k(float* o) { Made m; m.run(o); }\n",
        {"sm_80": {"k": "empty"}, "sm_90": {"k": "code"}},
    ),
    "variables of the device are no constants": Snippet(
        "__constant__ int flag = 0;\nstatic __device__ int other = 0;\n"
        "__global__ void k(float* o) { if (flag) { *o = 1; } }\n"
        "__global__ void l(float* o) { if (other) { *o = 1; } }\n",
        {"sm_80": {"k": "code", "l": "code"}},
    ),
    "function pointers": Snippet(
        "__device__ void good(float* o) { *o = 1; }\n__device__ void bad(float* o) { __trap(); }\n"
        "#if __CUDA_ARCH__ >= 900\n#define PICKED good\n#else\n#define PICKED bad\n#endif\n"
        "__global__ void k(float* o) { auto p = &PICKED; p(o); }\n"
        "__global__ void l(float* o) { void (*p)(float*) = &PICKED; (*p)(o); }\n"
        "template <void (*F)(float*)> __global__ void m(float* o) { F(o); }\n"
        "template __global__ void m<&PICKED>(float*);\n",
        {"sm_80": dict.fromkeys("klm", "trap"), "sm_90": dict.fromkeys("klm", "code")},
    ),
    "template as a template argument": Snippet(
        "template <template <int> class T, int N> __global__ void k(float* o) { T<N>::go(o); }\n"
        "template <int N> struct G { static __device__ void go(float* o) {\n#if __CUDA_ARCH__ >= 900\no[N] = 1;\n"
        "#endif\n} };\ntemplate __global__ void k<G, 3>(float*);\n",
        {"sm_80": {"k": "empty"}, "sm_90": {"k": "code"}},
    ),
    "code that is never reached": Snippet(
        _kernel(
            "if (n > 3) __builtin_unreachable();\n#if __CUDA_ARCH__ < 900\n__builtin_unreachable();\n#endif\no[0] = 1;"
        ),
        {"sm_80": {"k": "empty"}, "sm_90": {"k": "code"}},
    ),
    "overloads and specialisations that conditions choose": Snippet(
        _CHOICES,
        {
            "sm_75": dict.fromkeys(_CHOSEN, "empty") | {"tag_yes": "code", "tag_no": "empty", "tag_none": "empty"},
            "sm_90": dict.fromkeys(_CHOSEN, "code") | {"tag_yes": "code", "tag_no": "empty", "tag_none": "empty"},
        },
    ),
    "shared memory that nobody reads": Snippet(
        "static __device__ void fill(float* s, float* o) { s[threadIdx.x] = o[threadIdx.x]; }\n"
        "__global__ void k(float* o) { __shared__ float s[32]; fill(s, o); __syncthreads();\n"
        "#if __CUDA_ARCH__ >= 900\no[0] = s[31];\n#endif\n}\n"
        "__global__ void led(float* o) { __shared__ float* q[2]; q[0] = o; __syncthreads(); q[0][1] = 1; }\n"
        "__global__ void kept(float* o) { __shared__ volatile float s[32]; s[threadIdx.x] = o[0]; }\n"
        "__global__ void sized(float* o) { extern __shared__ float s[]; s[threadIdx.x] = o[0]; }\n",
        {
            "sm_75": {"k": "empty", "led": "code", "kept": "code", "sized": "code"},
            "sm_90": {"k": "code", "led": "code", "kept": "code", "sized": "code"},
        },
    ),
}
