package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.ContextMemory;
import dev.barnacle.cl.internal.memory.IndirectUses;
import dev.barnacle.cl.internal.memory.SharedBlocks;
import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.cl.internal.program.BuiltInProgram;
import dev.barnacle.cl.internal.program.BuiltProgram;
import dev.barnacle.cl.internal.program.ContextEngine;
import dev.barnacle.cl.internal.program.ProgramCompiler;
import dev.barnacle.cl.internal.program.ProgramFile;
import dev.barnacle.cl.internal.program.ProgramLoader;
import dev.barnacle.cl.internal.queue.ContextQueues;
import dev.barnacle.cl.internal.queue.HostEvent;
import dev.barnacle.engine.PrintfSink;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.Report;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A device with the programs and buffers that are used on it ({@code cl_context}). Closing it
 * closes them all. A context and all that belongs to it can be used by many threads at once.
 *
 * <pre>{@code
 * try (Context context = Context.create()) {
 *   Program program = context.build(Path.of("saxpy.cl"));
 *   Buffer x = context.buffer(xs), y = context.buffer(ys);
 *   program.kernel("saxpy").with(2.0f, x, y).run(NDRange.of(n));
 *   y.read(ys);
 * }
 * }</pre>
 */
public final class Context extends MemoryFactory {
  private final ContextEngine engine;
  private final ProgramLoader loader;
  private final PrintfSink output;
  private final Device device;
  private final Lifetime lifetime;
  private final ContextQueues queues;
  private final DeviceQueues deviceQueues = new DeviceQueues(this);
  private final ContextMembers members = new ContextMembers();
  private final ContextMemory memory;
  private final SvmBlocks<SvmBlock> svmBlocks = new SvmBlocks<>();
  private final SvmBlocks<Buffer> addressedBuffers = new SvmBlocks<>();
  private final SharedBlocks sharedBlocks =
      new SharedBlocks(svmBlocks, addressedBuffers, new IndirectUses());

  /** Makes a context, where the memory of {@code zeroed} address spaces begins as zeros. */
  Context(
      ContextEngine engine,
      ProgramCompiler compiler,
      Consumer<String> output,
      Set<AddressSpace> zeroed) {
    this.engine = engine;
    this.output = output::accept;
    this.loader = new ProgramLoader(engine, compiler, this.output, zeroed);
    this.device = Device.of(engine.engine().name(), engine.engine().limits());
    this.memory = new ContextMemory(device.memory(), engine.commandWatch());
    this.queues = new ContextQueues(device.computeUnits(), engine.commandWatch());
    this.lifetime = new Lifetime(ErrorCode.CL_INVALID_CONTEXT, "context", engine::close);
  }

  /**
   * Makes a context of the platform's device, on all processors; {@code printf} writes to {@link
   * System#out}.
   */
  public static Context create() {
    return builder().create();
  }

  /** Returns a builder for a context that is not as {@link #create} makes it. */
  public static ContextBuilder builder() {
    return new ContextBuilder();
  }

  /**
   * Returns the device of {@link BuiltInKernels}, which every context has beside its own: queues of
   * it run these kernels, and the commands that move memory.
   */
  public Device customDevice() {
    return Device.custom(device);
  }

  /** Returns the device. */
  public Device device() {
    return device;
  }

  /** Builds the program of a file without options: {@link #build(Path, String)}. */
  public Program build(Path source) {
    return build(source, "");
  }

  /**
   * Builds the program of a file of OpenCL C, of SPIR-V, or of what {@code barnacle compile} made:
   * a program binary or IR ({@code .ir}), which take no options. Its first bytes tell.
   *
   * @param options of {@code clBuildProgram} (OpenCL API, "Compiler Options"), such as {@code -DN=4
   *     -cl-std=CL2.0}; for a file {@code *.clcpp} without {@code -cl-std} it is {@code CLC++2021}
   * @throws BuildException if it does not compile
   * @throws ClException {@code CL_INVALID_VALUE} if it can't be read
   */
  public Program build(Path source, String options) {
    return program(() -> loader.build(ProgramFile.read(source), options));
  }

