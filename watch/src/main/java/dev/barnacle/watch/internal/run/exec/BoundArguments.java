package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.SharedMemory;
import dev.barnacle.engine.math.SoftArithmetic;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.VectorType;
import dev.barnacle.watch.command.UnsetBytes;
import dev.barnacle.watch.command.UnsetMemory;
import dev.barnacle.watch.internal.race.access.Region;
import dev.barnacle.watch.internal.race.shadow.RaceDetector;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import dev.barnacle.watch.internal.race.shadow.ReadLog;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import dev.barnacle.watch.internal.run.memory.ImageOrdering;
import dev.barnacle.watch.internal.run.memory.Naming;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import dev.barnacle.watch.internal.run.pipe.PipeTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a launch as kernels see them: words, one a lane, and the objects that pointers
 * among them point into, behind the program's variables. Memory objects that overlap share a
 * shadow, so that races through different arguments are seen.
 */
public final class BoundArguments {
  /** The offset of {@code checked} in the library's {@code struct image}, in bytes. */
  private static final long IMAGE_CHECKED = 20;

  /** From one to the next of the descriptions of a mipmapped image's levels, in bytes. */
  private static final long IMAGE_BYTES = 1280;

  /** From how many bytes on a pointer has not left the block of shared memory next to it. */
  private static final long FAR = 1L << 20;

  /** The offset of {@code texel_bytes} there. */
  private static final long IMAGE_TEXEL_BYTES = 48;

  /** The lanes of the widest vector. */
  private static final int MOST_LANES = 16;

  private final KernelCode code;
  private final RaceDetector detector;
  private final Arena arena;
  private final UnsetMemory unset;
  private final boolean tracked;
  private final Function owner;
  private final boolean ofBlock;
  private long[] words;
  private final List<WatchedObject> globals;
  private final List<Local> locals = new ArrayList<>();
  private final List<Shared> shared = new ArrayList<>();
  private final PipeTable pipes = new PipeTable();
  private final Map<Long, ImageOrdering> ownTexels = new HashMap<>();

  /**
   * Blocks of shared virtual memory by their addresses, as pointers that kernels under watch know.
   */
  private final NavigableMap<Long, Block> blocks = new TreeMap<>();

  /** Shared virtual memory. */
  private record Block(long end, long pointer) {}

  /**
   * A block that was enqueued on the device. The objects of the launch that it comes from have the
   * numbers that they have there, so that the pointers that it has captured are right.
   *
   * @param root the kernel of that launch, whose arguments are bound
   * @param literal the block's, in memory
   * @param localSizes of its own arguments, in bytes
   */
  public record Enqueued(Function root, MemorySegment literal, List<Long> localSizes) {}

  /** Local memory that an argument asks for. */
  record Local(Naming naming, long byteSize) {}

  /** Memory that one argument, or several that overlap, point into. */
  private record Shared(long start, long end, RaceShadow shadow, UnsetBytes unset) {}

  /**
   * Binds arguments.
   *
   * @param reachable shared memory that no argument need point into
   * @param variables the program's variables
   * @param unset which bytes of memory objects nobody has written before
   * @param arena of the launch, for descriptions of images
   * @param tracked whether accesses to memory that is only read are remembered too
   * @param block null for a kernel that the host has launched
   */
  public BoundArguments(
      KernelCode code,
      List<Argument> arguments,
      List<SharedMemory> reachable,
      List<WatchedObject> variables,
      UnsetMemory unset,
      RaceDetector detector,
      Arena arena,
      boolean tracked,
      @Nullable Enqueued block) {
    this.code = code;
    this.arena = arena;
    this.unset = unset;
    this.tracked = tracked;
    this.detector = detector;
    this.owner = block == null ? code.function() : block.root();
    this.ofBlock = block != null;
    List<Parameter> parameters = owner.parameters();
    this.words =
        new long
            [block == null
                ? code.facts().argumentWords().get(parameters.size())
                : MOST_LANES * parameters.size()];
    this.globals = new ArrayList<>();
    for (int i = 0; i < variables.size(); i++) {
      globals.add(withShadow(variables.get(i)));
    }
    if (arguments.size() != parameters.size()) {
      throw invalid(
          "kernel "
              + code.function().name()
              + " has "
              + parameters.size()
              + " parameters, but "
              + arguments.size()
              + " arguments were given");
    }
    share(arguments, reachable);
    for (Parameter parameter : parameters) {
      bind(parameter, arguments.get(parameter.index()));
    }
    reachable.forEach(this::block);
    if (block != null) {
      bind(block);
    }
  }

