package dev.barnacle.bench.internal.first;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of HotSpot's code.
 *
 * @param interpreter the ranges of the interpreter and of stubs
 * @param compiled those of compiled methods
 */
record CodeHeaps(List<Range> interpreter, List<Range> compiled) {
  static final CodeHeaps NONE = new CodeHeaps(List.of(), List.of());

  private static final Pattern HEAP =
      Pattern.compile(
          "CodeHeap '([^']*)'.*\\s+bounds \\[0x([0-9a-f]+), 0x[0-9a-f]+, 0x([0-9a-f]+)\\]");

  CodeHeaps {
    interpreter = List.copyOf(interpreter);
    compiled = List.copyOf(compiled);
  }

  /** Addresses from the first to the last, which does not belong to it. */
  record Range(long first, long end) {
    boolean has(long address) {
      return address >= first && address < end;
    }
  }

  /** Reads what {@code jcmd … Compiler.codecache} prints of a code cache in segments. */
  static CodeHeaps read(String text) {
    List<Range> interpreter = new ArrayList<>();
    List<Range> compiled = new ArrayList<>();
    Matcher heaps = HEAP.matcher(text);
    while (heaps.find()) {
      Range range =
          new Range(
              Long.parseUnsignedLong(heaps.group(2), 16),
              Long.parseUnsignedLong(heaps.group(3), 16));
      (heaps.group(1).startsWith("non-nmethods") ? interpreter : compiled).add(range);
    }
    return new CodeHeaps(interpreter, compiled);
  }

  boolean isInterpreter(long address) {
    return interpreter.stream().anyMatch(range -> range.has(address));
  }

  boolean isCompiled(long address) {
    return compiled.stream().anyMatch(range -> range.has(address));
  }
}