  /** Builds a program of OpenCL C without options: {@link #build(String, String, String)}. */
  public Program build(String source) {
    return build(source, "");
  }

  /** Builds a program of OpenCL C: {@link #build(String, String, String)}. */
  public Program build(String source, String options) {
    return build("program.cl", source, options);
  }

  /**
   * Builds a program of OpenCL C under a name.
   *
   * @param name what diagnostics call the source
   * @param options of {@code clBuildProgram}
   * @throws BuildException if it does not compile
   */
  public Program build(String name, String source, String options) {
    ProgramCompiler.Source text = new ProgramCompiler.Source(name, source, Optional.empty());
    return program(() -> loader.build(text, options));
  }

  private Program program(Supplier<BuiltProgram> built) {
    try (Lifetime.Use use = lifetime.use()) {
      Objects.requireNonNull(use);
      return adopt(new Program(this, built.get()));
    }
  }

  /**
   * Makes a program of built-in kernels ({@code clCreateProgramWithBuiltInKernels}), which run on
   * the device and on the {@linkplain #customDevice() custom device}.
   *
   * @param names of {@link Platform#builtInKernels}
   * @throws ClException {@code CL_INVALID_VALUE} if there is none of a name
   */
  public Program builtIn(String... names) {
    return builtIn(Platform.builtInKernels(List.of(names)));
  }

  /** Makes a program of built-in kernels, which need not be those of a service. */
  public Program builtIn(List<BuiltInKernel> kernels) {
    return program(
        () ->
            loader.builtIn(
                kernels.stream()
                    .map(k -> new BuiltInProgram.Code(k.declaration(), k::run))
                    .toList()));
  }

  /**
   * Compiles a source to be linked with others ({@code clCompileProgram}).
   *
   * @param name what diagnostics call the source
   * @param headers texts that {@code #include} finds by these names before it looks on disk
   * @param options of {@code clCompileProgram}
   * @throws BuildException {@code CL_COMPILE_PROGRAM_FAILURE} if it has errors
   * @throws ClException {@code CL_INVALID_COMPILER_OPTIONS}
   */
  public ObjectCode compile(
      String name, String source, Map<String, String> headers, String options) {
    try (Lifetime.Use use = lifetime.use()) {
      Objects.requireNonNull(use);
      return new ObjectCode(
          loader.compile(
              new ProgramCompiler.Source(name, source, Optional.empty()), headers, options));
    }
  }

  /**
   * Compiles a SPIR-V module to be linked with others ({@code clCompileProgram}).
   *
   * @param options of {@code clCompileProgram}
   * @throws BuildException {@code CL_COMPILE_PROGRAM_FAILURE} if it is not valid or has what is not
   *     supported; the log names the word that the instruction begins with
   */
  public ObjectCode compile(IlModule module, String options) {
    try (Lifetime.Use use = lifetime.use()) {
      Objects.requireNonNull(use);
      return new ObjectCode(loader.compileIl(module.binary(), options));
    }
  }

  /**
   * Builds the program of a SPIR-V module ({@code clBuildProgram}).
   *
   * @param options of {@code clBuildProgram}
   * @throws ClException {@code CL_INVALID_BUILD_OPTIONS}; a {@link BuildException} if it is not
   *     valid, has what is not supported, or calls what is nowhere defined
   */
  public Program build(IlModule module, String options) {
    return load(new ObjectCode(loader.buildIl(module.binary(), options)));
  }

  /**
   * Links what was compiled into an executable, or into a library ({@code clLinkProgram}).
   *
   * @param objects compiled objects and libraries
   * @param options of {@code clLinkProgram}, such as {@code -create-library}
   * @throws BuildException {@code CL_LINK_PROGRAM_FAILURE} if two define the same name, or what an
   *     executable calls is nowhere defined
   * @throws ClException {@code CL_INVALID_LINKER_OPTIONS}; {@code CL_INVALID_OPERATION} for an
   *     executable among the objects
   */
  public ObjectCode link(List<ObjectCode> objects, String options) {
    try (Lifetime.Use use = lifetime.use()) {
      Objects.requireNonNull(use);
      return new ObjectCode(loader.link(objects.stream().map(ObjectCode::code).toList(), options));
    }
  }

