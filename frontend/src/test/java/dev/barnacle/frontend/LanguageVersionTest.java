package dev.barnacle.frontend;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.extension.LanguageFeature;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program sees of the language and the device (OpenCL C 3.0, sections 6.2.1 and 6.13.x). */
class LanguageVersionTest {
  private static final OpenClCompiler COMPILER = OpenClCompiler.withoutCache();

  private static final List<String> NOT_OFFERED =
      List.of(
          "cl_khr_gl_msaa_sharing",
          "cl_khr_subgroup_named_barrier",
          "__EMBEDDED_PROFILE__",
          "__SPIR__",
          "__SPIR64__");

  private static CompiledProgram compile(String options, String text) throws Exception {
    return COMPILER.compile(CompileRequest.of("test.cl", text).withOptions(options));
  }

  private static String require(List<String> macros, boolean defined) {
    return macros.stream()
        .map(m -> "#if%sdef %s\n#error %s\n#endif\n".formatted(defined ? "n" : "", m, m))
        .collect(Collectors.joining());
  }

  private static final String KERNEL = "kernel void k(global int *p) { *p = 1; }\n";

  @ParameterizedTest
  @EnumSource
  void macrosTellTheVersionsAndTheDevice(OpenClVersion version) throws Exception {
    String text =
        """
        #if %s != %d || __OPENCL_VERSION__ != 310 || CL_VERSION_3_1 != 310
        #error version
        #endif
        #if __ENDIAN_LITTLE__ != 1
        #error endian
        #endif
        """
            .formatted(
                version.isCxx() ? "__OPENCL_CPP_VERSION__" : "__OPENCL_C_VERSION__",
                version.number());
    List<String> extensions = new ArrayList<>(LanguageSupport.extensions());
    if (version == OpenClVersion.CL1_1) {
      extensions.remove("cl_khr_depth_images"); // clang has it from OpenCL C 1.2 on
    }
    text += require(extensions, true) + require(NOT_OFFERED, false);
    text += require(List.of("__IMAGE_SUPPORT__"), true);
    text += require(LanguageFeature.names(LanguageFeature.Kind.MACRO), true);
    if (version.hasFeatures()) {
      text += require(LanguageSupport.features(), true);
    }
    text += "int size[sizeof(void *) == 8 && sizeof(size_t) == 8 ? 1 : -1];\n";
    CompiledProgram program =
        compile(
            "-cl-std=" + version.option(),
            text.replace("int size", "constant int size").replace("];", "] = {0};") + KERNEL);
    assertEquals(List.of("k"), program.module().kernels().stream().map(Function::name).toList());
    assertEquals("", program.log());
  }

