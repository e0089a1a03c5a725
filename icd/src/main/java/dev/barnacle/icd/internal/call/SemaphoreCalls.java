package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.ClKhr.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Device;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.Semaphore;
import dev.barnacle.cl.SemaphoreCommands;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.CreateSemaphoreWithPropertiesKHR;
import dev.barnacle.icd.internal.entry.EnqueueSignalSemaphoresKHR;
import dev.barnacle.icd.internal.entry.GetSemaphoreHandleForTypeKHR;
import dev.barnacle.icd.internal.entry.GetSemaphoreInfoKHR;
import dev.barnacle.icd.internal.entry.ReleaseSemaphoreKHR;
import dev.barnacle.icd.internal.entry.RetainSemaphoreKHR;
import dev.barnacle.icd.internal.handle.ContextHandle;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import dev.barnacle.icd.internal.handle.SemaphoreHandle;
import dev.barnacle.icd.internal.query.Info;
import java.util.List;

/** Semaphores (OpenCL API, "Semaphores"). */
public final class SemaphoreCalls {
  private SemaphoreCalls() {}

  private static SemaphoreHandle semaphore(long address) {
    return Handles.get(address, SemaphoreHandle.class, ErrorCode.CL_INVALID_SEMAPHORE_KHR);
  }

  public static long createSemaphoreWithProperties(long a) {
    CreateSemaphoreWithPropertiesKHR call = new CreateSemaphoreWithPropertiesKHR(a);
    ContextHandle context = Handles.context(call.context());
    SemaphoreProperties properties = SemaphoreProperties.read(context, call.semaProps());
    List<DeviceHandle> devices = properties.devices();
    Device[] chosen = devices.stream().map(DeviceHandle::device).toArray(Device[]::new);
    SemaphoreHandle made =
        new SemaphoreHandle(
            context.context().semaphore(chosen),
            context,
            devices.isEmpty() ? context.devices() : devices,
            properties.words());
    return made.register(made).address();
  }

  public static long retainSemaphore(long a) {
    semaphore(new RetainSemaphoreKHR(a).semaObject()).retain();
    return 0;
  }

  public static long releaseSemaphore(long a) {
    semaphore(new ReleaseSemaphoreKHR(a).semaObject()).release();
    return 0;
  }

  public static long getSemaphoreInfo(long a) {
    GetSemaphoreInfoKHR call = new GetSemaphoreInfoKHR(a);
    SemaphoreHandle semaphore = semaphore(call.semaObject());
    int parameter = call.paramName();
    Info out = Info.of(call);
    switch (parameter) {
      case CL_SEMAPHORE_CONTEXT_KHR -> out.handle(semaphore.context());
      case CL_SEMAPHORE_REFERENCE_COUNT_KHR -> out.int32(semaphore.references());
      case CL_SEMAPHORE_PROPERTIES_KHR -> out.longs(semaphore.properties());
      case CL_SEMAPHORE_TYPE_KHR -> out.int32(CL_SEMAPHORE_TYPE_BINARY_KHR);
      case CL_SEMAPHORE_PAYLOAD_KHR -> out.int64(semaphore.semaphore().isSignaled() ? 1 : 0);
      case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR -> out.longs();
      case CL_SEMAPHORE_EXPORTABLE_KHR -> out.bool(false);
      case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR -> out.handles(semaphore.devices());
      default -> throw Info.unknown(parameter);
    }
    return 0;
  }

  /**
   * Of {@code cl_khr_external_semaphore}, which is not offered: no semaphore has a handle outside
   * of OpenCL. Programs that ask for the function with those of {@code cl_khr_semaphore} find it.
   */
  public static long getSemaphoreHandleForType(long a) {
    GetSemaphoreHandleForTypeKHR call = new GetSemaphoreHandleForTypeKHR(a);
    SemaphoreHandle semaphore = semaphore(call.semaObject());
    if (!semaphore.devices().contains(Handles.device(call.device()))) {
      throw new ClException(ErrorCode.CL_INVALID_DEVICE, "the semaphore is not for that device");
    }
    throw new ClException(
        ErrorCode.CL_INVALID_VALUE,
        "the semaphore was not made to be exported as 0x" + Integer.toHexString(call.handleType()));
  }

