package dev.barnacle.icd.internal;

import dev.barnacle.icd.internal.abi.Entry;
import dev.barnacle.icd.internal.call.BufferCommands;
import dev.barnacle.icd.internal.call.BuildCalls;
import dev.barnacle.icd.internal.call.ContextCalls;
import dev.barnacle.icd.internal.call.DeviceCalls;
import dev.barnacle.icd.internal.call.DeviceQueueCalls;
import dev.barnacle.icd.internal.call.EventCalls;
import dev.barnacle.icd.internal.call.ExecutionInfo;
import dev.barnacle.icd.internal.call.ImageCalls;
import dev.barnacle.icd.internal.call.ImageCommands;
import dev.barnacle.icd.internal.call.KernelCalls;
import dev.barnacle.icd.internal.call.KernelCommands;
import dev.barnacle.icd.internal.call.KernelInfoCalls;
import dev.barnacle.icd.internal.call.MemoryCalls;
import dev.barnacle.icd.internal.call.OrderCommands;
import dev.barnacle.icd.internal.call.PipeCalls;
import dev.barnacle.icd.internal.call.PlatformCalls;
import dev.barnacle.icd.internal.call.ProgramCalls;
import dev.barnacle.icd.internal.call.QueueCalls;
import dev.barnacle.icd.internal.call.SamplerCalls;
import dev.barnacle.icd.internal.call.SubGroupCalls;
import dev.barnacle.icd.internal.call.SvmCalls;
import dev.barnacle.icd.internal.entry.Prototypes;
import java.util.List;
import java.util.stream.Stream;

/**
 * All entry points: first those of the dispatch table, in the order that {@code cl_khr_icd} gives
 * them ({@code cl_icd.h}), then the others. The shim's trampolines, its dispatch table and the way
 * of a call into Java are all made from this one table.
 */
