package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.Argument;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.KernelLaunch;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Targets;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Types;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory objects of a launch: buffers, program-scope variables, and local memory by group. */
final class LaunchMemory {
  private static final long MOST_BYTES = 64L << 20;

  private final KernelLaunch launch;
  private final List<MemoryObject> objects = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private final Map<GlobalVariable, Integer> variables = new HashMap<>();
  private final List<GlobalVariable> locals = new ArrayList<>();
  private final int[] localArguments;
  private final int[] firstLocal;
  private long bytes;

  /** Native memory that one or more arguments point into. */
  private static final class Block {
    final String name;
    final AddressSpace space;
    boolean readOnly;
    MemorySegment memory;
    int object;

    Block(String name, AddressSpace space, boolean readOnly, MemorySegment memory) {
      this.name = name;
      this.space = space;
      this.readOnly = readOnly;
      this.memory = memory;
    }

    boolean holds(MemorySegment other) {
      return other.address() >= memory.address()
          && other.address() + other.byteSize() <= memory.address() + memory.byteSize();
    }
  }

  LaunchMemory(KernelLaunch launch, KernelCode code) throws ExploreException {
    this.launch = launch;
    blocks();
    for (Block block : blocks) {
      byte[] content = block.memory.toArray(ValueLayout.JAVA_BYTE);
      block.object =
          add(block.name, block.space, content.length, block.readOnly, -1, content).number();
    }
    for (GlobalVariable v : code.variables().keySet()) {
      if (v.space() == AddressSpace.LOCAL) {
        locals.add(v);
      } else {
        boolean constant = v.space() == AddressSpace.CONSTANT;
        variables.put(v, add(name(v), v.space(), v.byteSize(), constant, -1, new byte[0]).number());
      }
    }
    initialize();
    localArguments = new int[launch.arguments().size()];
    firstLocal = new int[Math.toIntExact(groups(launch))];
    for (int g = 0; g < firstLocal.length; g++) {
      firstLocal[g] = objects.size() + 1;
      local(g);
    }
    this.code = code;
  }

  private final KernelCode code;

  private static long groups(KernelLaunch launch) {
    return launch.range().groupCount();
  }

  private static String name(GlobalVariable v) {
    return v.declaration() == null ? v.name() : v.declaration().name();
  }

  private MemoryObject add(
      String name, AddressSpace space, long size, boolean constant, int group, byte[] initial)
      throws ExploreException {
    bytes += size;
    if (bytes > MOST_BYTES) {
      throw new ExploreException(
          "the launch has more than " + (MOST_BYTES >> 20) + " MiB of memory to explore", null);
    }
    MemoryObject object =
        new MemoryObject(objects.size() + 1, name, space, size, constant, group, initial);
    objects.add(object);
    return object;
  }

  private void blocks() throws ExploreException {
    for (Parameter p : launch.kernel().parameters()) {
      Argument argument = launch.arguments().get(p.index());
      MemorySegment memory =
          switch (argument) {
            case Argument.Memory m -> m.memory();
            case Argument.Local l -> null;
            case Argument.Bytes b -> null;
            case Argument.Null n -> null;
            default ->
                throw new ExploreException(
                    "explore has no images, samplers, pipes, queues and shared virtual memory",
                    launch.kernel().location());
          };
      if (memory != null) {
        block(name(p), p, (Argument.Memory) argument, memory);
      }
    }
  }

  private String name(Parameter p) {
    return launch.kernel().kernel() == null
        ? "argument " + p.index()
        : launch.kernel().kernel().arguments().get(p.index()).name();
  }

  private void block(String name, Parameter p, Argument.Memory argument, MemorySegment memory) {
    AddressSpace space =
        p.isIn(AddressSpace.CONSTANT) ? AddressSpace.CONSTANT : AddressSpace.GLOBAL;
    boolean readOnly =
        argument.access() == Argument.Access.READ_ONLY || space == AddressSpace.CONSTANT;
    for (Block block : blocks) {
      if (block.holds(memory)) {
        block.readOnly &= readOnly;
        return;
      }
      MemorySegment before = block.memory;
      block.memory = memory;
      if (block.holds(before)) {
        block.readOnly &= readOnly;
        return;
      }
      block.memory = before;
    }
    blocks.add(new Block(name, space, readOnly, memory));
  }

