package dev.barnacle.cli.internal.explore;

import dev.barnacle.cl.DataType;
import dev.barnacle.cli.internal.launch.NumberText;
import dev.barnacle.explore.ExecutionGraph;
import dev.barnacle.explore.KernelFault;
import dev.barnacle.explore.KernelOutcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The outcomes of a launch for every choice of its inputs, as one. Each final state has the inputs
 * with which it is reached as memory objects of their own.
 */
final class ChosenOutcomes {
  private static final DataType LONG = new DataType(DataType.Scalar.LONG, 1);
  private static final DataType DOUBLE = new DataType(DataType.Scalar.DOUBLE, 1);

  private final DataType type;
  private final List<KernelOutcome.Buffer> buffers = new ArrayList<>();
  private final List<byte[]> initial = new ArrayList<>();
  private final List<KernelOutcome.State> states = new ArrayList<>();
  private final Map<List<Object>, KernelFault> faults = new LinkedHashMap<>();
  private final Set<String> limits = new LinkedHashSet<>();
  private final List<ExecutionGraph> graphs = new ArrayList<>();
  private final Map<String, DataType> types = new LinkedHashMap<>();
  private long executions;
  private boolean complete = true;

  /**
   * Makes one.
   *
   * @param whole whether the inputs are whole numbers
   */
  ChosenOutcomes(boolean whole) {
    this.type = whole ? LONG : DOUBLE;
  }

  /** Adds the outcome of a choice. */
  void add(KernelOutcome outcome, Map<String, List<String>> inputs) {
    boolean first = buffers.isEmpty();
    List<byte[]> chosen = new ArrayList<>();
    if (first) {
      buffers.addAll(outcome.buffers());
      initial.addAll(outcome.initial());
    }
    inputs.forEach(
        (name, literals) -> {
          if (first) {
            String free =
                outcome.buffers().stream().anyMatch(b -> b.name().equals(name))
                    ? name + "@start"
                    : name;
            buffers.add(new KernelOutcome.Buffer(free, (long) Long.BYTES * literals.size()));
            types.put(free, type);
          }
          chosen.add(bytes(literals));
        });
    if (first) {
      // Differs from every choice, so that inputs are always shown.
      chosen.forEach(c -> initial.add(complement(c)));
    }
    for (KernelOutcome.State state : outcome.states()) {
      List<byte[]> contents = new ArrayList<>(state.contents());
      contents.addAll(chosen);
      states.add(new KernelOutcome.State(contents, state.count(), state.weak()));
    }
    boolean news = false;
    for (KernelFault fault : outcome.faults()) {
      news |= faults.putIfAbsent(key(fault), with(fault, inputs)) == null;
    }
    if (first || news) {
      graphs.addAll(outcome.graphs());
    }
    executions += outcome.executions();
    complete &= outcome.complete();
    limits.addAll(outcome.limits());
  }

  private byte[] bytes(List<String> literals) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * literals.size());
    bytes.order(ByteOrder.LITTLE_ENDIAN);
    for (String literal : literals) {
      Number number = NumberText.parse(literal, type.scalar()).orElse(0);
      bytes.putLong(
          type.equals(LONG)
              ? number.longValue()
              : Double.doubleToRawLongBits(number.doubleValue()));
    }
    return bytes.array();
  }

  private static byte[] complement(byte[] bytes) {
    byte[] result = bytes.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] = (byte) ~result[i];
    }
    return result;
  }

  private static List<Object> key(KernelFault fault) {
    return List.of(
        fault.kind(),
        fault.object(),
        fault.accesses().stream().map(a -> String.valueOf(a.location())).toList());
  }

  private static KernelFault with(KernelFault fault, Map<String, List<String>> inputs) {
    StringBuilder text = new StringBuilder();
    inputs.forEach(
        (name, value) ->
            text.append(text.isEmpty() ? "" : " ")
                .append(name)
                .append('=')
                .append(String.join(",", value)));
    return new KernelFault(
        fault.kind(),
        fault.message() + ", where " + text,
        fault.accesses(),
        fault.object(),
        fault.offset(),
        fault.executions(),
        fault.weak());
  }

  /** Returns the types of the inputs, by name. */
  Map<String, DataType> types() {
    return types;
  }

  /** Returns all of them as one. */
  KernelOutcome outcome() {
    return new KernelOutcome(
        buffers,
        initial,
        states,
        List.copyOf(faults.values()),
        executions,
        complete,
        List.copyOf(limits),
        graphs);
  }
}
