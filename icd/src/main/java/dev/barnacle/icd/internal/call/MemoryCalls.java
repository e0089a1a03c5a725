package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;
import static dev.barnacle.icd.internal.abi.SharedMemoryCl.*;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.MemoryFlag;
import dev.barnacle.cl.Pipe;
import dev.barnacle.cl.SvmBlock;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.entry.CreateBuffer;
import dev.barnacle.icd.internal.entry.CreateBufferWithProperties;
import dev.barnacle.icd.internal.entry.CreateBufferWithPropertiesINTEL;
import dev.barnacle.icd.internal.entry.CreateSubBuffer;
import dev.barnacle.icd.internal.entry.GetMemObjectInfo;
import dev.barnacle.icd.internal.entry.ReleaseMemObject;
import dev.barnacle.icd.internal.entry.RetainMemObject;
import dev.barnacle.icd.internal.entry.SetMemObjectDestructorCallback;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.MemoryHandle;
import dev.barnacle.icd.internal.query.Info;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Memory objects and buffers (OpenCL API, 5.2 and 5.5). */
public final class MemoryCalls {
  static final Properties NONE = new Properties(new long[0], Map.of());

  /** The properties that buffers can have. */
  private static final Set<Integer> BUFFER = Set.of(CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT);

  private MemoryCalls() {}

  public static long createBuffer(long a) {
    CreateBuffer call = new CreateBuffer(a);
    return create(Handles.context(call.context()), NONE, call.flags(), call.size(), call.hostPtr());
  }

  public static long createBufferWithProperties(long a) {
    CreateBufferWithProperties call = new CreateBufferWithProperties(a);
    ContextHandle context = Handles.context(call.context());
    return create(
        context, properties(call.properties(), BUFFER), call.flags(), call.size(), call.hostPtr());
  }

  public static long createBufferWithPropertiesIntel(long a) {
    CreateBufferWithPropertiesINTEL call = new CreateBufferWithPropertiesINTEL(a);
    ContextHandle context = Handles.context(call.context());
    try {
      return create(
          context,
          properties(call.properties(), BUFFER),
          call.flags(),
          call.size(),
          call.hostPtr());
    } catch (ClException e) {
      throw e.code() == ErrorCode.CL_INVALID_PROPERTY
          ? new ClException(ErrorCode.CL_INVALID_VALUE, e.detail(), e) // as that extension has it
          : e;
    }
  }

  /** Reads the properties of a memory object that can have none. */
  static Properties properties(long list) {
    return properties(list, Set.of());
  }

  /** Reads the properties of a memory object, each of them a {@code cl_bool}. */
  private static Properties properties(long list, Set<Integer> known) {
    Properties properties = Properties.read(list, ErrorCode.CL_INVALID_PROPERTY);
    for (Map.Entry<Long, Long> one : properties.values().entrySet()) {
      if (!known.contains(Properties.small(one.getKey()))
          || (one.getValue() != 0 && one.getValue() != 1)) {
        throw new ClException(
            ErrorCode.CL_INVALID_PROPERTY,
            "no property of a memory object: 0x"
                + Long.toHexString(one.getKey())
                + " of "
                + one.getValue());
      }
    }
    return properties;
  }

  private static long create(
      ContextHandle context, Properties properties, long flagBits, long size, long hostPointer) {
    Set<MemoryFlag> flags = MemoryFlag.of(flagBits);
    if (flags.contains(MemoryFlag.USE_HOST_PTR)) {
      checkFits(context, size, hostPointer);
    }
    MemorySegment host = hostPointer == 0 ? null : Native.at(hostPointer, Math.max(size, 0));
    boolean addressed =
        properties.values().getOrDefault((long) CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 0L) != 0;
    Buffer buffer =
        addressed
            ? context.context().addressedBuffer(flags, size, host)
            : context.context().buffer(flags, size, host);
    if (host == null) {
      buffer.undefineContents();
    }
    MemoryHandle made =
        new MemoryHandle(
            buffer,
            context,
            new MemoryHandle.Creation(
                withAccess(flagBits),
                flags.contains(MemoryFlag.USE_HOST_PTR) ? hostPointer : 0,
                properties,
                null,
                0));
    return made.register(made).address();
  }

