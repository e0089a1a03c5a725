package dev.barnacle.frontend.internal.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.frontend.PrivateVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The instruction set OpenCL.std: each instruction finds its function of the library. */
class StandardFunctionsTest {
  private static final List<String> UNARY =
      List.of(
          "acos",
          "acosh",
          "acospi",
          "asin",
          "asinh",
          "asinpi",
          "atan",
          "atanh",
          "atanpi",
          "cbrt",
          "ceil",
          "cos",
          "cosh",
          "cospi",
          "erfc",
          "erf",
          "exp",
          "exp2",
          "exp10",
          "expm1",
          "fabs",
          "floor",
          "lgamma",
          "log",
          "log2",
          "log10",
          "log1p",
          "logb",
          "rint",
          "round",
          "rsqrt",
          "sin",
          "sinh",
          "sinpi",
          "sqrt",
          "tan",
          "tanh",
          "tanpi",
          "tgamma",
          "trunc",
          "degrees",
          "radians",
          "sign",
          "normalize");
  private static final List<String> BINARY =
      List.of(
          "atan2",
          "atan2pi",
          "copysign",
          "fdim",
          "fmax",
          "fmin",
          "fmod",
          "hypot",
          "maxmag",
          "minmag",
          "nextafter",
          "pow",
          "powr",
          "remainder",
          "fmax_common",
          "fmin_common",
          "step");
  private static final List<String> TERNARY = List.of("fma", "mad", "fclamp", "mix", "smoothstep");
  private static final List<String> FLOAT_ONLY =
      List.of(
          "half_cos",
          "half_exp",
          "half_exp2",
          "half_exp10",
          "half_log",
          "half_log2",
          "half_log10",
          "half_recip",
          "half_rsqrt",
          "half_sin",
          "half_sqrt",
          "half_tan",
          "native_cos",
          "native_exp",
          "native_exp2",
          "native_exp10",
          "native_log",
          "native_log2",
          "native_log10",
          "native_recip",
          "native_rsqrt",
          "native_sin",
          "native_sqrt",
          "native_tan",
          "fast_normalize");
  private static final List<String> FLOAT_PAIRS =
      List.of("half_divide", "half_powr", "native_divide", "native_powr");
  private static final List<String> WHOLE = List.of("s_abs", "u_abs", "clz", "ctz", "popcount");
  private static final List<String> WHOLE_PAIRS =
      List.of(
          "s_abs_diff",
          "u_abs_diff",
          "s_add_sat",
          "u_add_sat",
          "s_hadd",
          "u_hadd",
          "s_rhadd",
          "u_rhadd",
          "s_max",
          "u_max",
          "s_min",
          "u_min",
          "s_mul_hi",
          "u_mul_hi",
          "rotate",
          "s_sub_sat",
          "u_sub_sat");
  private static final List<String> WHOLE_TRIPLES =
      List.of("s_clamp", "u_clamp", "s_mad_hi", "u_mad_hi", "s_mad_sat", "u_mad_sat", "bitselect");

  private final StringBuilder types = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private int serial;

  @Test
  void floats() throws FrontendException {
    for (String type : List.of("half", "float", "double")) {
      for (String width : List.of("", "2", "3", "4", "8", "16")) {
        UNARY.forEach(name -> call(name, type + width, 1, width));
        BINARY.forEach(name -> call(name, type + width, 2, width));
        TERNARY.forEach(name -> call(name, type + width, 3, width));
        withInteger(type, width);
        if (type.equals("float")) {
          FLOAT_ONLY.forEach(name -> call(name, type + width, 1, width));
          FLOAT_PAIRS.forEach(name -> call(name, type + width, 2, width));
        }
      }
    }
    build();
  }