  /** Binds what a block has for itself, behind all that it has from the launch. */
  private void bind(Enqueued block) {
    List<Parameter> own = code.function().parameters();
    words = new long[code.facts().argumentWords().get(own.size())];
    words[code.facts().argumentWords().getFirst()] =
        memory(Naming.of("captured variables"), block.literal(), WatchedObject.Kept.NOTHING);
    for (int i = 1; i < own.size(); i++) {
      words[code.facts().argumentWords().get(i)] = local(own.get(i), block.localSizes().get(i - 1));
    }
  }

  private long local(Parameter parameter, long byteSize) {
    long pointer = Pointers.shared(Pointers.LOCAL, code.locals().size() + locals.size());
    locals.add(new Local(naming(parameter), byteSize));
    return pointer;
  }

  /** Returns whether memory that an argument points to may be written. */
  private boolean isWritten(int parameter) {
    return ofBlock || code.facts().writes().get(parameter);
  }

  private WatchedObject withShadow(WatchedObject variable) {
    boolean written = code.facts().writtenVariables().contains(variable.naming.symbol());
    return variable.space == AddressSpace.CONSTANT || !(written || tracked)
        ? variable
        : new WatchedObject(
            variable.address,
            variable.byteSize,
            variable.space,
            variable.naming,
            new WatchedObject.Kept(
                shadow(Region.GLOBAL, variable.byteSize, written), 0, null, variable.unset, true));
  }

  private RaceShadow shadow(Region region, long byteSize, boolean written) {
    return written ? detector.shadow(region, byteSize) : new ReadLog(byteSize);
  }

