package dev.barnacle.icd.internal;

import dev.barnacle.frontend.extension.Extension;
import dev.barnacle.icd.internal.abi.Entry;
import dev.barnacle.icd.internal.call.ExecutionInfo;
import dev.barnacle.icd.internal.call.ImageRequirementsCalls;
import dev.barnacle.icd.internal.call.MemoryCalls;
import dev.barnacle.icd.internal.call.PlatformCalls;
import dev.barnacle.icd.internal.call.ProgramCalls;
import dev.barnacle.icd.internal.call.QueueCalls;
import dev.barnacle.icd.internal.call.ReportCalls;
import dev.barnacle.icd.internal.call.SemaphoreCalls;
import dev.barnacle.icd.internal.call.SuggestedSizeCalls;
import dev.barnacle.icd.internal.entry.Prototypes;
import dev.barnacle.icd.internal.recording.CommandBufferCalls;
import dev.barnacle.icd.internal.recording.MutableCommandCalls;
import dev.barnacle.icd.internal.recording.RecordingCalls;
import dev.barnacle.icd.internal.svm.UnifiedSvmCalls;
import dev.barnacle.icd.internal.svm.UsmCalls;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The entry points of extensions, and others that are found by their names alone: of OpenCL 3.1,
 * which the dispatch table lacks, and Barnacle's own, for runners of tests.
 */
final class ExtensionEntries {
  /** In the order of {@link Extension}. */
  static final Map<Extension, List<Entry>> BY_EXTENSION = new EnumMap<>(Extension.class);

