package dev.barnacle.icd.internal.svm;

import static dev.barnacle.icd.internal.abi.SharedMemoryCl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.SvmAccess;
import dev.barnacle.cl.SvmBlock;
import dev.barnacle.cl.SvmType;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.call.BufferCommands;
import dev.barnacle.icd.internal.call.Commands;
import dev.barnacle.icd.internal.call.SvmCalls;
import dev.barnacle.icd.internal.entry.DeviceMemAllocINTEL;
import dev.barnacle.icd.internal.entry.EnqueueMemAdviseINTEL;
import dev.barnacle.icd.internal.entry.EnqueueMemFillINTEL;
import dev.barnacle.icd.internal.entry.EnqueueMemcpyINTEL;
import dev.barnacle.icd.internal.entry.EnqueueMemsetINTEL;
import dev.barnacle.icd.internal.entry.EnqueueMigrateMemINTEL;
import dev.barnacle.icd.internal.entry.GetMemAllocInfoINTEL;
import dev.barnacle.icd.internal.entry.HostMemAllocINTEL;
import dev.barnacle.icd.internal.entry.MemBlockingFreeINTEL;
import dev.barnacle.icd.internal.entry.MemFreeINTEL;
import dev.barnacle.icd.internal.entry.SharedMemAllocINTEL;
import dev.barnacle.icd.internal.handle.Allocations;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import dev.barnacle.icd.internal.process.Waits;
import dev.barnacle.icd.internal.query.Info;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Unified shared memory ({@code cl_intel_unified_shared_memory}). */
public final class UsmCalls {
  private static final long PLACEMENT =
      CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

  /** Values of {@code cl_mem_advice_intel} that are reserved; 0 says nothing. */
  private static final int FIRST_ADVICE = 0x4208;

  private static final int LAST_ADVICE = 0x420F;

  private UsmCalls() {}

  public static long hostMemAlloc(long a) {
    HostMemAllocINTEL call = new HostMemAllocINTEL(a);
    ContextHandle context = Handles.context(call.context());
    return allocate(context, null, SvmType.HOST, call.properties(), call.size(), call.alignment());
  }

  public static long deviceMemAlloc(long a) {
    DeviceMemAllocINTEL call = new DeviceMemAllocINTEL(a);
    ContextHandle context = Handles.context(call.context());
    DeviceHandle device = context.device(call.device());
    return allocate(
        context, device, SvmType.DEVICE, call.properties(), call.size(), call.alignment());
  }

  public static long sharedMemAlloc(long a) {
    SharedMemAllocINTEL call = new SharedMemAllocINTEL(a);
    ContextHandle context = Handles.context(call.context());
    DeviceHandle device = call.device() == 0 ? null : context.device(call.device());
    return allocate(
        context, device, SvmType.SHARED, call.properties(), call.size(), call.alignment());
  }

  private static long allocate(
      ContextHandle context,
      @Nullable DeviceHandle device,
      SvmType type,
      long list,
      long size,
      int alignment) {
    Properties properties = Properties.read(list, ErrorCode.CL_INVALID_PROPERTY);
    long flags = flags(properties.values(), type);
    return allocate(
            context,
            type,
            Set.of(),
            new Allocations.Request(device == null ? 0 : device.address(), flags, properties),
            size,
            Integer.toUnsignedLong(alignment))
        .address();
  }

  /** Allocates memory, whose contents are undefined where the host can't write it. */
  static SvmBlock allocate(
      ContextHandle context,
      SvmType type,
      Set<SvmAccess> access,
      Allocations.Request request,
      long size,
      long alignment) {
    SvmBlock block;
    try {
      block = context.context().svm(type, access, size, alignment);
    } catch (ClException e) {
      throw e.code() == ErrorCode.CL_MEM_OBJECT_ALLOCATION_FAILURE
          ? new ClException(ErrorCode.CL_OUT_OF_RESOURCES, e.detail(), e)
          : e;
    }
    context.allocations().add(block, request);
    if (!type.isOfHost()) {
      block.undefineContents();
    }
    return block;
  }

  private static long flags(Map<Long, Long> properties, SvmType type) {
    long flags = 0;
    for (Map.Entry<Long, Long> property : properties.entrySet()) {
      if (property.getKey() != CL_MEM_ALLOC_FLAGS_INTEL) {
        throw new ClException(
            ErrorCode.CL_INVALID_PROPERTY,
            "no property of an allocation: 0x" + Long.toHexString(property.getKey()));
      }
      flags = property.getValue();
    }
    long allowed = CL_MEM_ALLOC_WRITE_COMBINED_INTEL | (type == SvmType.SHARED ? PLACEMENT : 0);
    if ((flags & ~allowed) != 0 || (flags & PLACEMENT) == PLACEMENT) {
      throw new ClException(
          ErrorCode.CL_INVALID_PROPERTY,
          "flags 0x" + Long.toHexString(flags) + " of an allocation of type " + type);
    }
    return flags;
  }

