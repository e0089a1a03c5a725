package dev.barnacle.cl;

import dev.barnacle.cl.bytes.ScalarCodec;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.PointerArgument;
import dev.barnacle.engine.Argument;
import dev.barnacle.engine.DeviceLimits;
import dev.barnacle.engine.DeviceMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the arguments of a launch against the kernel's parameters and converts them. */
final class ArgumentBinder {
  private final Kernel kernel;
  private final Context context;
  private final List<Lifetime> held = new ArrayList<>();
  private final List<PointerArgument> pointers = new ArrayList<>();
  private long localBytes;

  private ArgumentBinder(Kernel kernel) {
    this.kernel = kernel;
    this.context = kernel.program().context();
  }

  static BoundKernel.Bindings bind(Kernel kernel, @Nullable Object[] values) {
    List<KernelParameter> parameters = kernel.parameters();
    if (values.length != parameters.size()) {
      throw new ClException(
          ErrorCode.CL_INVALID_KERNEL_ARGS,
          "kernel "
              + kernel.signature()
              + " takes "
              + parameters.size()
              + (parameters.size() == 1 ? " argument, not " : " arguments, not ")
              + values.length);
    }
    ArgumentBinder binder = new ArgumentBinder(kernel);
    List<Argument> arguments = new ArrayList<>();
    for (KernelParameter parameter : parameters) {
      arguments.add(binder.bind(parameter, values[parameter.index()]));
    }
    binder.checkLocalMemory();
    return new BoundKernel.Bindings(arguments, binder.held, binder.pointers);
  }

  /** Checks and converts one argument. */
  static BoundKernel.Bindings bindOne(Kernel kernel, int index, @Nullable Object value) {
    ArgumentBinder binder = new ArgumentBinder(kernel);
    Argument argument = binder.bind(kernel.parameters().get(index), value);
    return new BoundKernel.Bindings(List.of(argument), binder.held, binder.pointers);
  }

  /** Puts together what {@link #bindOne} gave for each parameter. */
  static BoundKernel.Bindings join(Kernel kernel, List<BoundKernel.Bindings> each) {
    ArgumentBinder binder = new ArgumentBinder(kernel);
    List<Argument> arguments = new ArrayList<>();
    for (BoundKernel.Bindings one : each) {
      arguments.addAll(one.arguments());
      binder.held.addAll(one.held());
      binder.pointers.addAll(one.pointers());
    }
    for (Argument argument : arguments) {
      if (argument instanceof Argument.Local local) {
        binder.addLocal(local.byteSize());
      }
    }
    binder.checkLocalMemory();
    return new BoundKernel.Bindings(arguments, binder.held, binder.pointers);
  }

  private Argument bind(KernelParameter parameter, @Nullable Object value) {
    return switch (parameter.kind()) {
      case GLOBAL, CONSTANT -> pointer(parameter, value);
      case LOCAL -> local(parameter, value);
      case VALUE, STRUCT -> value(parameter, value);
      case IMAGE -> image(parameter, value);
      case SAMPLER -> sampler(parameter, value);
      case QUEUE -> queue(parameter, value);
      case PIPE -> pipe(parameter, value);
      case OPAQUE ->
          throw wrong(parameter, ErrorCode.CL_INVALID_ARG_VALUE, "can't be passed by this version");
    };
  }