  static {
    of(Extension.CL_KHR_ICD, extra("clIcdGetPlatformIDsKHR", PlatformCalls::getPlatformIDs));
    of(
        Extension.CL_KHR_IL_PROGRAM,
        extra("clCreateProgramWithILKHR", ProgramCalls::createProgramWithIL));
    of(
        Extension.CL_KHR_CREATE_COMMAND_QUEUE,
        extra(
            "clCreateCommandQueueWithPropertiesKHR", QueueCalls::createCommandQueueWithProperties));
    of(
        Extension.CL_INTEL_CREATE_BUFFER_WITH_PROPERTIES,
        extra("clCreateBufferWithPropertiesINTEL", MemoryCalls::createBufferWithPropertiesIntel));
    of(
        Extension.CL_INTEL_UNIFIED_SHARED_MEMORY,
        extra("clHostMemAllocINTEL", UsmCalls::hostMemAlloc),
        extra("clDeviceMemAllocINTEL", UsmCalls::deviceMemAlloc),
        extra("clSharedMemAllocINTEL", UsmCalls::sharedMemAlloc),
        extra("clMemFreeINTEL", UsmCalls::memFree),
        extra("clMemBlockingFreeINTEL", UsmCalls::memBlockingFree),
        extra("clGetMemAllocInfoINTEL", UsmCalls::getMemAllocInfo),
        extra("clSetKernelArgMemPointerINTEL", ExecutionInfo::setKernelArgMemPointer),
        extra("clEnqueueMemsetINTEL", UsmCalls::enqueueMemset),
        extra("clEnqueueMemFillINTEL", UsmCalls::enqueueMemFill),
        extra("clEnqueueMemcpyINTEL", UsmCalls::enqueueMemcpy),
        extra("clEnqueueMigrateMemINTEL", UsmCalls::enqueueMigrateMem),
        extra("clEnqueueMemAdviseINTEL", UsmCalls::enqueueMemAdvise));
    of(
        Extension.CL_EXT_BUFFER_DEVICE_ADDRESS,
        extra("clSetKernelArgDevicePointerEXT", ExecutionInfo::setKernelArgDevicePointer));
    of(
        Extension.CL_KHR_UNIFIED_SVM,
        extra("clSVMAllocWithPropertiesKHR", UnifiedSvmCalls::svmAllocWithProperties),
        extra("clSVMFreeWithPropertiesKHR", UnifiedSvmCalls::svmFreeWithProperties),
        extra("clGetSVMPointerInfoKHR", UnifiedSvmCalls::getSvmPointerInfo),
        extra("clGetSVMSuggestedTypeIndexKHR", UnifiedSvmCalls::getSvmSuggestedTypeIndex));
    of(
        Extension.CL_KHR_COMMAND_BUFFER,
        extra("clCreateCommandBufferKHR", CommandBufferCalls::createCommandBuffer),
        extra("clRetainCommandBufferKHR", CommandBufferCalls::retainCommandBuffer),
        extra("clReleaseCommandBufferKHR", CommandBufferCalls::releaseCommandBuffer),
        extra("clFinalizeCommandBufferKHR", CommandBufferCalls::finalizeCommandBuffer),
        extra("clEnqueueCommandBufferKHR", CommandBufferCalls::enqueueCommandBuffer),
        extra("clGetCommandBufferInfoKHR", CommandBufferCalls::getCommandBufferInfo),
        extra("clCommandBarrierWithWaitListKHR", RecordingCalls::commandBarrierWithWaitList),
        extra("clCommandCopyBufferKHR", RecordingCalls::commandCopyBuffer),
        extra("clCommandCopyBufferRectKHR", RecordingCalls::commandCopyBufferRect),
        extra("clCommandCopyBufferToImageKHR", RecordingCalls::commandCopyBufferToImage),
        extra("clCommandCopyImageKHR", RecordingCalls::commandCopyImage),
        extra("clCommandCopyImageToBufferKHR", RecordingCalls::commandCopyImageToBuffer),
        extra("clCommandFillBufferKHR", RecordingCalls::commandFillBuffer),
        extra("clCommandFillImageKHR", RecordingCalls::commandFillImage),
        extra("clCommandSVMMemcpyKHR", RecordingCalls::commandSVMMemcpy),
        extra("clCommandSVMMemFillKHR", RecordingCalls::commandSVMMemFill),
        extra("clCommandNDRangeKernelKHR", MutableCommandCalls::commandNDRangeKernel));
    of(
        Extension.CL_KHR_COMMAND_BUFFER_MULTI_DEVICE,
        extra("clRemapCommandBufferKHR", CommandBufferCalls::remapCommandBuffer));
    of(
        Extension.CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH,
        extra("clUpdateMutableCommandsKHR", MutableCommandCalls::updateMutableCommands),
        extra("clGetMutableCommandInfoKHR", MutableCommandCalls::getMutableCommandInfo));
    of(
        Extension.CL_KHR_SEMAPHORE,
        extra("clCreateSemaphoreWithPropertiesKHR", SemaphoreCalls::createSemaphoreWithProperties),
        extra("clRetainSemaphoreKHR", SemaphoreCalls::retainSemaphore),
        extra("clReleaseSemaphoreKHR", SemaphoreCalls::releaseSemaphore),
        extra("clGetSemaphoreInfoKHR", SemaphoreCalls::getSemaphoreInfo),
        extra("clGetSemaphoreHandleForTypeKHR", SemaphoreCalls::getSemaphoreHandleForType),
        extra("clEnqueueSignalSemaphoresKHR", SemaphoreCalls::enqueueSignalSemaphores),
        extra("clEnqueueWaitSemaphoresKHR", SemaphoreCalls::enqueueWaitSemaphores));
    of(
        Extension.CL_EXT_IMAGE_REQUIREMENTS_INFO,
        extra("clGetImageRequirementsInfoEXT", ImageRequirementsCalls::getImageRequirementsInfo));
    of(
        Extension.CL_KHR_SUGGESTED_LOCAL_WORK_SIZE,
        extra(
            "clGetKernelSuggestedLocalWorkSizeKHR",
            SuggestedSizeCalls::getKernelSuggestedLocalWorkSize));
  }

  private static final List<Entry> OTHERS =
      List.of(
          extra(
              "clGetKernelSuggestedLocalWorkSize",
              SuggestedSizeCalls::getKernelSuggestedLocalWorkSize),
          extra("clFinishReportBARNACLE", ReportCalls::finishReport));

  static final List<Entry> ALL =
      Stream.concat(BY_EXTENSION.values().stream(), Stream.of(OTHERS))
          .flatMap(List::stream)
          .toList();

  private ExtensionEntries() {}

  private static void of(Extension extension, Entry... entries) {
    BY_EXTENSION.put(extension, List.of(entries));
  }

  private static Entry extra(String name, Entry.Call call) {
    return new Entry(name, Prototypes.signature(name), Entry.Place.NAMED, call);
  }
}
