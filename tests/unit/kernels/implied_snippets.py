"""Kernels in which HIT is reached, or is not, by a call that nobody writes or that only types can tell.

nvcc 13.0 and ptxas said so of each: with an instruction that is gone as HIT they refuse the first kind for sm_100a and
take the second; with a store for sm_90a alone, the PTX of the first kind is empty for sm_100a.
"""

from __future__ import annotations

__all__ = ["NEVER", "REACHED"]

REACHED = {
    "dtor": ("struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n__global__ void KER(){ S s; }"),
    "dtor_temp": ("struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n__global__ void KER(){ S(); }"),
    "dtor_member": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n"
        "struct T{ S s; }; __global__ void KER(){ T t; }"
    ),
    "dtor_base": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n"
        "struct T:S{ }; __global__ void KER(){ T t; }"
    ),
    "dtor_array": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n__global__ void KER(){ S s[2]; }"
    ),
    "dtor_scope": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n__global__ void KER(){ { S s; } }"
    ),
    "dtor_brace": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n__global__ void KER(){ S s{ }; }"
    ),
    "dtor_early": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n"
        "__global__ void KER(){ S s; if(threadIdx.x>3) return; }"
    ),
    "dtor_arg": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n"
        "__device__ void f(const S&){ }\n"
        "__global__ void KER(){ f(S()); }"
    ),
    "dtor_ret": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n"
        "__device__ S f(){ return S(); }\n"
        "__global__ void KER(){ f(); }"
    ),
    "dtor_tpl": ("template<class T> struct G{ T t; __device__ ~G(){ HIT(); } };\n__global__ void KER(){ G<int> g; }"),
    "dtor_explicit": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n"
        "__global__ void KER(char*b){ S*s=(S*)b; s->~S(); }"
    ),
    "dtor_out": ("struct S{ __device__ ~S(); };\n__device__ S::~S(){ HIT(); }\n__global__ void KER(){ S s; }"),
    "conv_init": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n__global__ void KER(){ C c; float f=c; }"
    ),
    "conv_if": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n__global__ void KER(){ C c; if(c){ } }"
    ),
    "conv_arg": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__device__ void g(float){ }\n"
        "__global__ void KER(){ C c; g(c); }"
    ),
    "conv_cast": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; (void)static_cast<float>(c); }"
    ),
    "conv_ccast": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; float f=(float)c; }"
    ),
    "conv_arith": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; float f=c+1; }"
    ),
    "conv_while": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; while(c) break; }"
    ),
    "conv_switch": (
        "struct C{ __device__ operator int() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; switch(c){ default:; } }"
    ),
    "conv_not": (
        "struct C{ __device__ explicit operator bool() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; bool b=!c; }"
    ),
    "conv_and": (
        "struct C{ __device__ explicit operator bool() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; bool b= c && threadIdx.x; }"
    ),
    "conv_tern": (
        "struct C{ __device__ explicit operator bool() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; int b= c ? 1:2; }"
    ),
    "conv_index": (
        "struct C{ __device__ operator int() const { HIT(); return 1; } };\n"
        "__global__ void KER(int*a){ C c; int b= a[c]; }"
    ),
    "conv_assign": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; float f; f=c; }"
    ),
    "conv_ret": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__device__ float g(){ C c; return c; }\n"
        "__global__ void KER(){ float f=g(); }"
    ),
    "conv_ptr": (
        "struct C{ float v; __device__ operator const float*() const { HIT(); return &v; } };\n"
        "__global__ void KER(){ C c; float f=*c; }"
    ),
    "conv_cmp": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; if(c>1.f){ } }"
    ),
    "conv_compound": (
        "struct C{ __device__ operator float() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ C c; float f=0; f+=c; }"
    ),
    "deref": (
        "struct I{ __device__ float operator*() const { HIT(); return 1; } };\n"
        "__global__ void KER(){ I i; float f=*i; }"
    ),
    "deref_free": (
        "struct I{ };\n"
        "__device__ float operator*(const I&){ HIT(); return 1; }\n"
        "__global__ void KER(){ I i; float f=*i; }"
    ),
    "arrow": (
        "struct Q{ float x; }; struct I{ Q q; __device__ Q* operator->(){ HIT(); return &q; } };\n"
        "__global__ void KER(){ I i; float f=i->x; }"
    ),
    "subscript": (
        "struct I{ __device__ float operator[](int) const { HIT(); return 1; } };\n"
        "__global__ void KER(){ I i; float f=i[0]; }"
    ),
    "subscript_set": (
        "struct I{ float v[4]; __device__ float& operator[](int k) { HIT(); return v[k]; } };\n"
        "__global__ void KER(){ I i; i[0]=1; }"
    ),
    "inc_pre": ("struct I{ __device__ I& operator++() { HIT(); return *this; } };\n__global__ void KER(){ I i; ++i; }"),
    "inc_post": (
        "struct I{ __device__ I operator++(int) { HIT(); return *this; } };\n__global__ void KER(){ I i; i++; }"
    ),
    "plus_free": (
        "struct I{ };\n__device__ I operator+(I a,I b){ HIT(); return a; }\n__global__ void KER(){ I i,j; I z=i+j; }"
    ),
    "mul_free": (
        "struct I{ };\n__device__ I operator*(I a,I b){ HIT(); return a; }\n__global__ void KER(){ I i,j; I z=i*j; }"
    ),
    "mul_scalar": (
        "struct I{ };\n"
        "__device__ I operator*(float a,I b){ HIT(); return b; }\n"
        "__global__ void KER(){ I i; I z=2.f*i; }"
    ),
    "plus_member": (
        "struct I{ __device__ I operator+(const I&b) const { HIT(); return b; } };\n"
        "__global__ void KER(){ I i,j; I z=i+j; }"
    ),
    "plus_friend": (
        "struct I{ friend __device__ I operator+(const I&a,const I&b){ HIT(); return b; } };\n"
        "__global__ void KER(){ I i,j; I z=i+j; }"
    ),
    "plus_ns": (
        "namespace q{ struct I{ }; __device__ I operator+(const I&a,const I&b){ HIT(); return b; } }\n"
        "__global__ void KER(){ q::I i,j; q::I z=i+j; }"
    ),
    "plus_tpl": (
        "template<class T> struct I{ }; template<class T> __device__ I<T> operator+(const I<T>&a,const "
        "I<T>&b){ HIT(); return b; }\n"
        "__global__ void KER(){ I<int> i,j; auto z=i+j; }"
    ),
    "plus_base": (
        "struct I{ __device__ I operator+(const I&b) const { HIT(); return b; } }; struct J:I{ };\n"
        "__global__ void KER(){ J i,j; i+j; }"
    ),
    "pluseq": (
        "struct I{ __device__ I& operator+=(float f){ HIT(); return *this; } };\n__global__ void KER(){ I i; i+=3; }"
    ),
    "pluseq_free": (
        "struct I{ }; __device__ I& operator+=(I&i,float f){ HIT(); return i; }\n__global__ void KER(){ I i; i+=3; }"
    ),
    "pluseq_field": (
        "struct I{ __device__ I& operator+=(float f){ HIT(); return *this; } }; struct W{ I i; };\n"
        "__global__ void KER(){ W w; w.i+=3; }"
    ),
    "pluseq_arr": (
        "struct I{ __device__ I& operator+=(float f){ HIT(); return *this; } };\n"
        "__global__ void KER(){ I w[2]; w[1]+=3; }"
    ),
    "assign": (
        "struct I{ __device__ I& operator=(float f){ HIT(); return *this; } };\n__global__ void KER(){ I i; i=3; }"
    ),
    "assign_copy": (
        "struct I{ __device__ I& operator=(const I& f){ HIT(); return *this; } };\n__global__ void KER(){ I i,j; i=j; }"
    ),
    "assign_member": (
        "struct I{ __device__ I& operator=(const I& f){ HIT(); return *this; } }; struct W{ I i; };\n"
        "__global__ void KER(){ W i,j; i=j; }"
    ),
    "copyctor": (
        "struct I{ __device__ I(){ } __device__ I(const I&){ HIT(); } };\n__global__ void KER(){ I i; I j=i; }"
    ),
    "copyctor_arg": (
        "struct I{ __device__ I(){ } __device__ I(const I&){ HIT(); } }; __device__ void f(I){ }\n"
        "__global__ void KER(){ I i; f(i); }"
    ),
    "copyctor_member": (
        "struct I{ __device__ I(){ } __device__ I(const I&){ HIT(); } }; struct W{ I i; };\n"
        "__global__ void KER(){ W i; W j=i; }"
    ),
    "eq": (
        "struct I{ __device__ bool operator==(float f)const { HIT(); return true; } };\n"
        "__global__ void KER(){ I i; if(i==1){ } }"
    ),
    "lt_while": (
        "struct I{ __device__ bool operator<(float f)const { HIT(); return true; } };\n"
        "__global__ void KER(){ I i; while(i<1) break; }"
    ),
    "neg": ("struct I{ __device__ I operator-()const { HIT(); return *this; } };\n__global__ void KER(){ I i; -i; }"),
    "shl": ("struct I{ __device__ I& operator<<(int) { HIT(); return *this; } };\n__global__ void KER(){ I i; i<<1; }"),
    "comma_op": (
        "struct I{ __device__ I& operator,(int) { HIT(); return *this; } };\n__global__ void KER(){ I i; i,1; }"
    ),
    "range_ne": (
        "struct It{ int i; __device__ bool operator!=(const It&o)const{ HIT(); return i!=o.i; } "
        "__device__ void operator++(){ ++i; } __device__ int operator*()const{ return i; } }; struct R{ "
        "__device__ It begin()const{ return { 0 }; } __device__ It end()const{ return { 4 }; } };\n"
        "__global__ void KER(){ R r; for(int x: r){ } }"
    ),
    "range_inc": (
        "struct It{ int i; __device__ bool operator!=(const It&o)const{ return i!=o.i; } __device__ void "
        "operator++(){ HIT(); ++i; } __device__ int operator*()const{ return i; } }; struct R{ "
        "__device__ It begin()const{ return { 0 }; } __device__ It end()const{ return { 4 }; } };\n"
        "__global__ void KER(){ R r; for(int x: r){ } }"
    ),
    "range_deref": (
        "struct It{ int i; __device__ bool operator!=(const It&o)const{ return i!=o.i; } __device__ void "
        "operator++(){ ++i; } __device__ int operator*()const{ HIT(); return i; } }; struct R{ "
        "__device__ It begin()const{ return { 0 }; } __device__ It end()const{ return { 4 }; } };\n"
        "__global__ void KER(){ R r; for(int x: r){ } }"
    ),
    "range_begin": (
        "struct It{ int i; __device__ bool operator!=(const It&o)const{ return i!=o.i; } __device__ void "
        "operator++(){ ++i; } __device__ int operator*()const{ return i; } }; struct R{ __device__ It "
        "begin()const{ HIT(); return { 0 }; } __device__ It end()const{ return { 4 }; } };\n"
        "__global__ void KER(){ R r; for(int x: r){ } }"
    ),
    "range_end": (
        "struct It{ int i; __device__ bool operator!=(const It&o)const{ return i!=o.i; } __device__ void "
        "operator++(){ ++i; } __device__ int operator*()const{ return i; } }; struct R{ __device__ It "
        "begin()const{ return { 0 }; } __device__ It end()const{ HIT(); return { 4 }; } };\n"
        "__global__ void KER(){ R r; for(int x: r){ } }"
    ),
    "range_free": (
        "struct It{ int i; __device__ bool operator!=(const It&o)const{ return i!=o.i; } __device__ void "
        "operator++(){ ++i; } __device__ int operator*()const{ return i; } }; struct R{ }; __device__ It "
        "begin(const R&){ HIT(); return { 0 }; } __device__ It end(const R&){ return { 4 }; }\n"
        "__global__ void KER(){ R r; for(int x: r){ } }"
    ),
    "dmi": ("__device__ int f(){ HIT(); return 1; }\nstruct D{ int x=f(); };\n__global__ void KER(){ D d; }"),
    "dmi_brace": ("__device__ int f(){ HIT(); return 1; }\nstruct D{ int x=f(); };\n__global__ void KER(){ D d{ }; }"),
    "dmi_braceinit": (
        "__device__ int f(){ HIT(); return 1; }\nstruct D{ int x{ f() }; };\n__global__ void KER(){ D d; }"
    ),
    "dmi_ctor": (
        "__device__ int f(){ HIT(); return 1; }\n"
        "struct D{ int x=f(); __device__ D(){ } };\n"
        "__global__ void KER(){ D d; }"
    ),
    "dmi_member": (
        "__device__ int f(){ HIT(); return 1; }\n"
        "struct D{ int x=f(); }; struct E{ D d; };\n"
        "__global__ void KER(){ E e; }"
    ),
    "dmi_temp": (
        "__device__ int f(){ HIT(); return 1; }\n"
        "struct D{ int x=f(); }; __device__ void g(D){ }\n"
        "__global__ void KER(){ g(D{ }); }"
    ),
    "mil": (
        "__device__ int f(){ HIT(); return 1; }\n"
        "struct D{ int x; __device__ D():x(f()){ } };\n"
        "__global__ void KER(){ D d; }"
    ),
    "mil_class": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n"
        "struct D{ C c; __device__ D():c(1){ } };\n"
        "__global__ void KER(){ D d; }"
    ),
    "mil_class_brace": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n"
        "struct D{ C c; __device__ D():c{ 1 }{ } };\n"
        "__global__ void KER(){ D d; }"
    ),
    "mil_base": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n"
        "struct D:C{ __device__ D():C(1){ } };\n"
        "__global__ void KER(){ D d; }"
    ),
    "mil_base_tpl": (
        "template<class T> struct C{ __device__ C(int){ HIT(); } }; template<class T> struct D:C<T>{ "
        "__device__ D():C<T>(1){ } };\n"
        "__global__ void KER(){ D<int> d; }"
    ),
    "delegate": ("struct D{ __device__ D(int){ HIT(); } __device__ D():D(1){ } };\n__global__ void KER(){ D d; }"),
    "inherit_ctor": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n"
        "struct D:C{ using C::C; };\n"
        "__global__ void KER(){ D d(1); }"
    ),
    "base_ctor": (
        "struct C{ float v; __device__ C(){ HIT(); } };\n"
        "struct D:C{ __device__ D(){ } };\n"
        "__global__ void KER(){ D d; }"
    ),
    "base_ctor_impl": ("struct C{ float v; __device__ C(){ HIT(); } };\nstruct D:C{ };\n__global__ void KER(){ D d; }"),
    "member_ctor": ("struct C{ float v; __device__ C(){ HIT(); } };\nstruct D{ C c; };\n__global__ void KER(){ D d; }"),
    "member_ctor_user": (
        "struct C{ float v; __device__ C(){ HIT(); } };\n"
        "struct D{ C c; __device__ D(){ } };\n"
        "__global__ void KER(){ D d; }"
    ),
    "member_arr_ctor": (
        "struct C{ float v; __device__ C(){ HIT(); } };\nstruct D{ C c[2]; };\n__global__ void KER(){ D d; }"
    ),
    "array_ctor": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ C c[2]; }"),
    "array_ctor2": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ C c[2][2]; }"),
    "anon_member": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ struct { C b; } x; }"),
    "local_struct": "__global__ void KER(){ struct L{ __device__ void go(){ HIT(); } } x; x.go(); }",
    "local_struct2": "__global__ void KER(){ struct L{ __device__ void go(){ HIT(); } }; L x; x.go(); }",
    "local_struct_ctor": "__global__ void KER(){ struct L{ __device__ L(){ HIT(); } }; L x; }",
    "new_place": (
        "#include <new>\nstruct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(char*b){ new(b) C(); }"
    ),
    "ctor_default": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ C c; }"),
    "ctor_paren": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ C(); }"),
    "ctor_brace": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ C{ }; }"),
    "ctor_auto": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ auto c=C(); }"),
    "ctor_eqbrace": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ C c={ }; }"),
    "ctor_out": ("struct C{ __device__ C(); };\n__device__ C::C(){ HIT(); }\n__global__ void KER(){ C c; }"),
    "ctor_tpl": ("template<class T> struct C{ __device__ C(){ HIT(); } };\n__global__ void KER(){ C<int> c; }"),
    "ctor_ctad": ("template<class T> struct C{ __device__ C(T){ HIT(); } };\n__global__ void KER(){ C c(1); }"),
    "ctor_explicit_arg": (
        "struct C{ float v; __device__ explicit C(int){ HIT(); } };\n__global__ void KER(){ C c(1); }"
    ),
    "ctor_conv": ("struct C{ float v; __device__ C(int){ HIT(); } };\n__global__ void KER(){ C c=1; }"),
    "ctor_conv_arg": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n__device__ void g(C){ }\n__global__ void KER(){ g(1); }"
    ),
    "ctor_conv_ret": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n"
        "__device__ C g(){ return 1; }\n"
        "__global__ void KER(){ g(); }"
    ),
    "ctor_conv_ret_brace": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n"
        "__device__ C g(){ return { 1 }; }\n"
        "__global__ void KER(){ g(); }"
    ),
    "ctor_conv_cast": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n__global__ void KER(){ (void)static_cast<C>(1); }"
    ),
    "ctor_init_arg": (
        "struct C{ float v; __device__ C(int){ HIT(); } };\n__device__ void g(C){ }\n__global__ void KER(){ g({ 1 }); }"
    ),
    "ctor_ternary": ("struct C{ float v; __device__ C(){ HIT(); } };\n__global__ void KER(){ threadIdx.x? C(): C(); }"),
    "ctor_agg": (
        "struct C{ float v; __device__ C(){ HIT(); } };\nstruct D{ C c; };\n__global__ void KER(){ D d{ C() }; }"
    ),
    "ctor_initlist": ("struct C{ float v; __device__ C(int){ HIT(); } };\n__global__ void KER(){ C a[]={ 1,2 }; }"),
    "ctor_alias": ("struct C{ float v; __device__ C(){ HIT(); } };\nusing X=C;\n__global__ void KER(){ X c; }"),
    "ctor_depend": (
        "struct C{ float v; __device__ C(){ HIT(); } };\n"
        "template<class T> __device__ void g(){ T t; }\n"
        "__global__ void KER(){ g<C>(); }"
    ),
    "ctor_depend2": (
        "struct C{ float v; __device__ C(){ HIT(); } };\n"
        "template<class T> __device__ void g(){ T t{ }; }\n"
        "__global__ void KER(){ g<C>(); }"
    ),
    "ctor_depend3": (
        "struct C{ float v; __device__ C(){ HIT(); } };\n"
        "template<class T> __device__ void g(){ auto x=T(); }\n"
        "__global__ void KER(){ g<C>(); }"
    ),
    "ctor_nested": ("struct O{ struct C{ __device__ C(){ HIT(); } }; };\n__global__ void KER(){ O::C c; }"),
    "udl": ('__device__ int operator""_x(unsigned long long){ HIT(); return 1; }\n__global__ void KER(){ 1_x; }'),
    "defarg": (
        "__device__ int f(){ HIT(); return 1; }\n__device__ void g(int x=f()){ }\n__global__ void KER(){ g(); }"
    ),
    "virt": (
        "struct B{ __device__ virtual void go(){ } }; struct D:B{ __device__ void go() override { HIT(); "
        "} };\n"
        "__global__ void KER(){ D d; B*b=&d; b->go(); }"
    ),
    "fptr": ("__device__ void f(){ HIT(); }\n__global__ void KER(){ void(*t)()=f; t(); }"),
    "fref": ("__device__ void f(){ HIT(); }\n__global__ void KER(){ auto& t=f; t(); }"),
    "fparam": ("__device__ void f(){ HIT(); }\n__device__ void g(void(*p)()){ p(); }\n__global__ void KER(){ g(f); }"),
    "ftpl": (
        "__device__ void f(){ HIT(); }\n"
        "template<class F> __device__ void g(F p){ p(); }\n"
        "__global__ void KER(){ g(f); }"
    ),
    "fauto": (
        "__device__ void f(){ HIT(); }\ntemplate<auto F> __device__ void g(){ F(); }\n__global__ void KER(){ g<f>(); }"
    ),
    "lam": "__global__ void KER(){ auto l=[&]{ HIT(); }; l(); }",
    "lam_iife": "__global__ void KER(){ [&]{ HIT(); }(); }",
    "lam_gen": "__global__ void KER(){ auto l=[&](auto x){ HIT(); }; l(1); }",
    "lam_arg": ("template<class F> __device__ void g(F f){ f(); }\n__global__ void KER(){ g([]{ HIT(); }); }"),
    "lam_capinit": ("__device__ int f(){ HIT(); return 1; }\n__global__ void KER(){ auto l=[x=f()]{ }; l(); }"),
    "lam_ret": ("__device__ auto g(){ return []{ HIT(); }; }\n__global__ void KER(){ g()(); }"),
    "lam_struct": (
        "template<class F> struct H{ F f; __device__ void go(){ f(); } };\n"
        "__global__ void KER(){ auto l=[]{ HIT(); }; H<decltype(l)> h{ l }; h.go(); }"
    ),
    "functor_arg": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } }; template<class F> __device__ void g(F "
        "f){ f(); }\n"
        "__global__ void KER(){ g(Fn()); }"
    ),
    "functor_type": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } }; template<class F> __device__ void "
        "g(){ F{ }(); }\n"
        "__global__ void KER(){ g<Fn>(); }"
    ),
    "functor_type2": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } }; template<class F> __device__ void "
        "g(){ F()(); }\n"
        "__global__ void KER(){ g<Fn>(); }"
    ),
    "functor_member": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } }; template<class F> struct H{ F f; "
        "__device__ void go(){ f(); } };\n"
        "__global__ void KER(){ H<Fn> h; h.go(); }"
    ),
    "crtp": (
        "template<class D> struct B{ __device__ void run(){ static_cast<D*>(this)->impl(); } }; struct "
        "D:B<D>{ __device__ void impl(){ HIT(); } };\n"
        "__global__ void KER(){ D d; d.run(); }"
    ),
    "ttp": (
        "template<class T> struct OO{ __device__ static void run(){ HIT(); } }; template<template<class> "
        "class O> __device__ void g(){ O<float>::run(); }\n"
        "__global__ void KER(){ g<OO>(); }"
    ),
    "ovl_int": ("__device__ void g(float){ } __device__ void g(int){ HIT(); }\n__global__ void KER(){ g(1); }"),
    "ovl_float": ("__device__ void g(float){ HIT(); } __device__ void g(int){ }\n__global__ void KER(){ g(1.f); }"),
    "ovl_ptr": (
        "__device__ void g(float*){ } __device__ void g(int*){ HIT(); }\n__global__ void KER(){ int x=0; g(&x); }"
    ),
    "ovl_var": (
        "__device__ void g(float){ } __device__ void g(double){ HIT(); }\n__global__ void KER(){ double x=0; g(x); }"
    ),
    "ovl_tpl": (
        "__device__ void g(float){ } __device__ void g(double){ HIT(); } template<class T> __device__ "
        "void h(){ T x=0; g(x); }\n"
        "__global__ void KER(){ h<double>(); }"
    ),
    "ovl_cast": (
        "__device__ void g(int){ } __device__ void g(unsigned){ HIT(); }\n__global__ void KER(){ g((unsigned)1); }"
    ),
    "ovl_arith": (
        "__device__ void g(int){ } __device__ void g(float){ HIT(); }\n__global__ void KER(){ float a=1; g(a*2); }"
    ),
    "ovl_param": (
        "__device__ void g(int){ } __device__ void g(float){ HIT(); }\n__global__ void KER(float x){ g(x); }"
    ),
    "ovl_call": (
        "__device__ float f(){ return 1; } __device__ void g(int){ } __device__ void g(float){ HIT(); }\n"
        "__global__ void KER(){ g(f()); }"
    ),
    "ovl_elem": (
        "__device__ void g(int){ } __device__ void g(float){ HIT(); }\n__global__ void KER(float*x){ g(x[0]); }"
    ),
    "cx_array": "__global__ void KER(){ constexpr int a[]={ 0,1 }; if constexpr(a[1]) HIT(); }",
    "cx_array_ns": ("constexpr int A[]={ 3,5 };\n__global__ void KER(){ if constexpr(A[1]==5) HIT(); }"),
    "cx_array_if": "__global__ void KER(){ constexpr int a[]={ 0,1 }; if (a[1]) HIT(); }",
    "dec_value": (
        "#include <type_traits>\n"
        "__global__ void KER(){ auto l=[](auto n){ if constexpr(decltype(n)::value==3) HIT(); }; "
        "l(std::integral_constant<int,3>{ }); }"
    ),
    "dec_value2": (
        "#include <type_traits>\n"
        "template<class T> __device__ void l(T n){ if constexpr(decltype(n)::value==3) HIT(); }\n"
        "__global__ void KER(){ l(std::integral_constant<int,3>{ }); }"
    ),
    "dec_own": (
        "template<int N> struct I{ static constexpr int value=N; };\n"
        "__global__ void KER(){ auto l=[](auto n){ if constexpr(n.value==3) HIT(); }; l(I<3>{ }); }"
    ),
    "dec_type": (
        "template<class T> __device__ void g(){ } template<> __device__ void g<float>(){ HIT(); }\n"
        "__global__ void KER(){ float x; g<decltype(x)>(); }"
    ),
    "while_dec": "__global__ void KER(){ int n=2; while(n--) HIT(); }",
    "for_dec": "__global__ void KER(){ for(int n=2; n--; ) HIT(); }",
    "do_dec": "__global__ void KER(){ int n=1; do HIT(); while(n--); }",
    "while_dec2": "__global__ void KER(){ int n=1; while(n--){ } if(n==-1) HIT(); }",
    "if_dec": "__global__ void KER(){ int n=1; if(--n==0) HIT(); }",
    "voidt": (
        "#include <type_traits>\n"
        "template<class T,class=void> struct Has{ static constexpr bool v=false; }; template<class T> "
        "struct Has<T,std::void_t<typename T::X>>{ static constexpr bool v=true; }; struct A{ using "
        "X=int; }; struct B{ };\n"
        "__global__ void KER(){ if constexpr(Has<A>::v) HIT(); }"
    ),
    "voidt2": (
        "#include <type_traits>\n"
        "template<class T,class=void> struct Has:std::false_type{ }; template<class T> struct "
        "Has<T,std::void_t<decltype(T::x)>>:std::true_type{ }; struct A{ static constexpr int x=1; }; "
        "struct B{ };\n"
        "__global__ void KER(){ if constexpr(Has<A>::value) HIT(); }"
    ),
    "k_functor": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "void go(){ KER<<<1,1>>>(Fn{ }); }"
    ),
    "k_functor_var": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "void go(){ Fn f; KER<<<1,1>>>(f); }"
    ),
    "k_functor_expl": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "void go(){ KER<Fn><<<1,1>>>(Fn()); }"
    ),
    "k_functor_type": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template<class F> __global__ void KER(){ F{ }(); }\n"
        "void go(){ KER<Fn><<<1,1>>>(); }"
    ),
    "k_functor_type2": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template<class F> __global__ void KER(){ F f; f(); }\n"
        "void go(){ KER<Fn><<<1,1>>>(); }"
    ),
    "k_functor_type3": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template<class F> __global__ void KER(){ F()(); }\n"
        "void go(){ KER<Fn><<<1,1>>>(); }"
    ),
    "k_auto": (
        "__device__ void f(){ HIT(); }\ntemplate<auto F> __global__ void KER(){ F(); }\nvoid go(){ KER<f><<<1,1>>>(); }"
    ),
    "k_auto_addr": (
        "__device__ void f(){ HIT(); }\n"
        "template<auto F> __global__ void KER(){ F(); }\n"
        "void go(){ KER<&f><<<1,1>>>(); }"
    ),
    "k_fp": (
        "__device__ void f(){ HIT(); }\n"
        "template<void(*F)()> __global__ void KER(){ F(); }\n"
        "void go(){ KER<f><<<1,1>>>(); }"
    ),
    "k_fp_pass": (
        "__device__ void f(){ HIT(); }\n"
        "template<void(*G)()> __device__ void g(){ G(); }\n"
        "template<void(*F)()> __global__ void KER(){ g<F>(); }\n"
        "void go(){ KER<f><<<1,1>>>(); }"
    ),
    "k_ttp": (
        "template<class T> struct OO{ __device__ static void run(){ HIT(); } };\n"
        "template<template<class> class O> __global__ void KER(){ O<float>::run(); }\n"
        "void go(){ KER<OO><<<1,1>>>(); }"
    ),
    "k_ttp_obj": (
        "template<class T> struct OO{ __device__ void run(){ HIT(); } };\n"
        "template<template<class> class O> __global__ void KER(){ O<float> o; o.run(); }\n"
        "void go(){ KER<OO><<<1,1>>>(); }"
    ),
    "k_lam": (
        "template<class F> __global__ void KER(F f){ f(); }\nvoid go(){ KER<<<1,1>>>([] __device__ (){ HIT(); }); }"
    ),
    "k_lam_var": (
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "void go(){ auto f=[] __device__ (){ HIT(); }; KER<<<1,1>>>(f); }"
    ),
    "k_lam_hd": (
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "void go(){ int z=3; KER<<<1,1>>>([=] __host__ __device__ (){ if(z) HIT(); }); }"
    ),
    "k_lam_par": (
        "template<class F> __global__ void KER(int n,F f){ if(threadIdx.x<n) f(); }\n"
        "template<class F> void par(int n,F f){ KER<<<1,1>>>(n,f); }\n"
        "template<class F> void par2(int n,const F& f){ par(n,f); }\n"
        "void go(){ par2(3,[=] __device__ (){ HIT(); }); }"
    ),
    "k_lam_arg": (
        "template<class F> __global__ void KER(F f){ f(threadIdx.x); }\n"
        "void go(){ KER<<<1,1>>>([] __device__ (int i){ HIT(); }); }"
    ),
    "k_lam_helper": (
        "template<class F> __device__ void g(F f){ f(); }\n"
        "template<class F> __global__ void KER(F f){ g(f); }\n"
        "void go(){ KER<<<1,1>>>([] __device__ (){ HIT(); }); }"
    ),
    "k_lam_tpl": (
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "template<int N> void run(){ KER<<<1,1>>>([] __device__ (){ if constexpr(N==3) HIT(); }); }\n"
        "void go(){ run<3>(); }"
    ),
    "k_struct_functor": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template<class F> struct H{ F f; };\n"
        "template<class F> __global__ void KER(H<F> h){ h.f(); }\n"
        "void go(){ KER<<<1,1>>>(H<Fn>{ }); }"
    ),
    "k_made": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "Fn make(){ return { }; }\n"
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "void go(){ KER<<<1,1>>>(make()); }"
    ),
    "k_made_auto": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "auto make(){ return Fn{ }; }\n"
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "void go(){ KER<<<1,1>>>(make()); }"
    ),
    "k_dtor": (
        "struct S{ float v; __device__ S(){ } __device__ ~S(){ HIT(); } };\n"
        "template<class T> __global__ void KER(){ T t; }\n"
        "void go(){ KER<S><<<1,1>>>(); }"
    ),
    "k_op": (
        "struct I{ __device__ I operator+(const I&b) const { HIT(); return b; } };\n"
        "template<class T> __global__ void KER(){ T a,b; a+b; }\n"
        "void go(){ KER<I><<<1,1>>>(); }"
    ),
    "k_ptrto": (
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "void go(){ auto k=&KER<Fn>; k<<<1,1>>>(Fn{ }); }"
    ),
    "k_expl": (
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template __global__ void KER<Fn>(Fn);"
    ),
    "k_expl_ded": (
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template __global__ void KER(Fn);"
    ),
    "k_member_launch": (
        "struct Fn{ __device__ void operator()()const{ HIT(); } };\n"
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "struct L{ Fn f; void run(){ KER<<<1,1>>>(f); } };"
    ),
    "k_tplarg_val": (
        "template<int N> __global__ void KER(){ if constexpr(N==2) HIT(); }\nvoid go(){ KER<2><<<1,1>>>(); }"
    ),
}

