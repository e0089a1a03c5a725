package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;
import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ContextBuilder;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Callbacks;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.entry.CreateContext;
import dev.barnacle.icd.internal.entry.CreateContextFromType;
import dev.barnacle.icd.internal.entry.GetContextInfo;
import dev.barnacle.icd.internal.entry.ReleaseContext;
import dev.barnacle.icd.internal.entry.RetainContext;
import dev.barnacle.icd.internal.entry.SetContextDestructorCallback;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.Notices;
import dev.barnacle.icd.internal.handle.PlatformHandle;
import dev.barnacle.icd.internal.query.Info;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Contexts (OpenCL API, 4.4). */
public final class ContextCalls {
  private static final long MEMORY_TO_INITIALIZE =
      CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;

  private ContextCalls() {}

  public static long createContext(long a) {
    CreateContext call = new CreateContext(a);
    return create(
        "clCreateContext",
        Notices.of(call.pfnNotify(), call.userData()),
        call.properties(),
        () -> {
          int count = call.numDevices();
          if (count == 0 || call.devices() == 0) {
            throw new ClException(ErrorCode.CL_INVALID_VALUE, "a context needs devices");
          }
          return Handles.list(
                  call.devices(), count, DeviceHandle.class, ErrorCode.CL_INVALID_DEVICE)
              .stream()
              .distinct()
              .toList();
        });
  }

  public static long createContextFromType(long a) {
    CreateContextFromType call = new CreateContextFromType(a);
    return create(
        "clCreateContextFromType",
        Notices.of(call.pfnNotify(), call.userData()),
        call.properties(),
        () -> {
          List<DeviceHandle> found = DeviceCalls.ofType(call.deviceType());
          if (found.isEmpty()) {
            throw DeviceCalls.noneFound();
          }
          return found;
        });
  }

  /** Makes a context; the program is told of errors in that too. */
  private static long create(
      String call, Notices notices, long properties, Supplier<List<DeviceHandle>> devices) {
    try {
      Properties read = properties(properties);
      List<DeviceHandle> all = devices.get();
      ContextBuilder builder = DeviceHandle.contextBuilder().failures(notices::failed);
      initialize(builder, read.values().getOrDefault((long) CL_CONTEXT_MEMORY_INITIALIZE_KHR, 0L));
      Context context = builder.create();
      ContextHandle made = new ContextHandle(context, all, read, notices);
      return made.register(made).address();
    } catch (RuntimeException | Error e) {
      notices.tell(call, e);
      throw e;
    }
  }

  /** Has memory begin as zeros (cl_khr_initialize_memory). */
  private static void initialize(ContextBuilder builder, long memory) {
    if ((memory & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR) != 0) {
      builder.initializeLocalMemory();
    }
    if ((memory & CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR) != 0) {
      builder.initializePrivateMemory();
    }
  }

  private static Properties properties(long list) {
    Properties properties = Properties.read(list, ErrorCode.CL_INVALID_PROPERTY);
    for (Map.Entry<Long, Long> one : properties.values().entrySet()) {
      switch (Properties.small(one.getKey())) {
        case CL_CONTEXT_PLATFORM -> {
          if (one.getValue() != PlatformHandle.get().address()) {
            throw new ClException(ErrorCode.CL_INVALID_PLATFORM, "no platform of ours");
          }
        }
        case CL_CONTEXT_INTEROP_USER_SYNC -> {
          if (one.getValue() != 0 && one.getValue() != 1) {
            throw new ClException(ErrorCode.CL_INVALID_PROPERTY, "no cl_bool");
          }
        }
        case CL_CONTEXT_MEMORY_INITIALIZE_KHR -> {
          if ((one.getValue() & ~MEMORY_TO_INITIALIZE) != 0) {
            throw new ClException(
                ErrorCode.CL_INVALID_PROPERTY,
                "memory to initialize 0x" + Long.toHexString(one.getValue()));
          }
        }
        default ->
            throw new ClException(
                ErrorCode.CL_INVALID_PROPERTY,
                "context property 0x" + Long.toHexString(one.getKey()));
      }
    }
    return properties;
  }

  public static long retainContext(long a) {
    Handles.context(new RetainContext(a).context()).retain();
    return 0;
  }

  public static long releaseContext(long a) {
    Handles.context(new ReleaseContext(a).context()).release();
    return 0;
  }

  public static long getContextInfo(long a) {
    GetContextInfo call = new GetContextInfo(a);
    ContextHandle context = Handles.context(call.context());
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_CONTEXT_REFERENCE_COUNT -> out.int32(context.references());
      case CL_CONTEXT_NUM_DEVICES -> out.int32(context.devices().size());
      case CL_CONTEXT_DEVICES -> out.handles(context.devices());
      case CL_CONTEXT_PROPERTIES -> out.longs(context.properties().words());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  public static long setContextDestructorCallback(long a) {
    SetContextDestructorCallback call = new SetContextDestructorCallback(a);
    ContextHandle context = Handles.context(call.context());
    long function = call.pfnNotify();
    long userData = call.userData();
    if (function == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no callback");
    }
    long address = context.address();
    context.context().onDestroy(() -> Callbacks.call(function, address, userData));
    return 0;
  }
}