  private Argument image(KernelParameter parameter, @Nullable Object value) {
    if (!(value instanceof Image image)) {
      throw wrong(
          parameter, ErrorCode.CL_INVALID_ARG_VALUE, "needs an image, not " + describe(value));
    }
    if (!image.context().equals(context)) {
      throw wrong(
          parameter, ErrorCode.CL_INVALID_MEM_OBJECT, "is given an image of another context");
    }
    if (!ImageParameters.hasShape(parameter, image)) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_VALUE,
          "is given an image of type " + image.type() + " with texels " + image.format());
    }
    if (!ImageParameters.allows(parameter, image)) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_VALUE,
          "is " + parameter.access() + ", but the image's flags are " + image.flags());
    }
    held.add(image.lifetime());
    return image.argument();
  }

  private Argument sampler(KernelParameter parameter, @Nullable Object value) {
    if (!(value instanceof Sampler sampler)) {
      throw wrong(
          parameter, ErrorCode.CL_INVALID_ARG_VALUE, "needs a sampler, not " + describe(value));
    }
    if (!sampler.context().equals(context)) {
      throw wrong(parameter, ErrorCode.CL_INVALID_SAMPLER, "is given a sampler of another context");
    }
    held.add(sampler.lifetime());
    return sampler.argument();
  }

  private Argument queue(KernelParameter parameter, @Nullable Object value) {
    if (!(value instanceof DeviceCommandQueue queue)) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_VALUE,
          "needs a command-queue on the device, not " + describe(value));
    }
    if (!queue.context().equals(context)) {
      throw wrong(
          parameter, ErrorCode.CL_INVALID_DEVICE_QUEUE, "is given a queue of another context");
    }
    held.add(queue.lifetime());
    return queue.argument();
  }

  private Argument pipe(KernelParameter parameter, @Nullable Object value) {
    if (!(value instanceof Pipe pipe)) {
      throw wrong(
          parameter, ErrorCode.CL_INVALID_ARG_VALUE, "needs a pipe, not " + describe(value));
    }
    if (!pipe.context().equals(context)) {
      throw wrong(parameter, ErrorCode.CL_INVALID_MEM_OBJECT, "is given a pipe of another context");
    }
    held.add(pipe.lifetime());
    return pipe.argument();
  }

  private Argument pointer(KernelParameter parameter, @Nullable Object value) {
    if (value == null) {
      return new Argument.Null();
    }
    if (value instanceof SvmPointer pointer) {
      return shared(parameter, pointer.address(), false);
    }
    if (value instanceof DevicePointer pointer) {
      return shared(parameter, pointer.address(), true);
    }
    if (value instanceof SvmBlock block) {
      block.lifetime().check();
      return shared(parameter, block.address(), true);
    }
    if (!(value instanceof Buffer buffer)) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_VALUE,
          "needs a buffer, a pointer into SVM or a null pointer, not " + describe(value));
    }
    if (!buffer.context().equals(context)) {
      throw wrong(
          parameter, ErrorCode.CL_INVALID_MEM_OBJECT, "is given a buffer of another context");
    }
    buffer.lifetime().check();
    if (buffer.flags().contains(MemoryFlag.IMMUTABLE) && !parameter.isConst()) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_VALUE,
          "is not const, but the buffer's flags are " + buffer.flags());
    }
    MemorySegment memory = buffer.bytes();
    checkConstant(parameter, memory);
    held.add(buffer.lifetime());
    return buffer.usesSvm() || buffer.hasDeviceAddress()
        ? shared(parameter, memory.address(), false)
        : new Argument.Memory(memory, access(buffer.flags()));
  }

  static Argument.Access access(Set<MemoryFlag> flags) {
    return MemoryFlag.isReadOnly(flags)
        ? Argument.Access.READ_ONLY
        : flags.contains(MemoryFlag.WRITE_ONLY)
            ? Argument.Access.WRITE_ONLY
            : Argument.Access.READ_WRITE;
  }

  /** Pointers into SVM stay the host's addresses, so that kernels can leave them in memory. */
  private Argument shared(KernelParameter parameter, long address, boolean isAny) {
    if (address != 0) {
      pointers.add(new PointerArgument(parameter.index(), address, isAny));
    }
    return new Argument.Null(); // until the launch
  }

  private void checkConstant(KernelParameter parameter, MemorySegment memory) {
    DeviceMemory limit = limits().memory();
    if (parameter.kind() == KernelParameter.Kind.CONSTANT
        && !limit.holdsConstant(memory.byteSize())) {
      throw wrong(
          parameter,
          ErrorCode.CL_OUT_OF_RESOURCES,
          "is given "
              + memory.byteSize()
              + " bytes, more than the device's "
              + limit.maxConstantBytes()
              + " bytes of constant memory");
    }
  }

  private Argument local(KernelParameter parameter, @Nullable Object value) {
    if (!(value instanceof LocalMemory memory)) {
      throw wrong(
          parameter, ErrorCode.CL_INVALID_ARG_VALUE, "needs local memory, not " + describe(value));
    }
    addLocal(memory.byteSize());
    return new Argument.Local(memory.byteSize());
  }

  /** Counts local memory; what overflows is too much as well. */
  private void addLocal(long bytes) {
    localBytes = bytes > Long.MAX_VALUE - localBytes ? Long.MAX_VALUE : localBytes + bytes;
  }

  private void checkLocalMemory() {
    if (localBytes > limits().localMemBytes()) {
      throw new ClException(
          ErrorCode.CL_OUT_OF_RESOURCES,
          "kernel '"
              + kernel.name()
              + "' is given "
              + localBytes
              + " bytes of local memory, more than the device's "
              + limits().localMemBytes());
    }
  }

  private Argument value(KernelParameter parameter, @Nullable Object value) {
    MemorySegment bytes = Arena.ofAuto().allocate(parameter.byteSize(), 16);
    if (value instanceof MemorySegment given) {
      checkByteSize(parameter, given.byteSize());
      bytes.copyFrom(given);
    } else if (parameter.dataType().isEmpty()) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_VALUE,
          "needs a MemorySegment of " + parameter.byteSize() + " bytes, not " + describe(value));
    } else {
      encode(parameter, parameter.dataType().get(), value, bytes);
    }
    return new Argument.Bytes(bytes.asReadOnly());
  }

  private void checkByteSize(KernelParameter parameter, long given) {
    if (given != parameter.byteSize()) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_SIZE,
          "takes " + parameter.byteSize() + " bytes, not " + given);
    }
  }

  private void encode(
      KernelParameter parameter, DataType type, @Nullable Object value, MemorySegment to) {
    boolean array = value != null && value.getClass().isArray();
    if (value == null || (!array && !(value instanceof Number || value instanceof Character))) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_VALUE,
          "needs "
              + (type.lanes() == 1 ? "a number" : "an array of numbers")
              + ", not "
              + describe(value));
    }
    int lanes = array ? Array.getLength(value) : 1;
    if (lanes != type.lanes() || array != type.lanes() > 1) {
      throw wrong(
          parameter,
          ErrorCode.CL_INVALID_ARG_SIZE,
          "takes " + count(type.lanes()) + ", not " + (array ? "an array of " : "") + count(lanes));
    }
    for (int i = 0; i < lanes; i++) {
      put(parameter, type, array ? Array.get(value, i) : value, to, i);
    }
  }

  private void put(
      KernelParameter parameter,
      DataType type,
      @Nullable Object element,
      MemorySegment to,
      int lane) {
    Number number =
        switch (element) {
          case Number n -> n;
          case Character c -> (int) c;
          case null, default ->
              throw wrong(
                  parameter,
                  ErrorCode.CL_INVALID_ARG_VALUE,
                  "needs numbers, not " + describe(element));
        };
    try {
      ScalarCodec.put(to, (long) lane * type.scalar().byteSize(), type.scalar(), number);
    } catch (ClException e) {
      throw wrong(parameter, e.code(), "is wrong: " + e.detail());
    }
  }

  private static String count(int lanes) {
    return lanes == 1 ? "one number" : lanes + " numbers";
  }

  private static String describe(@Nullable Object value) {
    return switch (value) {
      case null -> "a null pointer";
      case Buffer b -> "a buffer";
      case Image i -> "an image";
      case Sampler s -> "a sampler";
      case LocalMemory l -> "local memory";
      case DeviceCommandQueue q -> "a command-queue on the device";
      case CommandQueue q -> "a command-queue of the host";
      case SvmPointer p -> "a pointer into shared virtual memory";
      case DevicePointer p -> "a pointer into memory of the device";
      case SvmBlock b -> "shared virtual memory";
      case MemorySegment s -> "a MemorySegment";
      case Number n -> "the number " + n;
      default ->
          value.getClass().isArray()
              ? "an array (make a buffer of it: context.buffer(array))"
              : "a " + value.getClass().getName();
    };
  }

  private ClException wrong(KernelParameter parameter, ErrorCode code, String what) {
    return new ClException(
        code, "kernel '" + kernel.name() + "': " + parameter.label() + " " + what);
  }

  private DeviceLimits limits() {
    return context.engine().engine().limits();
  }
}
