"""Build commands and ninja writers that the script defines itself."""

from __future__ import annotations

from fakes.scripts import HEAD, evaluate, gencodes

OWN = (
    HEAD
    + """
class Build(BuildExtension):
    def build_extensions(self):
        for ext in self.extensions:
            ext.extra_compile_args["nvcc"] += ["-gencode=arch=compute_90a,code=sm_90a"]
        super().build_extensions()

setup(ext_modules=[CUDAExtension("e", ["a.cu"], extra_compile_args={"nvcc": ["-O3"]})], cmdclass={"build_ext": Build})
"""
)

WRITER = (
    HEAD
    + """
import torch

def write(path, cuda_cflags, cuda_post_cflags, sources, objects, **more):
    low = [f if "90a" not in f else "arch=compute_80,code=sm_80" for f in cuda_post_cflags]
    lines = ["post = " + " ".join(cuda_post_cflags), "low = " + " ".join(low)]
    lines += ["rule high", "  command = $nvcc -c $in -o $out $post", "rule low", "  command = $nvcc -c $in $low"]
    for source, target in zip(sources, objects):
        lines.append(f"build {target}: {'low' if source.endswith('_sm80.cu') else RULE} {source}")
    with open(path, "w") as f:
        f.write("\\n".join(lines) + "\\n")

torch.utils.cpp_extension._write_ninja_file = write
FLAGS = ["-gencode", "arch=compute_90a,code=sm_90a"]
setup(ext_modules=[CUDAExtension("e", ["a.cu", "b_sm80.cu"], extra_compile_args={"nvcc": FLAGS})],
      cmdclass={"build_ext": BuildExtension})
"""
)


def test_a_command_that_changes_flags(tmp_path):
    assert gencodes(evaluate(tmp_path, OWN)) == ["90a>sm_90a"]


def test_a_command_that_does_not_compile_as_torch_does(tmp_path):
    answer = evaluate(tmp_path, OWN.replace("super().build_extensions()", "self.spawn(['nvcc', '-c', 'a.cu'])"))
    assert "setup.py:5 compiles it in its own way" in answer.sources[0].undecided


def test_rules_by_suffix_of_a_ninja_writer(tmp_path):
    answer = evaluate(tmp_path, WRITER.replace("RULE", "'high'"))
    assert gencodes(answer) == ["90a>sm_90a"]
    assert gencodes(answer, "b_sm80.cu") == ["80>sm_80"]


def test_a_ninja_writer_that_cannot_be_folded(tmp_path):
    answer = evaluate(tmp_path, WRITER.replace("RULE", "missing.rule(source)"))
    assert answer.sources[0].undecided == "the ninja file that the script writes has no rule for it"
    assert gencodes(answer, "b_sm80.cu") == ["80>sm_80"]


def test_extensions_of_several_calls_and_options(tmp_path):
    text = HEAD + (
        'EXT = CUDAExtension(name="e", sources=["a.cu", "a.cpp"], define_macros=[("M", "2"), ("N", None)],\n'
        '                    extra_compile_args=["-DX=1", "-DY", "-UY", "-gencode=arch=compute_80,code=sm_80"])\n'
        'setup(**{"ext_modules": [EXT], "cmdclass": {"build_ext": BuildExtension.with_options(use_ninja=False)}})\n'
    )
    answer = evaluate(tmp_path, text)
    assert gencodes(answer) == ["80>sm_80"]
    assert [(one.path, one.language) for one in answer.sources] == [("a.cu", "CUDA"), ("a.cpp", "CXX")]
    assert answer.sources[0].defines == ("M=2", "N", "X=1")
