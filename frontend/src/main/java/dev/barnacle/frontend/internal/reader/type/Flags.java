package dev.barnacle.frontend.internal.reader.type;

import dev.barnacle.ir.FastMath;
import dev.barnacle.llvm.view.LlvmInstruction;
import java.util.EnumSet;
import java.util.Set;

/** LLVM's instruction flags as the IR's. */
public final class Flags {
  private Flags() {}

  /** Returns the fast-math flags of a floating-point instruction. */
  public static Set<FastMath> fastMath(LlvmInstruction instruction) {
    Set<FastMath> result = EnumSet.noneOf(FastMath.class);
    for (LlvmInstruction.Flag flag : instruction.flags()) {
      switch (flag) {
        case REASSOC -> result.add(FastMath.REASSOC);
        case NNAN -> result.add(FastMath.NNAN);
        case NINF -> result.add(FastMath.NINF);
        case NSZ -> result.add(FastMath.NSZ);
        case ARCP -> result.add(FastMath.ARCP);
        case CONTRACT -> result.add(FastMath.CONTRACT);
        case AFN -> result.add(FastMath.AFN);
        case NUW, NSW, EXACT, DISJOINT, NNEG, INBOUNDS -> {}
      }
    }
    return result;
  }
}
