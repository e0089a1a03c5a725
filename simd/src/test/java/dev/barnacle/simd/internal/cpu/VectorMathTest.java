package dev.barnacle.simd.internal.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.simd.internal.cpu.VectorMath.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names of functions of the JDK's libraries, for processors that this computer may not have. */
class VectorMathTest {
  private static final TargetCpu ARM =
      new TargetCpu("aarch64-unknown-linux-gnu", "neoverse-n1", "neoverse-n1", "+neon", 128, false);
  private static final TargetCpu AVX2 =
      new TargetCpu("x86_64-unknown-linux-gnu", "x86-64-v3", "x86-64-v3", "", 256, true);

  private static List<Variant> floats(TargetCpu target, Intrinsic.Op op) {
    return VectorMath.candidates(target, op, new FloatType(32)).toList();
  }

  @Test
  void armHasOneFormOfEachType() {
    assertEquals(List.of(new Variant(4, "sinf4_u10advsimd")), floats(ARM, Intrinsic.Op.SIN));
    assertEquals(
        List.of(new Variant(2, "log1pd2_u10advsimd")),
        VectorMath.candidates(ARM, Intrinsic.Op.LOG1P, new FloatType(64)).toList());
  }

  /** Of {@code hypot} there is no form of 1 ulp. */
  @Test
  void hypotIsMoreExact() {
    assertEquals(List.of(new Variant(4, "hypotf4_u05advsimd")), floats(ARM, Intrinsic.Op.HYPOT));
  }

  @Test
  void intelsAreOfTheWidestFirst() {
    assertEquals(
        List.of(new Variant(8, "__jsvml_powf8_ha_l9"), new Variant(4, "__jsvml_powf4_ha_l9")),
        floats(AVX2, Intrinsic.Op.POW));
  }

  @Test
  void otherNamesAreNoneOfTheLibrarys() {
    assertEquals(0, VectorMath.address("malloc"));
  }
}
