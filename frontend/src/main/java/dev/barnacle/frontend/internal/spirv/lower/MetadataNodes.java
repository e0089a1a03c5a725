package dev.barnacle.frontend.internal.spirv.lower;

import java.util.LinkedHashMap;
import java.util.Map;

/** Nodes of metadata that functions have, each once. */
final class MetadataNodes {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /** Returns the number of a node, which is added where it is new. */
  int node(String text) {
    return numbers.computeIfAbsent(text, t -> numbers.size());
  }

  void print(LlvmOutput out) {
    numbers.forEach((text, number) -> out.line("!" + number + " = " + text));
  }
}