  public static long enqueueSignalSemaphores(long a) {
    return enqueue(a, SemaphoreCommands::signal);
  }

  public static long enqueueWaitSemaphores(long a) {
    return enqueue(a, SemaphoreCommands::await);
  }

  /** A command on semaphores. */
  private interface OnSemaphores {
    Event enqueue(SemaphoreCommands commands, List<Semaphore> semaphores, List<Event> waitList);
  }

  /** Both commands have the same parameters; binary semaphores need no payloads. */
  private static long enqueue(long a, OnSemaphores command) {
    EnqueueSignalSemaphoresKHR call = new EnqueueSignalSemaphoresKHR(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    int count = call.numSemaObjects();
    if (count == 0 || call.semaObjects() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no semaphores");
    }
    List<SemaphoreHandle> handles =
        Handles.list(
            call.semaObjects(), count, SemaphoreHandle.class, ErrorCode.CL_INVALID_SEMAPHORE_KHR);
    handles.forEach(semaphore -> checkFor(queue, semaphore));
    List<Semaphore> semaphores = handles.stream().map(SemaphoreHandle::semaphore).toList();
    List<Event> waits = Commands.waitList(call);
    return Commands.give(
        command.enqueue(queue.queue().semaphores(), semaphores, waits), queue, call.event());
  }

  /** Sub-devices of one size are equal, but they are not the same. */
  private static void checkFor(QueueHandle queue, SemaphoreHandle semaphore) {
    if (!semaphore.context().equals(queue.context())) {
      throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "a semaphore of another context");
    }
    if (!semaphore.devices().contains(queue.device())) {
      throw new ClException(
          ErrorCode.CL_INVALID_COMMAND_QUEUE, "the semaphore is not for the queue's device");
    }
  }

  /**
   * The properties that a semaphore is made with.
   *
   * @param words all of it with the zero at the end
   * @param devices that are named
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record SemaphoreProperties(long[] words, List<DeviceHandle> devices) {
    static SemaphoreProperties read(ContextHandle context, long address) {
      if (address == 0) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "no properties");
      }
      boolean typed = false;
      List<DeviceHandle> devices = null;
      long at = address;
      for (long name; (name = Native.getLong(at)) != 0; ) {
        if (name == CL_SEMAPHORE_TYPE_KHR && !typed) {
          checkType(Native.getLong(at + 8));
          typed = true;
          at += 16;
        } else if (name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR && devices == null) {
          devices = List.of(device(context, at + 8));
          at += 24; // the name, one device, and the list's end
        } else {
          throw new ClException(
              ErrorCode.CL_INVALID_PROPERTY,
              "no property, or it comes twice: 0x" + Long.toHexString(name));
        }
      }
      if (!typed) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "a semaphore of no type");
      }
      if (devices == null && context.devices().size() > 1) {
        throw new ClException(
            ErrorCode.CL_INVALID_PROPERTY, "the context has several devices, and none is named");
      }
      long[] words = Native.longs(address, Math.toIntExact((at - address) / 8) + 1);
      return new SemaphoreProperties(words, devices == null ? List.of() : devices);
    }

    private static void checkType(long type) {
      if (type != CL_SEMAPHORE_TYPE_BINARY_KHR) {
        throw new ClException(ErrorCode.CL_INVALID_PROPERTY, "no type of semaphores: " + type);
      }
    }

    /** Reads a list of exactly one device. */
    private static DeviceHandle device(ContextHandle context, long list) {
      long first = Native.getLong(list);
      if (first == 0 || Native.getLong(list + 8) != 0) {
        throw new ClException(ErrorCode.CL_INVALID_DEVICE, "not one device");
      }
      return context.device(first);
    }
  }
}