NEVER = {
    "ovl_int": ("__device__ void g(float){ HIT(); } __device__ void g(int){ }\n__global__ void KER(){ g(1); }"),
    "ovl_float": ("__device__ void g(float){ } __device__ void g(int){ HIT(); }\n__global__ void KER(){ g(1.f); }"),
    "ovl_ptr": (
        "__device__ void g(float*){ HIT(); } __device__ void g(int*){ }\n__global__ void KER(){ int x=0; g(&x); }"
    ),
    "cx_array": "__global__ void KER(){ constexpr int a[]={ 0,1 }; if constexpr(a[0]) HIT(); }",
    "cx_array_if": "__global__ void KER(){ constexpr int a[]={ 0,1 }; if (a[0]) HIT(); }",
    "dec_value": (
        "#include <type_traits>\n"
        "__global__ void KER(){ auto l=[](auto n){ if constexpr(decltype(n)::value==3) HIT(); }; "
        "l(std::integral_constant<int,2>{ }); }"
    ),
    "while_dec0": "__global__ void KER(){ int n=0; while(n--) HIT(); }",
    "if_dec": "__global__ void KER(){ int n=1; if(n--==0) HIT(); }",
    "voidt": (
        "#include <type_traits>\n"
        "template<class T,class=void> struct Has{ static constexpr bool v=false; }; template<class T> "
        "struct Has<T,std::void_t<typename T::X>>{ static constexpr bool v=true; }; struct A{ using "
        "X=int; }; struct B{ };\n"
        "__global__ void KER(){ if constexpr(Has<B>::v) HIT(); }"
    ),
    "voidt2": (
        "#include <type_traits>\n"
        "template<class T,class=void> struct Has:std::false_type{ }; template<class T> struct "
        "Has<T,std::void_t<decltype(T::x)>>:std::true_type{ }; struct A{ static constexpr int x=1; }; "
        "struct B{ };\n"
        "__global__ void KER(){ if constexpr(Has<B>::value) HIT(); }"
    ),
    "k_lam_tpl": (
        "template<class F> __global__ void KER(F f){ f(); }\n"
        "template<int N> void run(){ KER<<<1,1>>>([] __device__ (){ if constexpr(N==3) HIT(); }); }\n"
        "void go(){ run<2>(); }"
    ),
}
