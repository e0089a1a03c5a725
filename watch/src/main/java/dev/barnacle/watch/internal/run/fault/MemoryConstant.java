package dev.barnacle.watch.internal.run.fault;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Constants of memory orders and memory scopes (OpenCL C, "Order and Consistency"). */
public enum MemoryConstant {
  ORDER("memory_order_"),
  SCOPE("memory_scope_");

  private static final List<String> ORDERS =
      List.of("relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst");

  private static final List<String> SCOPES =
      List.of("work_item", "work_group", "device", "all_svm_devices", "sub_group");

  private final String prefix;

  MemoryConstant(String prefix) {
    this.prefix = prefix;
  }

  private List<String> names() {
    return this == ORDER ? ORDERS : SCOPES;
  }

  /** Returns the name of a number; the number where it has none. */
  String name(int number) {
    return number >= 0 && number < names().size()
        ? prefix + names().get(number)
        : String.valueOf(number);
  }

  /** Returns the names of a set of numbers. */
  String names(int set) {
    return IntStream.range(0, names().size())
        .filter(n -> (set >>> n & 1) != 0)
        .mapToObj(this::name)
        .collect(Collectors.joining(", "));
  }
}