final class Entries {
  private static final List<Entry> OWN =
      List.of(
          entry("clGetPlatformIDs", PlatformCalls::getPlatformIDs),
          entry("clGetPlatformInfo", PlatformCalls::getPlatformInfo),
          entry("clGetDeviceIDs", DeviceCalls::getDeviceIDs),
          entry("clGetDeviceInfo", DeviceCalls::getDeviceInfo),
          entry("clCreateContext", ContextCalls::createContext),
          entry("clCreateContextFromType", ContextCalls::createContextFromType),
          entry("clRetainContext", ContextCalls::retainContext),
          entry("clReleaseContext", ContextCalls::releaseContext),
          entry("clGetContextInfo", ContextCalls::getContextInfo),
          entry("clCreateCommandQueue", QueueCalls::createCommandQueue),
          entry("clRetainCommandQueue", QueueCalls::retainCommandQueue),
          entry("clReleaseCommandQueue", QueueCalls::releaseCommandQueue),
          entry("clGetCommandQueueInfo", QueueCalls::getCommandQueueInfo),
          entry("clSetCommandQueueProperty", QueueCalls::setCommandQueueProperty),
          entry("clCreateBuffer", MemoryCalls::createBuffer),
          entry("clCreateImage2D", ImageCalls::createImage2D),
          entry("clCreateImage3D", ImageCalls::createImage3D),
          entry("clRetainMemObject", MemoryCalls::retainMemObject),
          entry("clReleaseMemObject", MemoryCalls::releaseMemObject),
          entry("clGetSupportedImageFormats", ImageCalls::getSupportedImageFormats),
          entry("clGetMemObjectInfo", MemoryCalls::getMemObjectInfo),
          entry("clGetImageInfo", ImageCalls::getImageInfo),
          entry("clCreateSampler", SamplerCalls::createSampler),
          entry("clRetainSampler", SamplerCalls::retainSampler),
          entry("clReleaseSampler", SamplerCalls::releaseSampler),
          entry("clGetSamplerInfo", SamplerCalls::getSamplerInfo),
          entry("clCreateProgramWithSource", ProgramCalls::createProgramWithSource),
          entry("clCreateProgramWithBinary", ProgramCalls::createProgramWithBinary),
          entry("clRetainProgram", ProgramCalls::retainProgram),
          entry("clReleaseProgram", ProgramCalls::releaseProgram),
          entry("clBuildProgram", BuildCalls::buildProgram),
          entry("clUnloadCompiler", PlatformCalls::unloadCompiler),
          entry("clGetProgramInfo", ProgramCalls::getProgramInfo),
          entry("clGetProgramBuildInfo", ProgramCalls::getProgramBuildInfo),
          entry("clCreateKernel", KernelCalls::createKernel),
          entry("clCreateKernelsInProgram", KernelCalls::createKernelsInProgram),
          entry("clRetainKernel", KernelCalls::retainKernel),
          entry("clReleaseKernel", KernelCalls::releaseKernel),
          entry("clSetKernelArg", KernelCalls::setKernelArg),
          entry("clGetKernelInfo", KernelInfoCalls::getKernelInfo),
          entry("clGetKernelWorkGroupInfo", KernelInfoCalls::getKernelWorkGroupInfo),
          entry("clWaitForEvents", EventCalls::waitForEvents),
          entry("clGetEventInfo", EventCalls::getEventInfo),
          entry("clRetainEvent", EventCalls::retainEvent),
          entry("clReleaseEvent", EventCalls::releaseEvent),
          entry("clGetEventProfilingInfo", EventCalls::getEventProfilingInfo),
          entry("clFlush", QueueCalls::flush),
          entry("clFinish", QueueCalls::finish),
          entry("clEnqueueReadBuffer", BufferCommands::enqueueReadBuffer),
          entry("clEnqueueWriteBuffer", BufferCommands::enqueueWriteBuffer),
          entry("clEnqueueCopyBuffer", BufferCommands::enqueueCopyBuffer),
          entry("clEnqueueReadImage", ImageCommands::enqueueReadImage),
          entry("clEnqueueWriteImage", ImageCommands::enqueueWriteImage),
          entry("clEnqueueCopyImage", ImageCommands::enqueueCopyImage),
          entry("clEnqueueCopyImageToBuffer", ImageCommands::enqueueCopyImageToBuffer),
          entry("clEnqueueCopyBufferToImage", ImageCommands::enqueueCopyBufferToImage),
          entry("clEnqueueMapBuffer", BufferCommands::enqueueMapBuffer),
          entry("clEnqueueMapImage", ImageCommands::enqueueMapImage),
          entry("clEnqueueUnmapMemObject", BufferCommands::enqueueUnmapMemObject),
          entry("clEnqueueNDRangeKernel", KernelCommands::enqueueNDRangeKernel),
          entry("clEnqueueTask", KernelCommands::enqueueTask),
          entry("clEnqueueNativeKernel", KernelCommands::enqueueNativeKernel),
          entry("clEnqueueMarker", OrderCommands::enqueueMarker),
          entry("clEnqueueWaitForEvents", OrderCommands::enqueueWaitForEvents),
          entry("clEnqueueBarrier", OrderCommands::enqueueBarrier),
          entry("clGetExtensionFunctionAddress", PlatformCalls::getExtensionFunctionAddress),
          absent("clCreateFromGLBuffer"),
          absent("clCreateFromGLTexture2D"),
          absent("clCreateFromGLTexture3D"),
          absent("clCreateFromGLRenderbuffer"),
          absent("clGetGLObjectInfo"),
          absent("clGetGLTextureInfo"),
          absent("clEnqueueAcquireGLObjects"),
          absent("clEnqueueReleaseGLObjects"),
          absent("clGetGLContextInfoKHR"),
          absent("clGetDeviceIDsFromD3D10KHR"),
          absent("clCreateFromD3D10BufferKHR"),
          absent("clCreateFromD3D10Texture2DKHR"),
          absent("clCreateFromD3D10Texture3DKHR"),
          absent("clEnqueueAcquireD3D10ObjectsKHR"),
          absent("clEnqueueReleaseD3D10ObjectsKHR"),
          entry("clSetEventCallback", EventCalls::setEventCallback),
          entry("clCreateSubBuffer", MemoryCalls::createSubBuffer),
          entry("clSetMemObjectDestructorCallback", MemoryCalls::setMemObjectDestructorCallback),
          entry("clCreateUserEvent", EventCalls::createUserEvent),
          entry("clSetUserEventStatus", EventCalls::setUserEventStatus),
          entry("clEnqueueReadBufferRect", BufferCommands::enqueueReadBufferRect),
          entry("clEnqueueWriteBufferRect", BufferCommands::enqueueWriteBufferRect),
          entry("clEnqueueCopyBufferRect", BufferCommands::enqueueCopyBufferRect),
          absent("clCreateSubDevicesEXT"),
          absent("clRetainDeviceEXT"),
          absent("clReleaseDeviceEXT"),
          absent("clCreateEventFromGLsyncKHR"),
          entry("clCreateSubDevices", DeviceCalls::createSubDevices),
          entry("clRetainDevice", DeviceCalls::retainDevice),
          entry("clReleaseDevice", DeviceCalls::releaseDevice),
          entry("clCreateImage", ImageCalls::createImage),
          entry("clCreateProgramWithBuiltInKernels", ProgramCalls::createProgramWithBuiltInKernels),
          entry("clCompileProgram", BuildCalls::compileProgram),
          entry("clLinkProgram", BuildCalls::linkProgram),
          entry("clUnloadPlatformCompiler", PlatformCalls::unloadPlatformCompiler),
          entry("clGetKernelArgInfo", KernelInfoCalls::getKernelArgInfo),
          entry("clEnqueueFillBuffer", BufferCommands::enqueueFillBuffer),
          entry("clEnqueueFillImage", ImageCommands::enqueueFillImage),
          entry("clEnqueueMigrateMemObjects", BufferCommands::enqueueMigrateMemObjects),
          entry("clEnqueueMarkerWithWaitList", OrderCommands::enqueueMarkerWithWaitList),
          entry("clEnqueueBarrierWithWaitList", OrderCommands::enqueueBarrierWithWaitList),
          entry(
              "clGetExtensionFunctionAddressForPlatform",
              PlatformCalls::getExtensionFunctionAddressForPlatform),
          absent("clCreateFromGLTexture"),
          absent("clGetDeviceIDsFromD3D11KHR"),
          absent("clCreateFromD3D11BufferKHR"),
          absent("clCreateFromD3D11Texture2DKHR"),
          absent("clCreateFromD3D11Texture3DKHR"),
          absent("clCreateFromDX9MediaSurfaceKHR"),
          absent("clEnqueueAcquireD3D11ObjectsKHR"),
          absent("clEnqueueReleaseD3D11ObjectsKHR"),
          absent("clGetDeviceIDsFromDX9MediaAdapterKHR"),
          absent("clEnqueueAcquireDX9MediaSurfacesKHR"),
          absent("clEnqueueReleaseDX9MediaSurfacesKHR"),
          absent("clCreateFromEGLImageKHR"),
          absent("clEnqueueAcquireEGLObjectsKHR"),
          absent("clEnqueueReleaseEGLObjectsKHR"),
          absent("clCreateEventFromEGLSyncKHR"),
          entry("clCreateCommandQueueWithProperties", QueueCalls::createCommandQueueWithProperties),
          entry("clCreatePipe", PipeCalls::createPipe),
          entry("clGetPipeInfo", PipeCalls::getPipeInfo),
          entry("clSVMAlloc", SvmCalls::svmAlloc),
          entry("clSVMFree", SvmCalls::svmFree),
          entry("clEnqueueSVMFree", SvmCalls::enqueueSVMFree),
          entry("clEnqueueSVMMemcpy", SvmCalls::enqueueSVMMemcpy),
          entry("clEnqueueSVMMemFill", SvmCalls::enqueueSVMMemFill),
          entry("clEnqueueSVMMap", SvmCalls::enqueueSVMMap),
          entry("clEnqueueSVMUnmap", SvmCalls::enqueueSVMUnmap),
          entry("clCreateSamplerWithProperties", SamplerCalls::createSamplerWithProperties),
          entry("clSetKernelArgSVMPointer", KernelCalls::setKernelArgSVMPointer),
          entry("clSetKernelExecInfo", ExecutionInfo::setKernelExecInfo),
          entry("clGetKernelSubGroupInfoKHR", SubGroupCalls::getKernelSubGroupInfo),
          entry("clCloneKernel", KernelCalls::cloneKernel),
          entry("clCreateProgramWithIL", ProgramCalls::createProgramWithIL),
          entry("clEnqueueSVMMigrateMem", SvmCalls::enqueueSVMMigrateMem),
          entry("clGetDeviceAndHostTimer", DeviceCalls::getDeviceAndHostTimer),
          entry("clGetHostTimer", DeviceCalls::getHostTimer),
          entry("clGetKernelSubGroupInfo", SubGroupCalls::getKernelSubGroupInfo),
          entry("clSetDefaultDeviceCommandQueue", DeviceQueueCalls::setDefaultDeviceCommandQueue),
          entry("clSetProgramReleaseCallback", ProgramCalls::setProgramReleaseCallback),
          entry(
              "clSetProgramSpecializationConstant", ProgramCalls::setProgramSpecializationConstant),
          entry("clCreateBufferWithProperties", MemoryCalls::createBufferWithProperties),
          entry("clCreateImageWithProperties", ImageCalls::createImageWithProperties),
          entry("clSetContextDestructorCallback", ContextCalls::setContextDestructorCallback));

