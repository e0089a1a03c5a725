package dev.barnacle.cli.internal.launch;

import java.nio.file.Path;
import java.util.List;

/** The contents of a buffer before the launch. */
public sealed interface Init {
  /** Zeros. */
  record Zero() implements Init {}

  /** Zeros that a checked kernel must not rely on: they count as never written. */
  record None() implements Init {}

  /** 0, 1, 2, … counted over all scalars of the buffer; integers wrap around. */
  record Iota() implements Init {}

  /**
   * A number, and further ones in equal steps, counted over all scalars of the buffer; integers
   * wrap around.
   */
  record Steps(long first, long step) implements Init {}

  /** So many numbers from one on, in no order, each as often as others. */
  record Among(long first, long count) implements Init {}

  /**
   * Small numbers in no order, with repetitions, and never zero: see {@link BufferContents} for how
   * they are made.
   */
  record Mixed() implements Init {}

  /**
   * Random numbers from a seed, the same on every machine: see {@link BufferContents} for how they
   * are made.
   */
  record Random(long seed) implements Init {}

  /** Numbers as written, one for each scalar. */
  record Values(List<String> literals) implements Init {}

  /** Each scalar is any of some numbers, which is for {@code explore} alone. */
  record Any(List<String> literals) implements Init {}

  /** A file's bytes, little-endian, exactly as many as the buffer has. */
  record RawFile(Path file) implements Init {}

  /** A picture's pixels: see {@link dev.barnacle.cli.internal.image.Pixels}. */
  record ImageFile(Path file) implements Init {}
}