  private @Nullable Block of(MemorySegment memory) {
    for (Block block : blocks) {
      if (block.holds(memory)) {
        return block;
      }
    }
    return null;
  }

  /** Fills the variables with what they hold at first. */
  private void initialize() {
    variables.forEach(
        (v, number) -> {
          byte[] content = new byte[(int) v.byteSize()];
          GlobalVariable.Initializer initial = v.initializer();
          if (initial != null) {
            System.arraycopy(initial.bytes(), 0, content, 0, initial.bytes().length);
            for (GlobalVariable.Relocation r : initial.relocations()) {
              Integer target = variables.get(r.target());
              long address = target == null ? 0 : Address.of(target, r.addend());
              for (int i = 0; i < 8; i++) {
                content[(int) r.offset() + i] = (byte) (address >> (8 * i));
              }
            }
          }
          MemoryObject o = objects.get(number - 1);
          objects.set(
              number - 1,
              new MemoryObject(
                  number, o.name(), o.space(), o.size(), o.constant(), o.group(), content));
        });
  }

  private void local(int group) throws ExploreException {
    int at = 0;
    for (Parameter p : launch.kernel().parameters()) {
      if (launch.arguments().get(p.index()) instanceof Argument.Local local) {
        localArguments[p.index()] = at++;
        add(name(p), AddressSpace.LOCAL, local.byteSize(), false, group, new byte[0]);
      }
    }
    for (GlobalVariable v : locals) {
      add(name(v), AddressSpace.LOCAL, v.byteSize(), false, group, new byte[0]);
    }
  }

  List<MemoryObject> objects() {
    return objects;
  }

  /** Returns the constants of a group's work-items. */
  long[] constants(int group) {
    long[] constants = code.constants();
    code.variables()
        .forEach(
            (v, index) -> {
              Integer number = variables.get(v);
              int object =
                  number != null
                      ? number
                      : firstLocal[group] + localArgumentCount() + locals.indexOf(v);
              constants[index] = Address.of(object, 0);
            });
    return constants;
  }

  private int localArgumentCount() {
    return (int) launch.arguments().stream().filter(Argument.Local.class::isInstance).count();
  }

  /** Returns what the parameters' registers hold at first for a group's work-items. */
  long[] arguments(int group) throws ExploreException {
    List<Long> values = new ArrayList<>();
    for (Parameter p : launch.kernel().parameters()) {
      switch (launch.arguments().get(p.index())) {
        case Argument.Memory m -> {
          Block block = java.util.Objects.requireNonNull(of(m.memory()));
          values.add(Address.of(block.object, m.memory().address() - block.memory.address()));
        }
        case Argument.Local l ->
            values.add(Address.of(firstLocal[group] + localArguments[p.index()], 0));
        case Argument.Bytes b -> bytes(p, b.bytes(), values);
        default -> values.add(0L);
      }
    }
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  private void bytes(Parameter p, MemorySegment value, List<Long> lanes) throws ExploreException {
    if (p.type().isPointer()) {
      throw new ExploreException("explore has no struct arguments", launch.kernel().location());
    }
    int size = (int) p.type().scalar().byteSize();
    for (int i = 0; i < p.type().lanes(); i++) {
      long bits = 0;
      for (int k = 0; k < size; k++) {
        bits |= (value.get(ValueLayout.JAVA_BYTE, (long) i * size + k) & 0xffL) << (8 * k);
      }
      boolean kept = p.type().isFloat() || size == 8;
      long signed = bits << (64 - 8 * size) >> (64 - 8 * size);
      lanes.add(p.type().scalar().equals(Types.I1) ? -(bits & 1) : kept ? bits : signed);
    }
  }

  /** Returns what a parameter may point to, as {@link Targets} has it. */
  long target(int parameter) {
    return switch (launch.arguments().get(parameter)) {
      case Argument.Memory m ->
          Targets.object(java.util.Objects.requireNonNull(of(m.memory())).object);
      case Argument.Local l -> Targets.LOCAL;
      default -> 0;
    };
  }

  /** Returns what a variable's address points to. */
  long target(GlobalVariable v) {
    Integer number = variables.get(v);
    return number == null ? Targets.LOCAL : Targets.object(number);
  }
}