  /** Makes a shadow for each stretch of memory that arguments point into. */
  private void share(List<Argument> arguments, List<SharedMemory> reachable) {
    record Use(MemorySegment memory, boolean written, boolean image) {}
    List<Use> uses = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      switch (arguments.get(i)) {
        case Argument.Memory m -> uses.add(new Use(m.memory(), isWritten(i), false));
        case Argument.Image image -> uses.add(new Use(image.texels(), isWritten(i), true));
        case Argument.Pipe p -> uses.add(new Use(p.memory().memory(), true, false));
        case Argument.Shared s ->
            uses.add(new Use(s.block(), ofBlock || code.facts().writes().contains(true), false));
        case Argument.Local _, Argument.Bytes _, Argument.Null _ -> {}
      }
    }
    boolean writes = ofBlock || code.facts().writes().contains(true);
    reachable.forEach(b -> uses.add(new Use(b.memory(), writes, false)));
    uses.sort((a, b) -> Long.compare(a.memory().address(), b.memory().address()));
    long start = 0;
    long end = 0;
    boolean written = false;
    boolean image = false;
    for (Use use : uses) {
      if (use.memory().address() >= end) {
        addShared(start, end, written, image);
        start = use.memory().address();
        written = false;
        image = false;
      }
      written |= use.written();
      image |= use.image();
      end = Math.max(end, use.memory().address() + use.memory().byteSize());
    }
    addShared(start, end, written, image);
  }

  /** Memory that is only read has no races within the launch. */
  private void addShared(long start, long end, boolean written, boolean image) {
    if (end > start && (written || tracked)) {
      Region region = image ? Region.IMAGE : Region.GLOBAL;
      RaceShadow shadow = shadow(region, end - start, written);
      shared.add(new Shared(start, end, shadow, new UnsetBytes(start, end - start)));
    }
  }

  private void bind(Parameter parameter, Argument argument) {
    int word =
        ofBlock
            ? MOST_LANES * parameter.index()
            : code.facts().argumentWords().get(parameter.index());
    boolean pointer = parameter.type() instanceof PointerType && parameter.byValueBytes() == 0;
    boolean image = owner.isImage(parameter);
    boolean pipe = owner.isPipe(parameter);
    boolean local =
        parameter.type() instanceof PointerType type && type.space() == AddressSpace.LOCAL;
    switch (argument) {
      case Argument.Image i when image -> words[word] = image(parameter, i);
      case Argument.Pipe p when pipe -> words[word] = pipe(parameter, p);
      case Argument.Memory m when pointer && !local && !image && !pipe ->
          words[word] = memory(parameter, m);
      case Argument.Shared s when pointer && !local && !image && !pipe ->
          words[word] = shared(parameter, s);
      case Argument.Null _ when pointer && !local && !image && !pipe -> words[word] = 0;
      case Argument.Local l when local ->
          words[word] = ofBlock ? 0 : local(parameter, l.byteSize());
      case Argument.Bytes b when parameter.byValueBytes() == b.bytes().byteSize() ->
          words[word] = struct(parameter, b.bytes());
      case Argument.Bytes b
          when !pointer
              && parameter.byValueBytes() == 0
              && parameter.type().byteSize() == b.bytes().byteSize() ->
          value(parameter.type(), b.bytes(), word);
      default ->
          throw invalid(
              "argument "
                  + parameter.index()
                  + " ("
                  + parameter.name()
                  + ") of kernel "
                  + code.function().name()
                  + " does not fit its parameter");
    }
  }

  /**
   * An image's description is copied, so that the pointer in it can be one that kernels under watch
   * know, and accesses out of range go where they are noticed (the library's {@code struct image}).
   */
  private long image(Parameter parameter, Argument.Image image) {
    MemorySegment description = arena.allocate(image.description().byteSize(), 16);
    description.copyFrom(image.description());
    KernelInfo info = Objects.requireNonNull(owner.kernel());
    KernelInfo.Argument declared = info.arguments().get(parameter.index());
    Naming naming = Naming.ofImage(parameter.name(), declared.typeName(), description);
    WatchedObject.Kept kept = kept(image.texels(), false);
    if (declared.access().equals("read_write")) {
      kept = kept.with(ownTexels(image.texels(), description));
    }
    long texels = memory(naming, image.texels(), kept);
    for (long at = 0; at < description.byteSize(); at += IMAGE_BYTES) {
      long first = description.get(ValueLayout.JAVA_LONG, at) - image.texels().address();
      description.set(ValueLayout.JAVA_LONG, at, Pointers.add(texels, first));
      description.set(ValueLayout.JAVA_INT, at + IMAGE_CHECKED, 1);
    }
    return struct(parameter, description);
  }

  private long pipe(Parameter parameter, Argument.Pipe argument) {
    MemorySegment memory = argument.memory().memory();
    WatchedObject object =
        new WatchedObject(
            memory.address(),
            memory.byteSize(),
            AddressSpace.GLOBAL,
            naming(parameter),
            kept(memory, false));
    long pointer = add(object);
    pipes.add(pointer, argument.memory(), object);
    return pointer;
  }

  /** Returns what is known of an image's texels: once, as two arguments may be one image. */
  private ImageOrdering ownTexels(MemorySegment texels, MemorySegment description) {
    int texelBytes = description.get(ValueLayout.JAVA_INT, IMAGE_TEXEL_BYTES);
    return ownTexels.computeIfAbsent(
        texels.address(), address -> new ImageOrdering(texels.byteSize(), texelBytes));
  }

  private long memory(Parameter parameter, Argument.Memory argument) {
    MemorySegment memory = argument.memory();
    return add(
        new WatchedObject(
            memory.address(),
            memory.byteSize(),
            ((PointerType) parameter.type()).space(),
            naming(parameter),
            kept(memory, false),
            argument.access()));
  }

  private long memory(Naming naming, MemorySegment memory, WatchedObject.Kept kept) {
    return add(
        new WatchedObject(memory.address(), memory.byteSize(), AddressSpace.GLOBAL, naming, kept));
  }

  private static Naming naming(Parameter parameter) {
    return Naming.of(parameter.name(), parameter.declaration());
  }

  private WatchedObject.Kept kept(MemorySegment memory, boolean svm) {
    UnsetBytes known = unset.at(memory.address());
    if (known != null) {
      known.prune();
    }
    for (Shared each : shared) {
      long offset = memory.address() - each.start();
      if (offset >= 0 && memory.address() < each.end()) {
        UnsetBytes bytes = known == null ? each.unset() : known;
        return new WatchedObject.Kept(each.shadow(), offset, null, bytes, svm);
      }
    }
    return new WatchedObject.Kept(null, 0, null, known, svm);
  }

  private long shared(Parameter parameter, Argument.Shared pointer) {
    if (pointer.block().equals(MemorySegment.NULL)) {
      return pointer.address();
    }
    if (pointer.block().byteSize() == 0) {
      throw invalid(
          "argument "
              + parameter.index()
              + " ("
              + parameter.name()
              + ") of kernel "
              + code.function().name()
              + " points to memory of the system, whose bounds are unknown: accesses to it"
              + " can't be checked");
    }
    MemorySegment block = pointer.block();
    if (!blocks.containsKey(block.address())) {
      boolean svm = pointer.kind() != SharedMemory.Kind.BUFFER;
      keep(block, memory(Naming.of(parameter.name()), block, kept(block, svm)));
    }
    return pointer.address();
  }

  /** Makes an object of shared memory, unless an argument points into it. */
  private void block(SharedMemory shared) {
    MemorySegment block = shared.memory();
    if (!blocks.containsKey(block.address())) {
      boolean svm = shared.kind() != SharedMemory.Kind.BUFFER;
      keep(block, add(WatchedObject.of(shared, kept(block, svm))));
    }
  }

  private void keep(MemorySegment block, long pointer) {
    blocks.put(block.address(), new Block(block.address() + block.byteSize(), pointer));
  }

  /**
   * Returns a pointer as kernels under watch know it. Pointers into shared virtual memory are the
   * host's addresses, so that host and kernels can hand them to each other, and are found here when
   * they are used.
   */
  long resolve(long pointer) {
    if (Pointers.tag(pointer) != 0 || blocks.isEmpty()) {
      return pointer;
    }
    Map.Entry<Long, Block> entry = blocks.floorEntry(pointer);
    return entry == null || pointer >= entry.getValue().end()
        ? pointer
        : Pointers.add(entry.getValue().pointer(), pointer - entry.getKey());
  }

  /**
   * Returns the block of shared memory that a pointer into none is next to, as one that has left
   * it; null where there is none near by.
   */
  @Nullable WatchedObject near(long pointer) {
    Map.Entry<Long, Block> below = blocks.floorEntry(pointer);
    Map.Entry<Long, Block> above = blocks.ceilingEntry(pointer);
    long behind = below == null ? FAR : pointer - below.getValue().end();
    long before = above == null ? FAR : above.getKey() - pointer;
    Map.Entry<Long, Block> nearest = behind <= before ? below : above;
    return nearest == null || Math.min(behind, before) >= FAR
        ? null
        : globals.get(Pointers.object(nearest.getValue().pointer()));
  }

  private long struct(Parameter parameter, MemorySegment bytes) {
    return add(
        new WatchedObject(
            bytes.address(),
            bytes.byteSize(),
            AddressSpace.CONSTANT,
            naming(parameter),
            WatchedObject.Kept.NOTHING));
  }

  private long add(WatchedObject object) {
    globals.add(object);
    if (globals.size() > Pointers.MAX_OBJECTS) {
      throw new EngineException(
          EngineException.Kind.OUT_OF_RESOURCES, "too many memory objects for one kernel");
    }
    return Pointers.shared(Pointers.GLOBAL, globals.size() - 1);
  }

  private void value(Type type, MemorySegment bytes, int word) {
    int size = (int) type.scalar().byteSize();
    int lanes = type instanceof VectorType vector ? vector.lanes() : 1;
    // In a new process this is much faster than a layout.
    byte[] copy = new byte[lanes * size];
    MemorySegment.copy(bytes, 0, MemorySegment.ofArray(copy), 0, copy.length);
    ByteBuffer buffer = ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder());
    for (int lane = 0; lane < lanes; lane++) {
      words[word + lane] = word(type.scalar(), buffer, lane * size);
    }
  }

  private static long word(Type type, ByteBuffer bytes, int at) {
    return switch ((int) type.byteSize()) {
      case 1 -> bytes.get(at) & (type.equals(Types.I1) ? 1 : -1);
      case 2 -> {
        short bits = bytes.getShort(at);
        yield type.isFloat() ? Float.floatToRawIntBits(SoftArithmetic.halfOfBits(bits)) : bits;
      }
      case 4 -> bytes.getInt(at);
      default -> bytes.getLong(at);
    };
  }

  private static EngineException invalid(String message) {
    return new EngineException(EngineException.Kind.INVALID_KERNEL_ARGS, message);
  }

  public long[] words() {
    return words;
  }

  public WatchedObject[] globals() {
    return globals.toArray(WatchedObject[]::new);
  }

  /** Returns the pipes among the arguments. */
  public PipeTable pipes() {
    return pipes;
  }

  List<Local> locals() {
    return locals;
  }
}
