package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.SharedMemory;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory objects of launches: buffers, program-scope variables, and local memory by group. */
public final class LaunchMemory {
  private static final long MOST_BYTES = 64L << 20;
  private static final int STRUCT_ALIGNMENT = 128;

  private final List<MemoryObject> objects = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private final HostAddresses host = new HostAddresses(blocks);
  private final Map<GlobalVariable, Integer> variables = new HashMap<>();
  private final List<GlobalVariable> locals = new ArrayList<>();

  /** The objects of the images' descriptions, by the images. */
  private final IdentityHashMap<Argument, Integer> descriptions = new IdentityHashMap<>();

  /** The first object of each work-group's local memory. */
  private final List<Integer> firstLocal = new ArrayList<>();

  private final Pipes pipes = new Pipes(this::free, this::add, objects);
  private final KernelCode code;
  private final Map<String, byte[]> contents;
  private int numbered;
  private long bytes;

  /**
   * Makes them.
   *
   * @param contents what local memory holds at first, by name
   * @throws ExploreException if a launch has memory that cannot be explored
   */
  public LaunchMemory(List<KernelLaunch> launches, KernelCode code, Map<String, byte[]> contents)
      throws ExploreException {
    this.code = code;
    this.contents = contents;
    for (KernelLaunch launch : launches) {
      blocks(launch);
    }
    for (KernelLaunch launch : launches) {
      host.reach(launch.shared(), this::block);
    }
    blocks.forEach(block -> block.object = ++numbered);
    for (Block block : blocks) {
      byte[] content = host.explored(block.memory.toArray(ValueLayout.JAVA_BYTE));
      add(block.object(free(block.name), block.object, content));
    }
    for (KernelLaunch launch : launches) {
      pipes.add(launch);
      descriptions(launch);
    }
    for (GlobalVariable v : code.variables().keySet()) {
      if (v.space() == AddressSpace.LOCAL) {
        locals.add(v);
      } else {
        boolean constant = v.space() == AddressSpace.CONSTANT;
        String name = free(name(v));
        variables.put(v, add(name, v.space(), v.byteSize(), constant, -1, new byte[0]).number());
      }
    }
    initialize();
    for (KernelLaunch launch : launches) {
      for (long g = launch.range().groupCount(); g > 0; g--) {
        local(launch, firstLocal.size());
      }
    }
    checkNames();
  }

  private void checkNames() throws ExploreException {
    for (String name : contents.keySet()) {
      if (objects.stream()
          .noneMatch(o -> o.space() == AddressSpace.LOCAL && o.name().equals(name))) {
        throw new ExploreException("there is no local memory '" + name + "'", null);
      }
    }
  }

  /** Adds the local memory of a work-group. */
  private void local(String name, long size, int group) throws ExploreException {
    byte[] content = contents.getOrDefault(name, new byte[0]);
    if (content.length > size) {
      throw new ExploreException(
          "the local memory '%s' has %d bytes, and %d are to be in it"
              .formatted(name, size, content.length),
          null);
    }
    add(name, AddressSpace.LOCAL, size, false, group, content);
  }

  /** Returns a name that no object has yet. */
  private String free(String name) {
    String free = name;
    for (int i = 2; isTaken(free); i++) {
      free = name + "#" + i;
    }
    return free;
  }

  private boolean isTaken(String name) {
    return objects.stream().anyMatch(o -> o.name().equals(name));
  }

  private static String name(GlobalVariable v) {
    return v.declaration() == null ? v.name() : v.declaration().name();
  }

  private MemoryObject add(
      String name, AddressSpace space, long size, boolean constant, int group, byte[] initial)
      throws ExploreException {
    return add(
        new MemoryObject(
            objects.size() + 1,
            name,
            space,
            size,
            constant,
            group,
            MemoryObject.Kind.MEMORY,
            initial));
  }