  /** Throws if the memory is shared virtual memory that ends before the buffer would. */
  private static void checkFits(ContextHandle context, long size, long hostPointer) {
    Optional<SvmBlock> block = context.context().svmAt(hostPointer);
    if (block.isPresent() && size > block.get().address() + block.get().byteSize() - hostPointer) {
      throw new ClException(
          ErrorCode.CL_INVALID_BUFFER_SIZE,
          "a buffer of " + size + " bytes is more than is left of the shared virtual memory");
    }
  }

  /** Kernels read and write a memory object where nothing else is said. */
  private static long withAccess(long flagBits) {
    long access =
        CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | MemoryFlag.IMMUTABLE.bit();
    return (flagBits & access) == 0 ? flagBits | CL_MEM_READ_WRITE : flagBits;
  }

  public static long createSubBuffer(long a) {
    CreateSubBuffer call = new CreateSubBuffer(a);
    MemoryHandle parent = Handles.memory(call.buffer());
    Buffer whole = parent.buffer();
    Set<MemoryFlag> flags = MemoryFlag.of(call.flags());
    long region = call.bufferCreateInfo();
    if (call.bufferCreateType() != CL_BUFFER_CREATE_TYPE_REGION || region == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no region");
    }
    long origin = Native.getLong(region);
    Buffer part = whole.subBuffer(flags, origin, Native.getLong(region + 8));
    long host = parent.creation().hostPointer();
    MemoryHandle made =
        new MemoryHandle(
            part,
            parent.context(),
            new MemoryHandle.Creation(
                MemoryFlag.bits(part.flags()),
                host == 0 ? 0 : host + origin,
                NONE,
                parent,
                origin));
    return made.register(made).address();
  }

  public static long retainMemObject(long a) {
    Handles.memory(new RetainMemObject(a).memobj()).retain();
    return 0;
  }

  public static long releaseMemObject(long a) {
    Handles.memory(new ReleaseMemObject(a).memobj()).release();
    return 0;
  }

  public static long getMemObjectInfo(long a) {
    GetMemObjectInfo call = new GetMemObjectInfo(a);
    MemoryHandle memory = Handles.memory(call.memobj());
    MemoryHandle.Creation creation = memory.creation();
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_MEM_TYPE ->
          out.int32(
              switch (memory.object()) {
                case Image image -> image.type().code();
                case Pipe _ -> CL_MEM_OBJECT_PIPE;
                case Buffer _ -> CL_MEM_OBJECT_BUFFER;
              });
      case CL_MEM_FLAGS -> out.int64(creation.flags());
      case CL_MEM_SIZE -> out.int64(memory.object().byteSize());
      case CL_MEM_HOST_PTR -> out.int64(creation.hostPointer());
      case CL_MEM_MAP_COUNT -> out.int32(memory.mapCount());
      case CL_MEM_REFERENCE_COUNT -> out.int32(memory.references());
      case CL_MEM_CONTEXT -> out.handle(memory.context());
      case CL_MEM_ASSOCIATED_MEMOBJECT -> out.handle(creation.parent());
      case CL_MEM_OFFSET -> out.int64(creation.offset());
      case CL_MEM_USES_SVM_POINTER ->
          out.bool(memory.object() instanceof Buffer buffer && buffer.usesSvm());
      case CL_MEM_PROPERTIES -> out.longs(creation.properties().words());
      case CL_MEM_DEVICE_ADDRESS_EXT -> out.longs(addresses(memory));
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  /** Returns a buffer's address on each device of its context: all have one memory. */
  private static long[] addresses(MemoryHandle memory) {
    if (!(memory.object() instanceof Buffer buffer)) {
      throw new ClException(ErrorCode.CL_INVALID_OPERATION, "an image has no device address");
    }
    long[] addresses = new long[memory.context().devices().size()];
    Arrays.fill(addresses, buffer.deviceAddress());
    return addresses;
  }

  public static long setMemObjectDestructorCallback(long a) {
    SetMemObjectDestructorCallback call = new SetMemObjectDestructorCallback(a);
    MemoryHandle memory = Handles.memory(call.memobj());
    long function = call.pfnNotify();
    long userData = call.userData();
    if (function == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no callback");
    }
    long address = memory.address();
    memory.object().onDestroy(() -> Callbacks.call(function, address, userData));
    return 0;
  }
}
