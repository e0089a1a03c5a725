package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Emits the shuffles that deal neighbouring elements to lanes, and those that put them back: of
 * {@code step} vectors one after the other in memory, lane l's element s is number {@code l * step
 * + s}.
 *
 * <p>Elements are parted by a prime factor of the step after the other, which takes the fewest
 * shuffles. Where the factor is odd, the elements with the same remainder stand at different places
 * of the vectors they are in, as the vectors' size is a power of two: so they are blended, and put
 * in order at once.
 *
 * <p>Both ways are LLVM's {@code vector.deinterleave} and {@code vector.interleave}, for any
 * factor.
 *
 * @param out gets the instructions
 * @param element LLVM's name of the elements' type
 * @param size elements of each vector, a power of two
 */
record Deinterleave(LlvmText out, String element, int size) {

  /**
   * Parts vectors of memory into one for each of a lane's elements.
   *
   * @param chunks as many as a lane has elements
   */
  List<String> part(List<String> chunks) {
    int step = chunks.size();
    if (step == 1) {
      return chunks;
    }
    int factor = smallestFactor(step);
    String[] parts = new String[step];
    for (int r = 0; r < factor; r++) {
      List<String> some = new ArrayList<>();
      for (int k = 0; k < step; k += factor) {
        some.add(pick(chunks.subList(k, k + factor), r));
      }
      List<String> own = part(some);
      for (int k = 0; k < own.size(); k++) {
        parts[r + factor * k] = own.get(k);
      }
    }
    return List.of(parts);
  }

  /**
   * Puts a lane's elements side by side.
   *
   * @param parts a vector for each; null for what is not needed
   * @return as many vectors of memory
   */
  List<String> join(List<@Nullable String> parts) {
    int step = parts.size();
    if (step == 1) {
      String only = parts.getFirst();
      return List.of(only == null ? LlvmText.POISON : only);
    }
    int factor = smallestFactor(step);
    List<List<String>> joined = new ArrayList<>();
    for (int r = 0; r < factor; r++) {
      List<@Nullable String> some = new ArrayList<>();
      for (int k = r; k < step; k += factor) {
        some.add(parts.get(k));
      }
      joined.add(join(some));
    }
    List<String> chunks = new ArrayList<>();
    for (int k = 0; k < step / factor; k++) {
      int number = k;
      chunks.addAll(weave(joined.stream().map(j -> j.get(number)).toList()));
    }
    return chunks;
  }

  private static int smallestFactor(int number) {
    int factor = 2;
    while (number % factor != 0) {
      factor++;
    }
    return factor;
  }

  /**
   * Returns the elements of some vectors whose number leaves a remainder, divided by their count.
   */
  private String pick(List<String> chunks, int remainder) {
    int factor = chunks.size();
    if (factor == 2) {
      return shuffle(chunks.get(0), chunks.get(1), e -> 2 * e + remainder);
    }
    int[] chunkAt = new int[size];
    for (int l = 0; l < size; l++) {
      int number = l * factor + remainder;
      chunkAt[number % size] = number / size;
    }
    String all = blend(chunks, chunkAt);
    return shuffle(all, LlvmText.POISON, l -> (l * factor + remainder) % size);
  }

  /** Puts the elements of some vectors one beside the other, into as many vectors. */
  private List<String> weave(List<String> parts) {
    int factor = parts.size();
    if (factor == 2) {
      String even = parts.get(0);
      String odd = parts.get(1);
      return List.of(
          shuffle(even, odd, e -> e / 2 + e % 2 * size),
          shuffle(even, odd, e -> (size + e) / 2 + e % 2 * size));
    }
    List<String> placed = new ArrayList<>();
    for (int r = 0; r < factor; r++) {
      int[] laneAt = new int[size];
      for (int l = 0; l < size; l++) {
        laneAt[(l * factor + r) % size] = l;
      }
      placed.add(shuffle(parts.get(r), LlvmText.POISON, e -> laneAt[e]));
    }
    List<String> chunks = new ArrayList<>();
    for (int k = 0; k < factor; k++) {
      int first = k * size;
      chunks.add(
          blend(placed, IntStream.range(first, first + size).map(e -> e % factor).toArray()));
    }
    return chunks;
  }

  /** Returns the elements of vectors, each from the one that is named for its place. */
  private String blend(List<String> vectors, int[] vectorAt) {
    String blended = vectors.getFirst();
    for (int k = 1; k < vectors.size(); k++) {
      int vector = k;
      blended = shuffle(blended, vectors.get(k), e -> vectorAt[e] == vector ? size + e : e);
    }
    return blended;
  }

  /** Returns {@code count} neighbouring elements of a vector of {@code of}. */
  String cut(String vector, int of, int from, int count) {
    return of == count ? vector : out.shuffle(type(of), vector, count, e -> from + e);
  }

  /** Puts vectors, a power of two of them, one after the other. */
  String concatenated(List<String> vectors) {
    return out.concatenated(element, size, vectors);
  }

  private String shuffle(String first, String second, IntUnaryOperator source) {
    return first.equals(LlvmText.POISON) && second.equals(LlvmText.POISON)
        ? LlvmText.POISON
        : out.shuffle(type(size), first, second, size, source);
  }

  private String type(int elements) {
    return LlvmTypes.vector(elements, element);
  }
}
