package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Device;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.CreateSubDevices;
import dev.barnacle.icd.internal.entry.GetDeviceAndHostTimer;
import dev.barnacle.icd.internal.entry.GetDeviceIDs;
import dev.barnacle.icd.internal.entry.GetDeviceInfo;
import dev.barnacle.icd.internal.entry.GetHostTimer;
import dev.barnacle.icd.internal.entry.ReleaseDevice;
import dev.barnacle.icd.internal.entry.RetainDevice;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.query.DeviceInfo;
import dev.barnacle.icd.internal.query.Info;
import dev.barnacle.icd.internal.query.SubDevices;
import java.util.ArrayList;
import java.util.List;

/** Devices (OpenCL API, 4.2 and 4.3). */
public final class DeviceCalls {
  private DeviceCalls() {}

  public static long getDeviceIDs(long a) {
    GetDeviceIDs call = new GetDeviceIDs(a);
    int entries = call.numEntries();
    long devices = call.devices();
    long count = call.numDevices();
    PlatformCalls.check(call.platform());
    List<DeviceHandle> found = ofType(call.deviceType());
    if ((entries == 0 && devices != 0) || (devices == 0 && count == 0)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for devices");
    }
    if (found.isEmpty()) {
      Native.putIntIfWanted(count, 0);
      throw noneFound();
    }
    if (devices != 0) {
      for (int i = 0; i < found.size() && Integer.compareUnsigned(i, entries) < 0; i++) {
        Native.putLong(devices + 8L * i, found.get(i).address());
      }
    }
    Native.putIntIfWanted(count, found.size());
    return 0;
  }

  static ClException noneFound() {
    return new ClException(
        ErrorCode.CL_DEVICE_NOT_FOUND, "the devices are a processor and a custom one");
  }

  /**
   * Returns the platform's devices of a type, if it is one. Programs that ask for all devices want
   * to compile for them, so the custom one is only there for those that ask for it (as OpenCL 1.2
   * to 3.0 have it; later versions allow a subset of the devices).
   */
  static List<DeviceHandle> ofType(long type) {
    if (type == CL_DEVICE_TYPE_ALL || type == -1) {
      return List.of(DeviceHandle.root()); // Java programs pass it as an int, which becomes -1
    }
    long known =
        CL_DEVICE_TYPE_DEFAULT
            | CL_DEVICE_TYPE_CPU
            | CL_DEVICE_TYPE_GPU
            | CL_DEVICE_TYPE_ACCELERATOR
            | CL_DEVICE_TYPE_CUSTOM;
    if (type == 0 || (type & ~known) != 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_DEVICE_TYPE, "no device type: 0x" + Long.toHexString(type));
    }
    List<DeviceHandle> found = new ArrayList<>();
    if ((type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU)) != 0) {
      found.add(DeviceHandle.root());
    }
    if ((type & CL_DEVICE_TYPE_CUSTOM) != 0) {
      found.add(DeviceHandle.custom());
    }
    return found;
  }

  public static long getDeviceInfo(long a) {
    GetDeviceInfo call = new GetDeviceInfo(a);
    DeviceInfo.write(Handles.device(call.device()), call.paramName(), Info.of(call));
    return 0;
  }

  public static long createSubDevices(long a) {
    CreateSubDevices call = new CreateSubDevices(a);
    DeviceHandle device = Handles.device(call.inDevice());
    SubDevices.Division division = SubDevices.divide(device.device(), call.properties());
    List<Device> parts = division.parts();
    long places = call.outDevices();
    if (places != 0) {
      if (Integer.compareUnsigned(call.numDevices(), parts.size()) < 0) {
        throw new ClException(ErrorCode.CL_INVALID_VALUE, "there are " + parts.size());
      }
      long[] properties = division.properties().stream().mapToLong(l -> l).toArray();
      for (int i = 0; i < parts.size(); i++) {
        Native.putLong(places + 8L * i, device.part(parts.get(i), properties).address());
      }
    }
    Native.putIntIfWanted(call.numDevicesRet(), parts.size());
    return 0;
  }

  public static long retainDevice(long a) {
    DeviceHandle device = Handles.device(new RetainDevice(a).device());
    if (device.parent() != null) {
      device.retain();
    }
    return 0;
  }

  public static long releaseDevice(long a) {
    DeviceHandle device = Handles.device(new ReleaseDevice(a).device());
    if (device.parent() != null) {
      device.release();
    }
    return 0;
  }

  public static long getDeviceAndHostTimer(long a) {
    GetDeviceAndHostTimer call = new GetDeviceAndHostTimer(a);
    Handles.device(call.device());
    if (call.deviceTimestamp() == 0 || call.hostTimestamp() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for a time");
    }
    long now = Device.timeNanos();
    Native.putLong(call.deviceTimestamp(), now);
    Native.putLong(call.hostTimestamp(), now);
    return 0;
  }

  public static long getHostTimer(long a) {
    GetHostTimer call = new GetHostTimer(a);
    Handles.device(call.device());
    if (call.hostTimestamp() == 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for a time");
    }
    Native.putLong(call.hostTimestamp(), Device.timeNanos());
    return 0;
  }
}