  /**
   * Makes a program of an executable.
   *
   * @throws ClException {@code CL_INVALID_PROGRAM_EXECUTABLE} if it is not linked yet
   */
  public Program load(ObjectCode executable) {
    return loadRenamed(executable, null);
  }

  /**
   * Does the same, and gives files of its source other names in what is said of it.
   *
   * @param files the new name of each old one
   */
  public Program load(ObjectCode executable, Map<String, String> files) {
    return load(executable, name -> files.getOrDefault(name, name));
  }

  /**
   * Does the same, and gives files of its source other names in what is said of it.
   *
   * @param files gives the new name of an old one
   */
  public Program load(ObjectCode executable, UnaryOperator<String> files) {
    return loadRenamed(executable, files);
  }

  private Program loadRenamed(ObjectCode executable, @Nullable UnaryOperator<String> files) {
    try (Lifetime.Use use = lifetime.use()) {
      Objects.requireNonNull(use);
      return adopt(new Program(this, loader.load(executable.code(), files)));
    }
  }

  @Override
  <T extends AutoCloseable> T adopt(T member) {
    members.add(member);
    if (lifetime.isAbandoned()) {
      ContextMembers.abandon(member);
      lifetime.check();
    }
    return member;
  }

  /** Is told that something that belongs to it has ended. */
  void forget(AutoCloseable member) {
    members.remove(member);
    if (member instanceof DeviceCommandQueue queue) {
      deviceQueues.forget(queue);
    }
  }

  /**
   * Makes a command-queue for the device ({@code clCreateCommandQueueWithProperties}).
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the context is closed
   */
  public CommandQueue queue(QueueOptions options) {
    return queue(device, options);
  }

  /**
   * Makes a command-queue for the device, one of its sub-devices or the custom device ({@code
   * clCreateCommandQueueWithProperties}).
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the context is closed; {@code
   *     CL_INVALID_DEVICE} if it is another device
   */
  public CommandQueue queue(Device part, QueueOptions options) {
    if (!part.isPartOf(device) && !part.equals(customDevice())) {
      throw new ClException(
          ErrorCode.CL_INVALID_DEVICE, "a queue for a device that is not the context's");
    }
    return adopt(new CommandQueue(this, part, options, lifetime.use()));
  }

  /** Makes a command-queue whose commands run one after the other. */
  public CommandQueue queue() {
    return queue(QueueOptions.IN_ORDER);
  }

  /**
   * Makes a command-buffer that records commands for queues of the context ({@code
   * clCreateCommandBufferKHR}). The queues may be of different sub-devices.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if there is no queue; {@code CL_INVALID_CONTEXT}
   *     if one is of another context, or the context is closed; {@code CL_INVALID_COMMAND_QUEUE} if
   *     one is closed
   */
  public CommandBuffer commandBuffer(CommandQueue... queues) {
    return commandBuffer(List.of(queues));
  }

  /** Does the same with a list of queues. */
  public CommandBuffer commandBuffer(List<CommandQueue> queues) {
    if (queues.isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a command-buffer without a queue");
    }
    queues.forEach(q -> BufferWork.checkContext(this, q.context(), "queue"));
    return adopt(new CommandBuffer(this, queues, lifetime.use()));
  }

  /**
   * Makes a binary semaphore, not signaled ({@code clCreateSemaphoreWithPropertiesKHR}).
   *
   * @param devices whose queues may use it; none for all
   * @throws ClException {@code CL_INVALID_CONTEXT} if the context is closed; {@code
   *     CL_INVALID_DEVICE} if one is not the context's device or a part of it
   */
  public Semaphore semaphore(Device... devices) {
    for (Device part : devices) {
      if (!part.isPartOf(device)) {
        throw new ClException(
            ErrorCode.CL_INVALID_DEVICE, "a semaphore for a device that is not the context's");
      }
    }
    return adopt(new Semaphore(this, List.of(devices), lifetime.use()));
  }

