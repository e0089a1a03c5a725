package dev.barnacle.icd.internal.svm;

import static dev.barnacle.icd.internal.abi.SharedMemoryCl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.SvmAccess;
import dev.barnacle.cl.SvmBlock;
import dev.barnacle.cl.SvmType;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.entry.GetSVMPointerInfoKHR;
import dev.barnacle.icd.internal.entry.GetSVMSuggestedTypeIndexKHR;
import dev.barnacle.icd.internal.entry.SVMAllocWithPropertiesKHR;
import dev.barnacle.icd.internal.entry.SVMFreeWithPropertiesKHR;
import dev.barnacle.icd.internal.handle.Allocations;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.query.Info;
import dev.barnacle.icd.internal.query.SharedMemoryInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shared virtual memory of more types ({@code cl_khr_unified_svm} 0.9.0, which is experimental: the
 * specification has its names, and its text is in pull request 1282 of OpenCL-Docs).
 */
public final class UnifiedSvmCalls {
  /** {@code CL_UINT_MAX}: no type. */
  private static final int NO_TYPE = -1;

  private UnifiedSvmCalls() {}

  /**
   * The properties of an allocation.
   *
   * @param device null without one
   */
  private record Wanted(
      @Nullable DeviceHandle device, Set<SvmAccess> access, long alignment, Properties properties) {
    long deviceHandle() {
      return device == null ? 0 : device.address();
    }

    static Wanted read(ContextHandle context, long list) {
      Properties properties = Properties.read(list, ErrorCode.CL_INVALID_PROPERTY);
      DeviceHandle device = null;
      Set<SvmAccess> access = Set.of();
      long alignment = 0;
      for (Map.Entry<Long, Long> property : properties.values().entrySet()) {
        long value = property.getValue();
        switch (Properties.small(property.getKey())) {
          case CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR ->
              device = value == 0 ? null : context.device(value);
          case CL_SVM_ALLOC_ACCESS_FLAGS_KHR -> access = SvmAccess.of(value);
          case CL_SVM_ALLOC_ALIGNMENT_KHR -> alignment = value;
          default ->
              throw new ClException(
                  ErrorCode.CL_INVALID_PROPERTY,
                  "no property of an SVM allocation: 0x" + Long.toHexString(property.getKey()));
        }
      }
      return new Wanted(device, access, alignment, properties);
    }
  }

  public static long svmAllocWithProperties(long a) {
    SVMAllocWithPropertiesKHR call = new SVMAllocWithPropertiesKHR(a);
    ContextHandle context = Handles.context(call.context());
    SvmType type = type(context, call.svmTypeIndex());
    Wanted wanted = Wanted.read(context, call.properties());
    if (type == SvmType.DEVICE && wanted.device() == null) {
      throw new ClException(
          ErrorCode.CL_INVALID_DEVICE, "an allocation of a device, and no device is given");
    }
    return UsmCalls.allocate(
            context,
            type,
            wanted.access(),
            new Allocations.Request(wanted.deviceHandle(), 0, wanted.properties()),
            call.size(),
            wanted.alignment())
        .address();
  }

  private static SvmType type(ContextHandle context, int index) {
    List<SharedMemoryInfo.Type> types = types(context);
    if (index < 0 || index >= types.size()) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "no type of SVM: " + Integer.toUnsignedString(index));
    }
    SvmType type = types.get(index).type();
    if (type == null) {
      throw new ClException(
          ErrorCode.CL_INVALID_OPERATION, "that type of SVM comes from the system's allocator");
    }
    return type;
  }

  private static List<SharedMemoryInfo.Type> types(ContextHandle context) {
    return SharedMemoryInfo.types(context.devices().getFirst().device());
  }

  public static long svmFreeWithProperties(long a) {
    SVMFreeWithPropertiesKHR call = new SVMFreeWithPropertiesKHR(a);
    ContextHandle context = Handles.context(call.context());
    Properties properties = Properties.read(call.properties(), ErrorCode.CL_INVALID_PROPERTY);
    if (!properties.values().isEmpty()) {
      throw new ClException(ErrorCode.CL_INVALID_PROPERTY, "a property of freeing SVM");
    }
    if (call.flags() != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "a flag of freeing SVM");
    }
    long address = call.ptr();
    if (address != 0) {
      at(context, address)
          .filter(b -> b.address() == address)
          .orElseThrow(
              () ->
                  new ClException(
                      ErrorCode.CL_INVALID_VALUE,
                      "no shared virtual memory begins at 0x" + Long.toHexString(address)))
          .close();
    }
    return 0;
  }

  private static Optional<SvmBlock> at(ContextHandle context, long address) {
    return context.context().svmAt(address).filter(b -> !b.isClosed());
  }

  public static long getSvmPointerInfo(long a) {
    GetSVMPointerInfoKHR call = new GetSVMPointerInfoKHR(a);
    ContextHandle context = Handles.context(call.context());
    if (call.device() != 0) {
      context.device(call.device());
    }
    Optional<SvmBlock> block = at(context, call.ptr());
    Allocations.Request request =
        block.map(context.allocations()::of).orElse(Allocations.Request.NONE);
    int index = block.map(b -> index(context, b.type())).orElse(NO_TYPE);
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_SVM_INFO_TYPE_INDEX_KHR -> out.int32(index);
      case CL_SVM_INFO_CAPABILITIES_KHR ->
          out.int64(index == NO_TYPE ? 0 : types(context).get(index).capabilities());
      case CL_SVM_INFO_PROPERTIES_KHR -> out.longs(request.properties().words());
      case CL_SVM_INFO_ACCESS_FLAGS_KHR ->
          out.int64(block.map(b -> SvmAccess.bits(b.access())).orElse(0L));
      case CL_SVM_INFO_BASE_PTR_KHR -> out.int64(block.map(SvmBlock::address).orElse(0L));
      case CL_SVM_INFO_SIZE_KHR -> out.int64(block.map(SvmBlock::byteSize).orElse(0L));
      case CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR -> out.int64(request.device());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  private static int index(ContextHandle context, SvmType type) {
    List<SharedMemoryInfo.Type> types = types(context);
    for (int index = 0; index < types.size(); index++) {
      if (types.get(index).type() == type) {
        return index;
      }
    }
    return NO_TYPE;
  }

  public static long getSvmSuggestedTypeIndex(long a) {
    GetSVMSuggestedTypeIndexKHR call = new GetSVMSuggestedTypeIndexKHR(a);
    ContextHandle context = Handles.context(call.context());
    if (call.suggestedSvmTypeIndex() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for the index");
    }
    Wanted.read(context, call.properties());
    Native.putInt(
        call.suggestedSvmTypeIndex(),
        suggested(types(context), call.requiredCapabilities(), call.desiredCapabilities()));
    return 0;
  }

  /** Returns the first type that has all that is required, and most of what is desired. */
  private static int suggested(List<SharedMemoryInfo.Type> types, long required, long desired) {
    int best = NO_TYPE;
    int most = -1;
    for (int index = 0; index < types.size(); index++) {
      long capabilities = types.get(index).capabilities();
      int has = Long.bitCount(capabilities & desired);
      if ((capabilities & required) == required && has > most) {
        best = index;
        most = has;
      }
    }
    return best;
  }
}
