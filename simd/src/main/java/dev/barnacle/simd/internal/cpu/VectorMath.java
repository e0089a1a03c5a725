package dev.barnacle.simd.internal.cpu;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Type;
import dev.barnacle.llvm.host.NativeLibrary;
import dev.barnacle.llvm.machine.AArch64;
import dev.barnacle.llvm.machine.Machine;
import dev.barnacle.llvm.machine.X86;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The SIMD mathematical functions of the JDK's own vector library (libjsvml on x86-64, libsleef on
 * AArch64): at most 1 ulp from the exact result. Where there is none, and for the functions that it
 * lacks, the C library's scalar ones are called.
 */
public final class VectorMath {
  private static final Set<Intrinsic.Op> FUNCTIONS =
      EnumSet.of(
          Intrinsic.Op.SIN,
          Intrinsic.Op.COS,
          Intrinsic.Op.TAN,
          Intrinsic.Op.ASIN,
          Intrinsic.Op.ACOS,
          Intrinsic.Op.ATAN,
          Intrinsic.Op.SINH,
          Intrinsic.Op.COSH,
          Intrinsic.Op.TANH,
          Intrinsic.Op.EXP,
          Intrinsic.Op.EXPM1,
          Intrinsic.Op.LOG,
          Intrinsic.Op.LOG10,
          Intrinsic.Op.LOG1P,
          Intrinsic.Op.POW,
          Intrinsic.Op.ATAN2,
          Intrinsic.Op.CBRT,
          Intrinsic.Op.HYPOT);

  /** A SIMD function: its lanes and the name of its code. */
  public record Variant(int lanes, String symbol) {}

  private static final String INTEL = "__jsvml_";

  /** The end of names of libsleef's functions on Arm's vectors of 128 bits. */
  private static final String ARM = "advsimd";

  private final TargetCpu target;

  /** Finds the functions that a processor can run. */
  public VectorMath(TargetCpu target) {
    this.target = target;
  }

  /** Returns whether the processor has AVX-512 with vectors of all lengths. */
  public boolean isAvx512() {
    return target.family() instanceof X86 && target.vectorBits() == 512;
  }

  /** The library, loaded by the first kernel that needs it. */
  private static final class Library {
    static final Optional<NativeLibrary> OF_JDK = open();

    private static Optional<NativeLibrary> open() {
      return Machine.ofHost()
          .flatMap(Machine::vectorMathLibrary)
          .map(name -> Path.of(System.getProperty("java.home"), "lib", name))
          .filter(Files::exists)
          .flatMap(file -> NativeLibrary.open(file.toString()));
    }
  }

  /** Returns the address of one of the library's functions; 0 for other names. */
  public static long address(String symbol) {
    return symbol.startsWith(INTEL) || symbol.endsWith(ARM)
        ? Library.OF_JDK.map(library -> library.find(symbol)).orElse(0L)
        : 0;
  }

  /**
   * Returns the SIMD forms that a processor could run, the widest first, whether the JDK has them
   * or not.
   */
  static Stream<Variant> candidates(TargetCpu target, Intrinsic.Op op, FloatType type) {
    int unit = 128 / type.bits();
    if (target.family() instanceof AArch64) {
      return Stream.of(new Variant(unit, arm(op, type, unit)));
    }
    boolean wide = target.vectorBits() >= 512;
    boolean middle = target.fma();
    Stream.Builder<Variant> variants = Stream.builder();
    if (wide) {
      variants.add(intel(op, type, 4 * unit, "z0"));
    }
    if (middle) {
      variants.add(intel(op, type, 2 * unit, "l9"));
    }
    variants.add(intel(op, type, unit, middle ? "l9" : "ex"));
    return variants.build();
  }

  private static Variant intel(Intrinsic.Op op, FloatType type, int lanes, String suffix) {
    return new Variant(lanes, INTEL + libraryName(op, type) + lanes + "_ha_" + suffix);
  }

  /** The number is of tenths of an ulp. */
  private static String arm(Intrinsic.Op op, FloatType type, int lanes) {
    String name = op.name().toLowerCase(Locale.ROOT) + (type.bits() == 32 ? "f" : "d");
    return name + lanes + (op == Intrinsic.Op.HYPOT ? "_u05" : "_u10") + ARM;
  }

  /** Returns the C library's name of a function. */
  public static String libraryName(Intrinsic.Op op, FloatType type) {
    return op.name().toLowerCase(Locale.ROOT) + (type.bits() == 32 ? "f" : "");
  }

  /** Returns the SIMD forms of a function on {@code type}, a scalar; empty where there are none. */
  public List<Variant> variants(Intrinsic.Op op, Type type) {
    if (!FUNCTIONS.contains(op)
        || !(type instanceof FloatType f)
        || f.bits() == 16
        || target.family().vectorMathLibrary().isEmpty()) {
      return List.of();
    }
    return candidates(target, op, f).filter(v -> address(v.symbol()) != 0).toList();
  }

  /** Returns whether only the C library has a function. */
  public static boolean isLibraryOnly(Intrinsic.Op op) {
    return switch (op) {
      case ASINH, ACOSH, ATANH, EXPM1, LOG1P, CBRT, ERF, ERFC, LGAMMA, TGAMMA, HYPOT, REMAINDER ->
          true;
      default -> false;
    };
  }

  /** Returns whether a function on {@code type}, a scalar, can be computed on vectors. */
  public boolean hasVectorForm(Intrinsic.Op op, Type type) {
    return !variants(op, type).isEmpty() || (!isLibraryOnly(op) && op != Intrinsic.Op.POWI);
  }

  /** Returns the call attribute that tells LLVM's vectoriser of the SIMD forms. */
  public static String attribute(Intrinsic.Op op, FloatType type, List<Variant> variants) {
    String parameters = "v".repeat(op.arity());
    String name = libraryName(op, type);
    return variants.stream()
        .map(v -> "_ZGV_LLVM_N" + v.lanes() + parameters + "_" + name + "(" + v.symbol() + ")")
        .collect(Collectors.joining(",", "\"vector-function-abi-variant\"=\"", "\""));
  }
}