  @ParameterizedTest
  @EnumSource
  void halfDoubleAndLongAtomicsCompile(OpenClVersion version) throws Exception {
    compile(
        "-cl-std=" + version.option(),
        """
        #pragma OPENCL EXTENSION cl_khr_fp16 : enable
        #if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ < 120
        #pragma OPENCL EXTENSION cl_khr_fp64 : enable
        #endif
        kernel void k(global half *h, global double *d, global long *l) {
          *h = *h + (half)1;
          *d = sqrt(*d);
          atom_add(l, 1L);
          atom_max(l, 1L);
          atomic_add((global int *)l, 1);
        }
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cl-std=CL2.0", "-cl-std=CL3.0"})
  void laterVersionsHaveGenericPointersAtomicsAndCollectives(String option) throws Exception {
    compile(
        option,
        """
        global int counter = 0;
        int twice(int *p) { return 2 * *p; }
        kernel void k(global int *p, global atomic_int *a, local int *l) {
          int x = 1;
          *p = twice(p) + twice(&x);
          atomic_fetch_add_explicit(a, 1, memory_order_acq_rel, memory_scope_device);
          atomic_store_explicit(a, 1, memory_order_seq_cst, memory_scope_all_svm_devices);
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
          p[1] = work_group_reduce_add(p[1]);
          work_group_barrier(CLK_LOCAL_MEM_FENCE);
        }
        """);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-cl-std=CL1.1", "-cl-std=CL1.2", ""})
  void earlierVersionsDoNot(String option) {
    assertThrows(
        CompileException.class,
        () ->
            compile(
                option,
                "int f(int *p) { return *p; } kernel void k(global int *p) { *p = f(p); }"));
    assertThrows(
        CompileException.class,
        () -> compile(option, "kernel void k(global atomic_int *p) { atomic_fetch_add(p, 1); }"));
    assertThrows(
        CompileException.class, () -> compile(option, "global int counter = 0;\n" + KERNEL));
  }

  /** Functions that clang does not know may be called through what the program includes. */
  @ParameterizedTest
  @ValueSource(strings = {"", "-cl-std=CL2.0", "-cl-std=CL3.0"})
  void functionsOfOtherExtensionsAreDeclared(String option) throws Exception {
    String kernel =
        "kernel void k(global int *p) { *p = CALL(*p) + clock_read_hilo_device().x; }\n";
    for (String define :
        List.of(
            "#define CALL(x) work_group_reduce_mul(x)\n",
            "#define CALL(x) intel_sub_group_shuffle(x, 1)\n",
            "#define A(f) work_group##_##f\n#define CALL(x) A(reduce_and)(x)\n")) {
      compile(option, define + kernel);
    }
    CompileRequest request =
        CompileRequest.of("test.cl", "#include \"call.h\"\n" + kernel).withOptions(option);
    COMPILER.compile(
        request.withHeader(
            "call.h", "#define CALL(x) intel_sub_group_block_read((global uint *)&x)\n"));
    compile(
        option + " -DCALL=intel_sub_group_reduce_add",
        kernel.replace("CALL(*p)", "CALL((char)*p)"));
  }

  /** The device has sub-groups, so programs of every version have their functions. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-cl-std=CL1.1",
        "-cl-std=CL1.2",
        "-cl-std=CL2.0",
        "-cl-std=CL3.0",
        "-cl-std=CL3.1"
      })
  void subGroupsComeWithEveryVersion(String option) throws Exception {
    compile(
        option,
        """
        #pragma OPENCL EXTENSION cl_khr_subgroups : enable
        kernel void k(global int *p, global float4 *v) {
          sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
          p[get_sub_group_local_id()] = sub_group_reduce_add(*p) + sub_group_all(p[1])
              + sub_group_scan_inclusive_max(p[2]) + sub_group_shuffle_up(p[3], 1);
          v[get_sub_group_id()] = sub_group_broadcast(v[0], 1);
          p[4] = get_sub_group_size() + get_max_sub_group_size() + get_num_sub_groups();
        #if __OPENCL_C_VERSION__ >= 200
          sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
          p[5] = get_enqueued_num_sub_groups();
          atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_sub_group);
        #endif
        }
        """);
  }

  /** A program of an earlier version may have functions of these names itself. */
  @Test
  void programsMayDefineSubGroupFunctionsThemselves() throws Exception {
    compile(
        "",
        """
        int sub_group_reduce_add(int x) { return x + 1; }
        uint get_sub_group_size(void) { return 7; }
        kernel void k(global int *p) { *p = sub_group_reduce_add(*p) + get_sub_group_size(); }
        """);
  }

  /** In each version the macro of each extension is defined, and so each may be enabled. */
  @ParameterizedTest
  @EnumSource(OpenClVersion.class)
  void extensionsOfTheDeviceAreEnabledWithoutAWord(OpenClVersion version) throws Exception {
    String pragmas =
        LanguageSupport.extensions().stream()
            .map(e -> "#pragma OPENCL EXTENSION " + e + " : enable\n")
            .collect(Collectors.joining());
    String options = "-Werror -cl-std=" + version.option();
    assertEquals("", compile(options, pragmas + KERNEL).log());
    String other = "#pragma OPENCL EXTENSION cl_nobody_knows : enable\n";
    String log = compile("-cl-std=" + version.option(), other + KERNEL).log();
    assertTrue(log.contains("'cl_nobody_knows' unknown or does not require pragma"), log);
  }

  static Stream<String> mathOptions() {
    return Stream.of(
        "-cl-mad-enable",
        "-cl-no-signed-zeros",
        "-cl-unsafe-math-optimizations",
        "-cl-finite-math-only",
        "-cl-fast-relaxed-math",
        "-cl-denorms-are-zero",
        "-cl-single-precision-constant",
        "-cl-fp32-correctly-rounded-divide-sqrt",
        "-cl-strict-aliasing",
        "-cl-uniform-work-group-size",
        "-cl-opt-disable",
        "-cl-kernel-arg-info",
        "-g");
  }

  @ParameterizedTest
  @MethodSource("mathOptions")
  void everyOptionCompilesInEveryVersion(String option) throws Exception {
    for (OpenClVersion version : OpenClVersion.values()) {
      CompiledProgram program =
          compile(
              option + " -cl-std=" + version.option(),
              "kernel void k(global float *p) { p[0] = p[1] * p[2] + p[3] / sqrt(p[4]) + 1.5f; }");
      assertEquals("", program.log());
    }
  }

  @Test
  void optionsReachTheLanguage() throws Exception {
    compile("-cl-fast-relaxed-math", "#ifndef __FAST_RELAXED_MATH__\n#error\n#endif\n" + KERNEL);
    compile(
        "-DN=3 -DTEXT=\"1 + 2\"",
        "constant int a[N] = {TEXT};\n#if TEXT != 3\n#error\n#endif\n" + KERNEL);
    compile(
        "-cl-single-precision-constant",
        "constant int a[sizeof(1.5) == 4 ? 1 : -1] = {0};\n" + KERNEL);
    compile("", "constant int a[sizeof(1.5) == 8 ? 1 : -1] = {0};\n" + KERNEL);
  }

  @Test
  void aKernelTellsOfItsParameters() throws Exception {
    CompiledProgram program =
        compile(
            "",
            "kernel __attribute__((reqd_work_group_size(8, 4, 2))) void k(global const float4 *in,"
                + " local int *tmp, uint n) {}");
    KernelInfo info = requireNonNull(program.module().kernels().getFirst().kernel());
    assertEquals(
        List.of("in", "tmp", "n"),
        info.arguments().stream().map(KernelInfo.Argument::name).toList());
    assertEquals("float4*", info.arguments().getFirst().typeName());
    assertEquals(List.of(8, 4, 2), info.requiredWorkGroupSize());
  }
}
