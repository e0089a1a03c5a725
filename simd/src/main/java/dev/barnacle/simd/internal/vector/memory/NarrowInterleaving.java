package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.Type;
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
record NarrowInterleaving(LlvmText out, int lanes) {
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
      for (int k = 0; k < rest.size(); k += 2) {
        String pair =
            shuffle(element, lanes, rest.get(k), rest.get(k + 1), e -> e / 2 + e % 2 * lanes);
        pairs.add(cast(2 * lanes, element, pair, lanes, "i" + 2 * bits));
      }
      rest = pairs;
      bits *= 2;
      element = "i" + bits;
    }
    int count = rest.size();
    int size = lanes;
    while (rest.size() > 1) {
      List<String> joined = new ArrayList<>();
      for (int k = 0; k < rest.size(); k += 2) {
        joined.add(shuffle(element, size, rest.get(k), rest.get(k + 1), e -> e));
      }
      rest = joined;
      size *= 2;
    }
    String all = rest.getFirst();
    String ordered =
        count == 1 ? all : order(element, size, all, e -> e % count * lanes + e / count);
    return cast(size, element, ordered, lanes * parts.size(), LlvmTypes.type(scalar));
  }

  private interface Source {
    int of(int element);
  }

  /** Takes elements of two vectors into one that is twice as long. */
  private String shuffle(String element, int size, String first, String second, Source source) {
    String type = "<" + size + " x " + element + "> ";
    return out.assign(
        "shufflevector " + type + first + ", " + type + second + ", " + mask(2 * size, source));
  }

  private String order(String element, int size, String vector, Source source) {
    String type = "<" + size + " x " + element + "> ";
    return out.assign(
        "shufflevector " + type + vector + ", " + type + "poison, " + mask(size, source));
  }

  private static String mask(int size, Source source) {
    return IntStream.range(0, size)
        .mapToObj(e -> "i32 " + source.of(e))
        .collect(Collectors.joining(", ", "<" + size + " x i32> <", ">"));
  }

  private String cast(int size, String element, String vector, int toSize, String toElement) {
    return out.assign(
        "bitcast <%d x %s> %s to <%d x %s>".formatted(size, element, vector, toSize, toElement));
  }
}