  private MemoryObject add(MemoryObject object) throws ExploreException {
    bytes += object.size();
    if (bytes > MOST_BYTES) {
      throw new ExploreException(
          "the launch has more than " + (MOST_BYTES >> 20) + " MiB of memory to explore", null);
    }
    objects.add(object);
    return object;
  }

  private void blocks(KernelLaunch launch) throws ExploreException {
    for (Parameter p : launch.kernel().parameters()) {
      Argument argument = launch.arguments().get(p.index());
      MemorySegment memory =
          switch (argument) {
            case Argument.Memory m -> m.memory();
            case Argument.Local l -> null;
            case Argument.Bytes b -> null;
            case Argument.Null n -> null;
            case Argument.Image i -> i.texels();
            case Argument.Shared s -> s.block().byteSize() == 0 ? null : s.block();
            case Argument.Pipe q -> null;
          };
      if (memory != null) {
        block(launch, p, argument, memory);
      }
    }
  }

  private void descriptions(KernelLaunch launch) throws ExploreException {
    for (Parameter p : launch.kernel().parameters()) {
      if (launch.arguments().get(p.index()) instanceof Argument.Image image
          && !descriptions.containsKey(image)) {
        Block block = java.util.Objects.requireNonNull(of(image.texels()));
        byte[] content =
            ImageDescription.of(image.description(), block.object, block.memory.address());
        MemoryObject object =
            add(
                "the description of " + launch.names().get(p.index()),
                AddressSpace.CONSTANT,
                content.length,
                true,
                -1,
                content);
        descriptions.put(image, object.number());
      }
    }
  }

  /** Returns whether a kernel reads an argument alone. */
  private static boolean isReadOnly(KernelLaunch launch, Parameter p, Argument argument)
      throws ExploreException {
    return switch (argument) {
      case Argument.Image image -> ImageRules.access(launch.kernel(), p).equals("read_only");
      case Argument.Shared s -> false;
      case Argument.Memory memory ->
          memory.access() == Argument.Access.READ_ONLY || p.isIn(AddressSpace.CONSTANT);
      default -> throw new IllegalArgumentException(argument.toString());
    };
  }

  private void block(KernelLaunch launch, Parameter p, Argument argument, MemorySegment memory)
      throws ExploreException {
    AddressSpace space =
        argument instanceof Argument.Memory && p.isIn(AddressSpace.CONSTANT)
            ? AddressSpace.CONSTANT
            : AddressSpace.GLOBAL;
    boolean readOnly = isReadOnly(launch, p, argument);
    for (Block block : blocks) {
      if (block.holds(memory)) {
        block.readOnly &= readOnly;
        block.shared |= argument instanceof Argument.Shared;
        return;
      }
      MemorySegment before = block.memory;
      block.memory = memory;
      if (block.holds(before)) {
        block.readOnly &= readOnly;
        block.shared |= argument instanceof Argument.Shared;
        return;
      }
      block.memory = before;
    }
    String name = launch.names().get(p.index());
    Block block = new Block(name, space, readOnly, memory, argument instanceof Argument.Image);
    block.shared = argument instanceof Argument.Shared;
    blocks.add(block);
  }

  /** Adds memory that some pointer in memory points into. */
  private void block(SharedMemory found) {
    String name = found.kind().title();
    boolean readOnly = found.access() == Argument.Access.READ_ONLY;
    Block block = new Block(name, AddressSpace.GLOBAL, readOnly, found.memory(), false);
    block.shared = true;
    blocks.add(block);
  }