  public static long memFree(long a) {
    MemFreeINTEL call = new MemFreeINTEL(a);
    allocation(Handles.context(call.context()), call.ptr()).ifPresent(SvmBlock::close);
    return 0;
  }

  public static long memBlockingFree(long a) {
    MemBlockingFreeINTEL call = new MemBlockingFreeINTEL(a);
    allocation(Handles.context(call.context()), call.ptr())
        .ifPresent(block -> Waits.untilEnded(block::closeAndWait));
    return 0;
  }

  /** Returns the allocation that begins at an address; none for null. */
  private static Optional<SvmBlock> allocation(ContextHandle context, long address) {
    if (address == 0) {
      return Optional.empty();
    }
    Optional<SvmBlock> block = at(context, address).filter(b -> b.address() == address);
    if (block.isEmpty()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "no unified shared memory begins at 0x" + Long.toHexString(address));
    }
    return block;
  }

  private static Optional<SvmBlock> at(ContextHandle context, long address) {
    return context.context().svmAt(address).filter(b -> b.type().isUsm() && !b.isClosed());
  }

  public static long getMemAllocInfo(long a) {
    GetMemAllocInfoINTEL call = new GetMemAllocInfoINTEL(a);
    ContextHandle context = Handles.context(call.context());
    Optional<SvmBlock> block = at(context, call.ptr());
    Optional<Allocations.Request> request = block.map(context.allocations()::of);
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_MEM_ALLOC_TYPE_INTEL -> out.int32(type(block));
      case CL_MEM_ALLOC_BASE_PTR_INTEL -> out.int64(block.map(SvmBlock::address).orElse(0L));
      case CL_MEM_ALLOC_SIZE_INTEL -> out.int64(block.map(SvmBlock::byteSize).orElse(0L));
      case CL_MEM_ALLOC_DEVICE_INTEL ->
          out.int64(request.map(Allocations.Request::device).orElse(0L));
      case CL_MEM_ALLOC_FLAGS_INTEL ->
          out.int64(request.map(Allocations.Request::flags).orElse(0L));
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  private static int type(Optional<SvmBlock> block) {
    return block.isEmpty()
        ? CL_MEM_TYPE_UNKNOWN_INTEL
        : switch (block.get().type()) {
          case HOST -> CL_MEM_TYPE_HOST_INTEL;
          case DEVICE -> CL_MEM_TYPE_DEVICE_INTEL;
          case SHARED -> CL_MEM_TYPE_SHARED_INTEL;
          case COARSE_GRAIN_BUFFER, FINE_GRAIN_BUFFER -> CL_MEM_TYPE_UNKNOWN_INTEL;
        };
  }

  /** The function of the extension's first versions, which set single bytes. */
  public static long enqueueMemset(long a) {
    EnqueueMemsetINTEL call = new EnqueueMemsetINTEL(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemorySegment value = MemorySegment.ofArray(new byte[] {(byte) call.value()});
    return Commands.give(
        queue
            .queue()
            .usm()
            .fill(SvmCalls.memory(call.dstPtr(), call.size()), value, Commands.waitList(call)),
        queue,
        call.event());
  }

  public static long enqueueMemFill(long a) {
    EnqueueMemFillINTEL call = new EnqueueMemFillINTEL(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemorySegment to = SvmCalls.memory(call.dstPtr(), call.size());
    MemorySegment pattern = SvmCalls.memory(call.pattern(), call.patternSize());
    return Commands.give(
        queue.queue().usm().fill(to, pattern, Commands.waitList(call)), queue, call.event());
  }

  public static long enqueueMemcpy(long a) {
    EnqueueMemcpyINTEL call = new EnqueueMemcpyINTEL(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemorySegment to = SvmCalls.memory(call.dstPtr(), call.size());
    MemorySegment from = SvmCalls.memory(call.srcPtr(), call.size());
    return Commands.give(
        queue.queue().usm().copy(to, from, Commands.waitList(call)),
        queue,
        call.event(),
        call.blocking() != 0);
  }

  public static long enqueueMigrateMem(long a) {
    EnqueueMigrateMemINTEL call = new EnqueueMigrateMemINTEL(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemorySegment memory = SvmCalls.memory(call.ptr(), call.size());
    BufferCommands.checkMigration(call.flags());
    return Commands.give(
        queue.queue().usm().migrate(memory, Commands.waitList(call)), queue, call.event());
  }

  public static long enqueueMemAdvise(long a) {
    EnqueueMemAdviseINTEL call = new EnqueueMemAdviseINTEL(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    MemorySegment memory = SvmCalls.memory(call.ptr(), call.size());
    int advice = call.advice();
    if (advice != 0 && (advice < FIRST_ADVICE || advice > LAST_ADVICE)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no advice: " + advice);
    }
    return Commands.give(
        queue.queue().usm().advise(memory, Commands.waitList(call)), queue, call.event());
  }
}
