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
          entry("clGetPlatformIDs", "ipp:i", PlatformCalls::getPlatformIDs),
          entry("clGetPlatformInfo", "pilpp:i", PlatformCalls::getPlatformInfo),
          entry("clGetDeviceIDs", "plipp:i", DeviceCalls::getDeviceIDs),
          entry("clGetDeviceInfo", "pilpp:i", DeviceCalls::getDeviceInfo),
          entry("clCreateContext", "pipppe:p", ContextCalls::createContext),
          entry("clCreateContextFromType", "plppe:p", ContextCalls::createContextFromType),
          entry("clRetainContext", "p:i", ContextCalls::retainContext),
          entry("clReleaseContext", "p:i", ContextCalls::releaseContext),
          entry("clGetContextInfo", "pilpp:i", ContextCalls::getContextInfo),
          entry("clCreateCommandQueue", "pple:p", QueueCalls::createCommandQueue),
          entry("clRetainCommandQueue", "p:i", QueueCalls::retainCommandQueue),
          entry("clReleaseCommandQueue", "p:i", QueueCalls::releaseCommandQueue),
          entry("clGetCommandQueueInfo", "pilpp:i", QueueCalls::getCommandQueueInfo),
          entry("clSetCommandQueueProperty", "plip:i", QueueCalls::setCommandQueueProperty),
          entry("clCreateBuffer", "pllpe:p", MemoryCalls::createBuffer),
          entry("clCreateImage2D", "plplllpe:p", ImageCalls::createImage2D),
          entry("clCreateImage3D", "plplllllpe:p", ImageCalls::createImage3D),
          entry("clRetainMemObject", "p:i", MemoryCalls::retainMemObject),
          entry("clReleaseMemObject", "p:i", MemoryCalls::releaseMemObject),
          entry("clGetSupportedImageFormats", "pliipp:i", ImageCalls::getSupportedImageFormats),
          entry("clGetMemObjectInfo", "pilpp:i", MemoryCalls::getMemObjectInfo),
          entry("clGetImageInfo", "pilpp:i", ImageCalls::getImageInfo),
          entry("clCreateSampler", "piiie:p", SamplerCalls::createSampler),
          entry("clRetainSampler", "p:i", SamplerCalls::retainSampler),
          entry("clReleaseSampler", "p:i", SamplerCalls::releaseSampler),
          entry("clGetSamplerInfo", "pilpp:i", SamplerCalls::getSamplerInfo),
          entry("clCreateProgramWithSource", "pippe:p", ProgramCalls::createProgramWithSource),
          entry("clCreateProgramWithBinary", "pippppe:p", ProgramCalls::createProgramWithBinary),
          entry("clRetainProgram", "p:i", ProgramCalls::retainProgram),
          entry("clReleaseProgram", "p:i", ProgramCalls::releaseProgram),
          entry("clBuildProgram", "pipppp:i", BuildCalls::buildProgram),
          entry("clUnloadCompiler", ":i", PlatformCalls::unloadCompiler),
          entry("clGetProgramInfo", "pilpp:i", ProgramCalls::getProgramInfo),
          entry("clGetProgramBuildInfo", "ppilpp:i", ProgramCalls::getProgramBuildInfo),
          entry("clCreateKernel", "ppe:p", KernelCalls::createKernel),
          entry("clCreateKernelsInProgram", "pipp:i", KernelCalls::createKernelsInProgram),
          entry("clRetainKernel", "p:i", KernelCalls::retainKernel),
          entry("clReleaseKernel", "p:i", KernelCalls::releaseKernel),
          entry("clSetKernelArg", "pilp:i", KernelCalls::setKernelArg),
          entry("clGetKernelInfo", "pilpp:i", KernelInfoCalls::getKernelInfo),
          entry("clGetKernelWorkGroupInfo", "ppilpp:i", KernelInfoCalls::getKernelWorkGroupInfo),
          entry("clWaitForEvents", "ip:i", EventCalls::waitForEvents),
          entry("clGetEventInfo", "pilpp:i", EventCalls::getEventInfo),
          entry("clRetainEvent", "p:i", EventCalls::retainEvent),
          entry("clReleaseEvent", "p:i", EventCalls::releaseEvent),
          entry("clGetEventProfilingInfo", "pilpp:i", EventCalls::getEventProfilingInfo),
          entry("clFlush", "p:i", QueueCalls::flush),
          entry("clFinish", "p:i", QueueCalls::finish),
          entry("clEnqueueReadBuffer", "ppillpipp:i", BufferCommands::enqueueReadBuffer),
          entry("clEnqueueWriteBuffer", "ppillpipp:i", BufferCommands::enqueueWriteBuffer),
          entry("clEnqueueCopyBuffer", "ppplllipp:i", BufferCommands::enqueueCopyBuffer),
          entry("clEnqueueReadImage", "ppippllpipp:i", ImageCommands::enqueueReadImage),
          entry("clEnqueueWriteImage", "ppippllpipp:i", ImageCommands::enqueueWriteImage),
          entry("clEnqueueCopyImage", "ppppppipp:i", ImageCommands::enqueueCopyImage),
          entry(
              "clEnqueueCopyImageToBuffer", "ppppplipp:i", ImageCommands::enqueueCopyImageToBuffer),
          entry(
              "clEnqueueCopyBufferToImage", "ppplppipp:i", ImageCommands::enqueueCopyBufferToImage),
          entry("clEnqueueMapBuffer", "ppilllippe:p", BufferCommands::enqueueMapBuffer),
          entry("clEnqueueMapImage", "ppilppppippe:p", ImageCommands::enqueueMapImage),
          entry("clEnqueueUnmapMemObject", "pppipp:i", BufferCommands::enqueueUnmapMemObject),
          entry("clEnqueueNDRangeKernel", "ppipppipp:i", KernelCommands::enqueueNDRangeKernel),
          entry("clEnqueueTask", "ppipp:i", KernelCommands::enqueueTask),
          entry("clEnqueueNativeKernel", "ppplippipp:i", KernelCommands::enqueueNativeKernel),
          entry("clEnqueueMarker", "pp:i", OrderCommands::enqueueMarker),
          entry("clEnqueueWaitForEvents", "pip:i", OrderCommands::enqueueWaitForEvents),
          entry("clEnqueueBarrier", "p:i", OrderCommands::enqueueBarrier),
          entry("clGetExtensionFunctionAddress", "p:p", PlatformCalls::getExtensionFunctionAddress),
          absent("clCreateFromGLBuffer", "plie:p"),
          absent("clCreateFromGLTexture2D", "pliiie:p"),
          absent("clCreateFromGLTexture3D", "pliiie:p"),
          absent("clCreateFromGLRenderbuffer", "plie:p"),
          absent("clGetGLObjectInfo", "ppp:i"),
          absent("clGetGLTextureInfo", "pilpp:i"),
          absent("clEnqueueAcquireGLObjects", "pipipp:i"),
          absent("clEnqueueReleaseGLObjects", "pipipp:i"),
          absent("clGetGLContextInfoKHR", "pilpp:i"),
          absent("clGetDeviceIDsFromD3D10KHR", "pipiipp:i"),
          absent("clCreateFromD3D10BufferKHR", "plpe:p"),
          absent("clCreateFromD3D10Texture2DKHR", "plpie:p"),
          absent("clCreateFromD3D10Texture3DKHR", "plpie:p"),
          absent("clEnqueueAcquireD3D10ObjectsKHR", "pipipp:i"),
          absent("clEnqueueReleaseD3D10ObjectsKHR", "pipipp:i"),
          entry("clSetEventCallback", "pipp:i", EventCalls::setEventCallback),
          entry("clCreateSubBuffer", "plipe:p", MemoryCalls::createSubBuffer),
          entry(
              "clSetMemObjectDestructorCallback",
              "ppp:i",
              MemoryCalls::setMemObjectDestructorCallback),
          entry("clCreateUserEvent", "pe:p", EventCalls::createUserEvent),
          entry("clSetUserEventStatus", "pi:i", EventCalls::setUserEventStatus),
          entry(
              "clEnqueueReadBufferRect", "ppipppllllpipp:i", BufferCommands::enqueueReadBufferRect),
          entry(
              "clEnqueueWriteBufferRect",
              "ppipppllllpipp:i",
              BufferCommands::enqueueWriteBufferRect),
          entry(
              "clEnqueueCopyBufferRect", "ppppppllllipp:i", BufferCommands::enqueueCopyBufferRect),
          absent("clCreateSubDevicesEXT", "ppipp:i"),
          absent("clRetainDeviceEXT", "p:i"),
          absent("clReleaseDeviceEXT", "p:i"),
          absent("clCreateEventFromGLsyncKHR", "ppe:p"),
          entry("clCreateSubDevices", "ppipp:i", DeviceCalls::createSubDevices),
          entry("clRetainDevice", "p:i", DeviceCalls::retainDevice),
          entry("clReleaseDevice", "p:i", DeviceCalls::releaseDevice),
          entry("clCreateImage", "plpppe:p", ImageCalls::createImage),
          entry(
              "clCreateProgramWithBuiltInKernels",
              "pippe:p",
              ProgramCalls::createProgramWithBuiltInKernels),
          entry("clCompileProgram", "pippipppp:i", BuildCalls::compileProgram),
          entry("clLinkProgram", "pippipppe:p", BuildCalls::linkProgram),
          entry("clUnloadPlatformCompiler", "p:i", PlatformCalls::unloadPlatformCompiler),
          entry("clGetKernelArgInfo", "piilpp:i", KernelInfoCalls::getKernelArgInfo),
          entry("clEnqueueFillBuffer", "ppplllipp:i", BufferCommands::enqueueFillBuffer),
          entry("clEnqueueFillImage", "pppllipp:i", ImageCommands::enqueueFillImage),
          entry(
              "clEnqueueMigrateMemObjects", "piplipp:i", BufferCommands::enqueueMigrateMemObjects),
          entry("clEnqueueMarkerWithWaitList", "pipp:i", OrderCommands::enqueueMarkerWithWaitList),
          entry(
              "clEnqueueBarrierWithWaitList", "pipp:i", OrderCommands::enqueueBarrierWithWaitList),
          entry(
              "clGetExtensionFunctionAddressForPlatform",
              "pp:p",
              PlatformCalls::getExtensionFunctionAddressForPlatform),
          absent("clCreateFromGLTexture", "pliiie:p"),
          absent("clGetDeviceIDsFromD3D11KHR", "pipiipp:i"),
          absent("clCreateFromD3D11BufferKHR", "plpe:p"),
          absent("clCreateFromD3D11Texture2DKHR", "plpie:p"),
          absent("clCreateFromD3D11Texture3DKHR", "plpie:p"),
          absent("clCreateFromDX9MediaSurfaceKHR", "plipie:p"),
          absent("clEnqueueAcquireD3D11ObjectsKHR", "pipipp:i"),
          absent("clEnqueueReleaseD3D11ObjectsKHR", "pipipp:i"),
          absent("clGetDeviceIDsFromDX9MediaAdapterKHR", "pippiipp:i"),
          absent("clEnqueueAcquireDX9MediaSurfacesKHR", "pipipp:i"),
          absent("clEnqueueReleaseDX9MediaSurfacesKHR", "pipipp:i"),
          absent("clCreateFromEGLImageKHR", "ppplpe:p"),
          absent("clEnqueueAcquireEGLObjectsKHR", "pipipp:i"),
          absent("clEnqueueReleaseEGLObjectsKHR", "pipipp:i"),
          absent("clCreateEventFromEGLSyncKHR", "pppe:p"),
          entry(
              "clCreateCommandQueueWithProperties",
              "pppe:p",
              QueueCalls::createCommandQueueWithProperties),
          entry("clCreatePipe", "pliipe:p", PipeCalls::createPipe),
          entry("clGetPipeInfo", "pilpp:i", PipeCalls::getPipeInfo),
          entry("clSVMAlloc", "plli:p", SvmCalls::svmAlloc),
          entry("clSVMFree", "pp:v", SvmCalls::svmFree),
          entry("clEnqueueSVMFree", "pipppipp:i", SvmCalls::enqueueSVMFree),
          entry("clEnqueueSVMMemcpy", "pipplipp:i", SvmCalls::enqueueSVMMemcpy),
          entry("clEnqueueSVMMemFill", "pppllipp:i", SvmCalls::enqueueSVMMemFill),
          entry("clEnqueueSVMMap", "pilplipp:i", SvmCalls::enqueueSVMMap),
          entry("clEnqueueSVMUnmap", "ppipp:i", SvmCalls::enqueueSVMUnmap),
          entry(
              "clCreateSamplerWithProperties", "ppe:p", SamplerCalls::createSamplerWithProperties),
          entry("clSetKernelArgSVMPointer", "pip:i", KernelCalls::setKernelArgSVMPointer),
          entry("clSetKernelExecInfo", "pilp:i", ExecutionInfo::setKernelExecInfo),
          entry("clGetKernelSubGroupInfoKHR", "ppilplpp:i", SubGroupCalls::getKernelSubGroupInfo),
          entry("clCloneKernel", "pe:p", KernelCalls::cloneKernel),
          entry("clCreateProgramWithIL", "pple:p", ProgramCalls::createProgramWithIL),
          entry("clEnqueueSVMMigrateMem", "pipplipp:i", SvmCalls::enqueueSVMMigrateMem),
          entry("clGetDeviceAndHostTimer", "ppp:i", DeviceCalls::getDeviceAndHostTimer),
          entry("clGetHostTimer", "pp:i", DeviceCalls::getHostTimer),
          entry("clGetKernelSubGroupInfo", "ppilplpp:i", SubGroupCalls::getKernelSubGroupInfo),
          entry(
              "clSetDefaultDeviceCommandQueue",
              "ppp:i",
              DeviceQueueCalls::setDefaultDeviceCommandQueue),
          entry("clSetProgramReleaseCallback", "ppp:i", ProgramCalls::setProgramReleaseCallback),
          entry(
              "clSetProgramSpecializationConstant",
              "pilp:i",
              ProgramCalls::setProgramSpecializationConstant),
          entry(
              "clCreateBufferWithProperties", "ppllpe:p", MemoryCalls::createBufferWithProperties),
          entry("clCreateImageWithProperties", "pplpppe:p", ImageCalls::createImageWithProperties),
          entry(
              "clSetContextDestructorCallback",
              "ppp:i",
              ContextCalls::setContextDestructorCallback));

  static final List<Entry> ALL =
      Stream.concat(OWN.stream(), ExtensionEntries.ALL.stream()).toList();

  private Entries() {}

  private static Entry entry(String name, String signature, Entry.Call call) {
    return new Entry(name, signature, Entry.Place.DISPATCHED, call);
  }

  /**
   * An entry point of an extension that is not offered; loaders have a place for it all the same.
   */
  private static Entry absent(String name, String signature) {
    return new Entry(name, signature, Entry.Place.DISPATCHED, null);
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