  /** Returns what memory holds as the host sees it. */
  byte[] seen(byte[] content) {
    return host.seen(content);
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
                  number,
                  o.name(),
                  o.space(),
                  o.size(),
                  o.constant(),
                  o.group(),
                  o.kind(),
                  content));
        });
  }

  private void local(KernelLaunch launch, int group) throws ExploreException {
    firstLocal.add(objects.size() + 1);
    for (Parameter p : launch.kernel().parameters()) {
      if (launch.arguments().get(p.index()) instanceof Argument.Local local) {
        String name = launch.names().get(p.index());
        local(name, local.byteSize(), group);
      }
    }
    for (GlobalVariable v : locals) {
      local(name(v), v.byteSize(), group);
    }
  }

  /** Returns the objects, by their numbers, from 1. */
  public List<MemoryObject> objects() {
    return objects;
  }

  /** Returns the constants of a work-group's work-items. */
  long[] constants(KernelLaunch launch, int group) {
    long[] constants = code.constants();
    int arguments =
        (int) launch.arguments().stream().filter(Argument.Local.class::isInstance).count();
    code.variables()
        .forEach(
            (v, index) -> {
              Integer number = variables.get(v);
              int object =
                  number != null ? number : firstLocal.get(group) + arguments + locals.indexOf(v);
              constants[index] = Address.of(object, 0);
            });
    return constants;
  }

  /**
   * Returns the structs that are passed by value, each at a multiple of its alignment: what private
   * memory holds at first.
   */
  static byte[] structs(KernelLaunch launch) {
    byte[] structs = {};
    for (Parameter p : launch.kernel().parameters()) {
      if (p.byValueBytes() > 0 && launch.arguments().get(p.index()) instanceof Argument.Bytes b) {
        byte[] bytes = b.bytes().toArray(ValueLayout.JAVA_BYTE);
        int at = aligned(structs.length);
        structs = Arrays.copyOf(structs, at + bytes.length);
        System.arraycopy(bytes, 0, structs, at, bytes.length);
      }
    }
    return structs;
  }

  private static int aligned(int offset) {
    return (offset + STRUCT_ALIGNMENT - 1) / STRUCT_ALIGNMENT * STRUCT_ALIGNMENT;
  }

  /**
   * Returns what the parameters' registers hold at first for a work-item.
   *
   * @param item its number
   */
  long[] arguments(KernelLaunch launch, int group, int item) throws ExploreException {
    List<Long> values = new ArrayList<>();
    int struct = 0;
    int local = firstLocal.get(group);
    for (Parameter p : launch.kernel().parameters()) {
      switch (launch.arguments().get(p.index())) {
        case Argument.Memory m -> {
          Block block = java.util.Objects.requireNonNull(of(m.memory()));
          values.add(Address.of(block.object, m.memory().address() - block.memory.address()));
        }
        case Argument.Shared s -> values.add(host.explored(s.address()));
        case Argument.Local l -> values.add(Address.of(local++, 0));
        case Argument.Image i ->
            values.add(Address.of(java.util.Objects.requireNonNull(descriptions.get(i)), 0));
        case Argument.Pipe q -> values.add(Address.of(pipes.state(q), 0));
        case Argument.Bytes b when p.byValueBytes() > 0 -> {
          struct = aligned(struct);
          values.add(Address.of(objects.size() + 1 + item, struct));
          struct += (int) p.byValueBytes();
        }
        case Argument.Bytes b -> bytes(p, b.bytes(), values);
        default -> values.add(0L);
      }
    }
    return values.stream().mapToLong(Long::longValue).toArray();
  }

  private static void bytes(Parameter p, MemorySegment value, List<Long> lanes) {
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
  long target(KernelLaunch launch, int parameter) {
    return switch (launch.arguments().get(parameter)) {
      case Argument.Memory m ->
          Targets.object(java.util.Objects.requireNonNull(of(m.memory())).object);
      case Argument.Shared s -> {
        Block block = of(s.block());
        yield block == null ? 0 : Targets.object(block.object);
      }
      case Argument.Local l -> Targets.LOCAL;
      case Argument.Image i ->
          Targets.object(java.util.Objects.requireNonNull(of(i.texels())).object);
      case Argument.Pipe q -> pipes.target(q);
      default -> 0;
    };
  }

  /** Returns what a variable's address points to. */
  long target(GlobalVariable v) {
    Integer number = variables.get(v);
    return number == null ? Targets.LOCAL : Targets.object(number);
  }
}