  @Test
  void integers() throws FrontendException {
    for (String type : List.of("i8", "i16", "i32", "i64")) {
      for (String width : List.of("", "2", "3", "4", "8", "16")) {
        WHOLE.forEach(name -> call(name, type + width, 1, width));
        WHOLE_PAIRS.forEach(name -> call(name, type + width, 2, width));
        WHOLE_TRIPLES.forEach(name -> call(name, type + width, 3, width));
      }
    }
    for (String width : List.of("", "2", "3", "4", "8", "16")) {
      for (String name : List.of("s_mul24", "u_mul24")) {
        call(name, "i32" + width, 2, width);
      }
      for (String name : List.of("s_mad24", "u_mad24")) {
        call(name, "i32" + width, 3, width);
      }
      for (String name : List.of("s_upsample", "u_upsample")) {
        line("i64" + width, name, "%u_i32" + width, "%u_i32" + width);
      }
    }
    build();
  }

  @Test
  void memory() throws FrontendException {
    for (String space : List.of("g", "l", "c", "f", "n")) {
      for (String type : List.of("i8", "i16", "i32", "i64", "half", "float", "double")) {
        String pointer = "%u_" + space + "_" + type;
        for (String width : List.of("2", "3", "4", "8", "16")) {
          line(type + width, "vloadn", "%zero", pointer, width);
          if (!space.equals("c")) {
            line("void", "vstoren", "%u_" + type + width, "%zero", pointer);
          }
        }
      }
      String half = "%u_" + space + "_half";
      line("float", "vload_half", "%zero", half);
      for (String width : List.of("2", "3", "4", "8", "16")) {
        line("float" + width, "vload_halfn", "%zero", half, width);
        line("float" + width, "vloada_halfn", "%zero", half, width);
        if (!space.equals("c")) {
          line("void", "vstore_halfn", "%u_double" + width, "%zero", half);
          line("void", "vstorea_halfn", "%u_float" + width, "%zero", half);
          for (String mode : List.of("RTE", "RTZ", "RTP", "RTN")) {
            line("void", "vstore_halfn_r", "%u_float" + width, "%zero", half, mode);
            line("void", "vstorea_halfn_r", "%u_double" + width, "%zero", half, mode);
          }
        }
      }
      if (!space.equals("c")) {
        line("void", "vstore_half", "%u_float", "%zero", half);
        line("void", "vstore_half_r", "%u_double", "%zero", half, "RTZ");
        for (String type : List.of("half", "float", "double")) {
          for (String width : List.of("", "2", "3", "4", "8", "16")) {
            String t = type + width;
            line(t, "fract", "%u_" + t, "%u_" + space + "_" + t);
            line(t, "modf", "%u_" + t, "%u_" + space + "_" + t);
            line(t, "sincos", "%u_" + t, "%u_" + space + "_" + t);
            line(t, "frexp", "%u_" + t, "%u_" + space + "_i32" + width);
            line(t, "lgamma_r", "%u_" + t, "%u_" + space + "_i32" + width);
            line(t, "remquo", "%u_" + t, "%u_" + t, "%u_" + space + "_i32" + width);
          }
        }
      }
    }
    build();
  }

  @Test
  void shuffles() throws FrontendException {
    List<String> masks = List.of("i8", "i16", "i32", "i64", "i16", "i32", "i64");
    List<String> all = List.of("i8", "i16", "i32", "i64", "half", "float", "double");
    for (int k = 0; k < all.size(); k++) {
      String type = all.get(k);
      for (String width : List.of("2", "4", "8", "16")) {
        String mask = "%u_" + masks.get(k) + width;
        line(type + width, "shuffle", "%u_" + type + "4", mask);
        line(type + width, "shuffle2", "%u_" + type + "8", "%u_" + type + "8", mask);
      }
      for (String width : List.of("", "2", "3", "4", "8", "16")) {
        String t = "%u_" + type + width;
        line(type + width, "select", t, t, "%u_" + masks.get(k) + width);
      }
    }
    build();
  }