  static final List<Entry> ALL =
      Stream.concat(OWN.stream(), ExtensionEntries.ALL.stream()).toList();

  private Entries() {}

  private static Entry entry(String name, Entry.Call call) {
    return new Entry(name, Prototypes.signature(name), Entry.Place.DISPATCHED, call);
  }

  /**
   * An entry point of an extension that is not offered; loaders have a place for it all the same.
   */
  private static Entry absent(String name) {
    return new Entry(name, Prototypes.signature(name), Entry.Place.DISPATCHED, null);
  }

  /** Returns what the shim includes as {@code entries.h}. */
  static String header() {
    StringBuilder text = new StringBuilder("#ifdef ENTRY\n");
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < ALL.size(); i++) {
      Entry entry = ALL.get(i);
      String macro =
          entry.call() == null
              ? "ABSENT"
              : entry.place() == Entry.Place.DISPATCHED ? "ENTRY" : "EXTRA";
      text.append(macro)
          .append('(')
          .append(i)
          .append(", ")
          .append(entry.name())
          .append(", ")
          .append(entry.convention())
          .append(", ")
          .append(Math.max(0, entry.errorPosition()))
          .append(")\n");
      names.append("  ENTRY_").append(entry.name()).append(" = ").append(i).append(",\n");
    }
    return text + "#else\nenum {\n" + names + "};\n#endif\n";
  }
}