  /** Returns the queues that are on its devices, to which kernels enqueue others. */
  public DeviceQueues deviceQueues() {
    return deviceQueues;
  }

  /**
   * Makes an event that the host ends ({@code clCreateUserEvent}).
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the context is closed
   */
  public UserEvent userEvent() {
    lifetime.check();
    return new UserEvent(this, new HostEvent(queues, lifetime.attach()));
  }

  /**
   * Returns what was found so far in a context that is {@link ContextBuilder#watched}: by all
   * launches that {@link BoundKernel#run} or a queue has run to their ends, and between commands,
   * and between them and the host (OpenCL architecture, 3.3.6 "Host-side and Device-side
   * Commands"). What {@link BoundKernel#check} returns itself is not among it.
   *
   * @throws ClException {@code CL_INVALID_OPERATION} if the context is not watched
   */
  public Report report() {
    return engine
        .report()
        .orElseThrow(
            () ->
                new ClException(
                    ErrorCode.CL_INVALID_OPERATION,
                    "the context is not watched: make it with Context.builder().watched()"));
  }

  /** Has a listener told of commands that fail; called before there are any. */
  Context tellFailures(BiConsumer<CommandType, ClException> listener) {
    queues.tellFailures(listener);
    return this;
  }

  /**
   * Takes a reference away ({@code clReleaseContext}). Without any left nothing new can be made in
   * the context, but what was made in it stays, and the context goes with the last of it.
   */
  @Override
  public void release() {
    lifetime.release();
  }

  /**
   * Has {@code callback} called once the context has ended, before those that were registered
   * earlier, by the thread that ended the last use ({@code clSetContextDestructorCallback}).
   */
  public void onDestroy(Runnable callback) {
    lifetime.onFree(callback);
  }

  /**
   * Closes the context's programs, buffers and queues and then the context, whatever references
   * there are. What commands still use in another thread is freed when they end; nothing new can be
   * started.
   */
  @Override
  public void close() {
    lifetime.abandon(members::abandonAll);
  }

  /** Says what it is and on which device. */
  @Override
  public String toString() {
    return (engine.commandWatch() == null ? "context on " : "watched context on ")
        + device.name()
        + lifetime.closedSuffix();
  }

  /** Returns the engine that kernels run on. */
  ContextEngine engine() {
    return engine;
  }

  /** Frees a program of it that nobody uses any more. */
  void free(BuiltProgram program) {
    loader.close(program, failure -> queues.failed(CommandType.NDRANGE_KERNEL, failure));
  }

  PrintfSink output() {
    return output;
  }

  /** Keeps the context for something that was made in it or from something in it. */
  Lifetime.Use keep() {
    return lifetime.keep();
  }

  /** Throws if it is closed, and all that belongs to it with it. */
  void checkNotClosed() {
    lifetime.checkNotAbandoned();
  }

  @Override
  Context context() {
    return this;
  }

  @Override
  ContextMemory memory() {
    return memory;
  }

  @Override
  SvmBlocks<SvmBlock> svmBlocks() {
    return svmBlocks;
  }

  @Override
  SvmBlocks<Buffer> addressedBuffers() {
    return addressedBuffers;
  }

  /** Returns all memory that kernels may have pointers to. */
  SharedBlocks sharedBlocks() {
    return sharedBlocks;
  }

  /** Submits all that has been enqueued in any of its queues. */
  void flushQueues() {
    members.flushQueues();
  }

  @Override
  Lifetime.Use use() {
    return lifetime.use();
  }

  @Override
  void checkAlive() {
    lifetime.check();
  }

  /** Returns what its queues share. */
  ContextQueues queues() {
    return queues;
  }

  @Override
  Lifetime lifetime() {
    return lifetime;
  }
}