  private void withInteger(String type, String width) {
    String t = type + width;
    String integer = "%u_i32" + width;
    for (String name : List.of("ldexp", "pown", "rootn")) {
      line(t, name, "%u_" + t, integer);
    }
    line("i32" + width, "ilogb", "%u_" + t);
    String bits = type.equals("half") ? "i16" : type.equals("float") ? "i32" : "i64";
    line(t, "nan", "%u_" + bits + width);
    if (List.of("", "2", "3", "4").contains(width)) {
      line(type, "length", "%u_" + t);
      line(type, "distance", "%u_" + t, "%u_" + t);
      if (width.equals("3") || width.equals("4")) {
        call("cross", t, 2, "");
      }
      if (type.equals("float")) {
        line(type, "fast_length", "%u_" + t);
        line(type, "fast_distance", "%u_" + t, "%u_" + t);
      }
    }
  }

  private void call(String name, String type, int arguments, String width) {
    boolean geometric = name.endsWith("normalize");
    if (geometric && (width.equals("8") || width.equals("16"))) {
      return;
    }
    String[] values = new String[arguments];
    java.util.Arrays.fill(values, "%u_" + type);
    line(type, name, values);
  }

  private void line(String type, String name, String... arguments) {
    body.append("%x")
        .append(serial++)
        .append(" = OpExtInst %")
        .append(type)
        .append(" %std ")
        .append(name)
        .append(' ')
        .append(String.join(" ", arguments))
        .append('\n');
  }

  private void declare() {
    types.append("%void = OpTypeVoid\n%f = OpTypeFunction %void\n");
    List<String> all = new ArrayList<>();
    for (int bits : new int[] {8, 16, 32, 64}) {
      types.append("%i" + bits + " = OpTypeInt " + bits + " 0\n");
      all.add("i" + bits);
    }
    int bits = 16;
    for (String name : List.of("half", "float", "double")) {
      types.append("%" + name + " = OpTypeFloat " + bits + "\n");
      all.add(name);
      bits *= 2;
    }
    for (String name : List.copyOf(all)) {
      for (int width : new int[] {2, 3, 4, 8, 16}) {
        types.append("%" + name + width + " = OpTypeVector %" + name + " " + width + "\n");
        all.add(name + width);
      }
    }
    types.append("%zero = OpConstant %i64 0\n");
    Map<String, String> spaces =
        Map.of(
            "g",
            "CrossWorkgroup",
            "l",
            "Workgroup",
            "c",
            "UniformConstant",
            "f",
            "Function",
            "n",
            "Generic");
    for (String name : all) {
      types.append("%u_" + name + " = OpUndef %" + name + "\n");
      spaces.forEach(
          (key, storage) -> {
            types.append("%p_" + key + name + " = OpTypePointer " + storage + " %" + name + "\n");
            types.append("%u_" + key + "_" + name + " = OpUndef %p_" + key + name + "\n");
          });
    }
  }

  private void build() throws FrontendException {
    declare();
    String text =
        """
        OpCapability Addresses
        OpCapability Kernel
        OpCapability Vector16
        OpCapability Int8
        OpCapability Int16
        OpCapability Int64
        OpCapability Float16
        OpCapability Float64
        OpCapability GenericPointer
        %std = OpExtInstImport "OpenCL.std"
        OpMemoryModel Physical64 OpenCL
        OpEntryPoint Kernel %k "k"
        """
            + types
            + "%k = OpFunction %void None %f\n%entry = OpLabel\n"
            + body
            + "OpReturn\nOpFunctionEnd\n";
    OpenClCompiler compiler = OpenClCompiler.withoutCache();
    byte[] bitcode =
        compiler
            .compileIl("std.spv", Assembler.assemble(text), BuildOptions.NONE, Map.of())
            .bitcode();
    assertEquals(
        1,
        compiler
            .load("std.spv", bitcode, BuildOptions.NONE.code(), PrivateVariables.VALUES)
            .kernels()
            .size());
  }
}
