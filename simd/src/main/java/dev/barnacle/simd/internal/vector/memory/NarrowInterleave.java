package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.Type;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts narrow components of all lanes side by side, lane by lane: in pairs, so that two bytes
 * become an element of 16 bits, two of these one of 32, up to 64 bits, which one shuffle then puts
 * in order.
 *
 * <p>For many narrow components these are fewer instructions than one shuffle of all. And LLVM's
 * selection of AVX-512 instructions does not end for some such shuffles of components of which some
 * are others' lowest bits: it moves an {@code and} through the vectors that are put together, and
 * back. It does not look through a change of the elements' type.
 *
 * @param out gets the instructions
 * @param lanes of each component
 */
record NarrowInterleave(LlvmText out, int lanes) {
  /** Components of this many bits make an element of the last shuffle. */
  private static final int WIDE = 64;

  /** From this many bits of components on it pays. */
  static boolean pays(Type scalar, int slots) {
    long bits = 8 * scalar.byteSize();
    return bits <= 16 && Integer.bitCount(slots) == 1 && slots * bits >= WIDE;
  }

  /**
   * Returns one vector of all components.
   *
   * @param parts a vector for each, a power of two of them that {@link #pays}
   */
  String join(Type scalar, List<String> parts) {
    String element = LlvmTypes.type(scalar);
    int bits = Math.toIntExact(8 * scalar.byteSize());
    List<String> rest = parts;
    while (bits < WIDE) {
      List<String> pairs = new ArrayList<>();
      String type = type(lanes, element);
      for (int k = 0; k < rest.size(); k += 2) {
        String pair =
            out.shuffle(type, rest.get(k), rest.get(k + 1), 2 * lanes, e -> e / 2 + e % 2 * lanes);
        pairs.add(out.bitcast(type(2 * lanes, element), pair, type(lanes, "i" + 2 * bits)));
      }
      rest = pairs;
      bits *= 2;
      element = "i" + bits;
    }
    int count = rest.size();
    int size = lanes * count;
    String all = out.concatenated(element, lanes, rest);
    String type = type(size, element);
    String ordered =
        count == 1 ? all : out.shuffle(type, all, size, e -> e % count * lanes + e / count);
    return out.bitcast(type, ordered, type(lanes * parts.size(), LlvmTypes.type(scalar)));
  }

  private static String type(int size, String element) {
    return LlvmTypes.vector(size, element);
  }
}
