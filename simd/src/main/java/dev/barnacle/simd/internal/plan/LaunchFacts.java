package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Launch;
import dev.barnacle.ir.Parameter;
import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.analysis.UnderlyingObjects;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The properties of a launch that the memory of its arguments shows. */
public final class LaunchFacts {
  private LaunchFacts() {}

  /**
   * Returns whether all memory that the arguments reach is known, and of at most {@link
   * SimdLimits#SMALL_OBJECT}.
   */
  public static boolean areSmall(List<Argument> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      MemorySegment memory = arguments.get(i).reached();
      if (memory != null
          && (memory.byteSize() == 0 || memory.byteSize() > SimdLimits.SMALL_OBJECT)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the addresses of all memory of the arguments are multiples of some bytes. */
  public static boolean areAligned(List<Argument> arguments, long alignment) {
    for (int i = 0; i < arguments.size(); i++) {
      long address =
          switch (arguments.get(i)) {
            case Argument.Memory m -> m.memory().address();
            case Argument.Image image -> image.texels().address();
            case Argument.Pipe pipe -> pipe.memory().memory().address();
            case Argument.Shared shared -> shared.address();
            case Argument.Local _, Argument.Bytes _, Argument.Null _ -> 0;
          };
      if (address % alignment != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the arguments, a bit each as in {@link UnderlyingObjects}, whose memory no other
   * argument of the launch reaches. Nothing is known of memory without bounds (a segment of no
   * bytes).
   */
  public static long disjoint(Launch launch) {
    List<Parameter> parameters = launch.kernel().parameters();
    if (parameters.size() != launch.arguments().size()) {
      return 0; // the launch will end with an error
    }
    long disjoint = 0;
    for (Parameter parameter : parameters) {
      long bit = UnderlyingObjects.bit(parameter);
      MemorySegment memory = launch.arguments().get(parameter.index()).reached();
      if (bit != 0 && memory != null && meetsNone(memory, parameter.index(), launch.arguments())) {
        disjoint |= bit;
      }
    }
    return disjoint;
  }

  private static boolean meetsNone(MemorySegment memory, int index, List<Argument> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      MemorySegment other = arguments.get(i).reached();
      if (other != null && (other.byteSize() == 0 || (i != index && meet(memory, other)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean meet(MemorySegment a, MemorySegment b) {
    return a.address() < b.address() + b.byteSize() && b.address() < a.address() + a.byteSize();
  }
}
