package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Cl.*;
import static dev.barnacle.icd.internal.abi.SharedMemoryCl.*;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Platform;
import dev.barnacle.icd.internal.abi.DispatchTable;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.GetExtensionFunctionAddress;
import dev.barnacle.icd.internal.entry.GetExtensionFunctionAddressForPlatform;
import dev.barnacle.icd.internal.entry.GetPlatformIDs;
import dev.barnacle.icd.internal.entry.GetPlatformInfo;
import dev.barnacle.icd.internal.entry.UnloadPlatformCompiler;
import dev.barnacle.icd.internal.handle.DeviceHandle;
import dev.barnacle.icd.internal.handle.PlatformHandle;
import dev.barnacle.icd.internal.query.CommandBufferInfo;
import dev.barnacle.icd.internal.query.Extensions;
import dev.barnacle.icd.internal.query.Info;
import dev.barnacle.icd.internal.query.SharedMemoryInfo;

/** The platform (OpenCL API, 4.1), and what belongs to no object. */
public final class PlatformCalls {
  private PlatformCalls() {}

  public static long getPlatformIDs(long a) {
    GetPlatformIDs call = new GetPlatformIDs(a);
    int entries = call.numEntries();
    long platforms = call.platforms();
    long count = call.numPlatforms();
    if ((entries == 0 && platforms != 0) || (platforms == 0 && count == 0)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for the platform");
    }
    if (platforms != 0) {
      Native.putLong(platforms, PlatformHandle.get().address());
    }
    Native.putIntIfWanted(count, 1);
    return 0;
  }

  public static long getPlatformInfo(long a) {
    GetPlatformInfo call = new GetPlatformInfo(a);
    check(call.platform());
    Info out = Info.of(call);
    int parameter = call.paramName();
    switch (parameter) {
      case CL_PLATFORM_PROFILE -> out.string("FULL_PROFILE");
      case CL_PLATFORM_VERSION -> out.string(Platform.VERSION);
      case CL_PLATFORM_NUMERIC_VERSION -> out.int32(Extensions.OPENCL_3_1);
      case CL_PLATFORM_NAME -> out.string(Platform.name());
      case CL_PLATFORM_VENDOR -> out.string(Platform.vendor());
      case CL_PLATFORM_EXTENSIONS -> out.string(Extensions.names(Extensions.ofPlatform()));
      case CL_PLATFORM_EXTENSIONS_WITH_VERSION -> out.versions(Extensions.ofPlatform());
      case CL_PLATFORM_HOST_TIMER_RESOLUTION -> out.int64(1);
      case CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR ->
          SharedMemoryInfo.writeTypes(DeviceHandle.root().device(), out);
      case CL_PLATFORM_ICD_SUFFIX_KHR -> out.string("BRNC");
      default -> {
        if (!CommandBufferInfo.platform(parameter, out)) {
          throw Info.unknown(parameter);
        }
      }
    }
    return 0;
  }

  /** Throws unless it is the platform; null stands for it. */
  static void check(long platform) {
    if (platform != 0 && platform != PlatformHandle.get().address()) {
      throw new ClException(ErrorCode.CL_INVALID_PLATFORM, "no platform of ours");
    }
  }

  public static long getExtensionFunctionAddress(long a) {
    return address(new GetExtensionFunctionAddress(a).funcName());
  }

  public static long getExtensionFunctionAddressForPlatform(long a) {
    GetExtensionFunctionAddressForPlatform call = new GetExtensionFunctionAddressForPlatform(a);
    return call.platform() != 0 && call.platform() == PlatformHandle.get().address()
        ? address(call.funcName())
        : 0;
  }

  /** Returns the address of an entry point of an extension; 0 if there is none of that name. */
  private static long address(long name) {
    return name == 0 ? 0 : DispatchTable.extensionFunction(Native.string(name));
  }

  /** Compilers are processes that end by themselves. */
  public static long unloadCompiler(long a) {
    return 0;
  }

  public static long unloadPlatformCompiler(long a) {
    if (new UnloadPlatformCompiler(a).platform() != PlatformHandle.get().address()) {
      throw new ClException(ErrorCode.CL_INVALID_PLATFORM, "no platform of ours");
    }
    return 0;
  }
}
