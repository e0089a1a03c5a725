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
    of(
        Extension.CL_KHR_ICD,
        extra("clIcdGetPlatformIDsKHR", "ipp:i", PlatformCalls::getPlatformIDs));
    of(
        Extension.CL_KHR_IL_PROGRAM,
        extra("clCreateProgramWithILKHR", "pple:p", ProgramCalls::createProgramWithIL));
    of(
        Extension.CL_KHR_CREATE_COMMAND_QUEUE,
        extra(
            "clCreateCommandQueueWithPropertiesKHR",
            "pppe:p",
            QueueCalls::createCommandQueueWithProperties));
    of(
        Extension.CL_INTEL_CREATE_BUFFER_WITH_PROPERTIES,
        extra(
            "clCreateBufferWithPropertiesINTEL",
            "ppllpe:p",
            MemoryCalls::createBufferWithPropertiesIntel));
    of(
        Extension.CL_INTEL_UNIFIED_SHARED_MEMORY,
        extra("clHostMemAllocINTEL", "pplie:p", UsmCalls::hostMemAlloc),
        extra("clDeviceMemAllocINTEL", "ppplie:p", UsmCalls::deviceMemAlloc),
        extra("clSharedMemAllocINTEL", "ppplie:p", UsmCalls::sharedMemAlloc),
        extra("clMemFreeINTEL", "pp:i", UsmCalls::memFree),
        extra("clMemBlockingFreeINTEL", "pp:i", UsmCalls::memBlockingFree),
        extra("clGetMemAllocInfoINTEL", "ppilpp:i", UsmCalls::getMemAllocInfo),
        extra("clSetKernelArgMemPointerINTEL", "pip:i", ExecutionInfo::setKernelArgMemPointer),
        extra("clEnqueueMemsetINTEL", "ppilipp:i", UsmCalls::enqueueMemset),
        extra("clEnqueueMemFillINTEL", "pppllipp:i", UsmCalls::enqueueMemFill),
        extra("clEnqueueMemcpyINTEL", "pipplipp:i", UsmCalls::enqueueMemcpy),
        extra("clEnqueueMigrateMemINTEL", "ppllipp:i", UsmCalls::enqueueMigrateMem),
        extra("clEnqueueMemAdviseINTEL", "ppliipp:i", UsmCalls::enqueueMemAdvise));
    of(
        Extension.CL_EXT_BUFFER_DEVICE_ADDRESS,
        extra("clSetKernelArgDevicePointerEXT", "pil:i", ExecutionInfo::setKernelArgDevicePointer));
    of(
        Extension.CL_KHR_UNIFIED_SVM,
        extra("clSVMAllocWithPropertiesKHR", "ppile:p", UnifiedSvmCalls::svmAllocWithProperties),
        extra("clSVMFreeWithPropertiesKHR", "pplp:i", UnifiedSvmCalls::svmFreeWithProperties),
        extra("clGetSVMPointerInfoKHR", "pppilpp:i", UnifiedSvmCalls::getSvmPointerInfo),
        extra(
            "clGetSVMSuggestedTypeIndexKHR",
            "pllplp:i",
            UnifiedSvmCalls::getSvmSuggestedTypeIndex));
    of(
        Extension.CL_KHR_COMMAND_BUFFER,
        extra("clCreateCommandBufferKHR", "ippe:p", CommandBufferCalls::createCommandBuffer),
        extra("clRetainCommandBufferKHR", "p:i", CommandBufferCalls::retainCommandBuffer),
        extra("clReleaseCommandBufferKHR", "p:i", CommandBufferCalls::releaseCommandBuffer),
        extra("clFinalizeCommandBufferKHR", "p:i", CommandBufferCalls::finalizeCommandBuffer),
        extra("clEnqueueCommandBufferKHR", "ippipp:i", CommandBufferCalls::enqueueCommandBuffer),
        extra("clGetCommandBufferInfoKHR", "pilpp:i", CommandBufferCalls::getCommandBufferInfo),
        extra(
            "clCommandBarrierWithWaitListKHR",
            "pppippp:i",
            RecordingCalls::commandBarrierWithWaitList),
        extra("clCommandCopyBufferKHR", "ppppplllippp:i", RecordingCalls::commandCopyBuffer),
        extra(
            "clCommandCopyBufferRectKHR",
            "ppppppppllllippp:i",
            RecordingCalls::commandCopyBufferRect),
        extra(
            "clCommandCopyBufferToImageKHR",
            "ppppplppippp:i",
            RecordingCalls::commandCopyBufferToImage),
        extra("clCommandCopyImageKHR", "ppppppppippp:i", RecordingCalls::commandCopyImage),
        extra(
            "clCommandCopyImageToBufferKHR",
            "ppppppplippp:i",
            RecordingCalls::commandCopyImageToBuffer),
        extra("clCommandFillBufferKHR", "ppppplllippp:i", RecordingCalls::commandFillBuffer),
        extra("clCommandFillImageKHR", "pppppppippp:i", RecordingCalls::commandFillImage),
        extra("clCommandSVMMemcpyKHR", "ppppplippp:i", RecordingCalls::commandSVMMemcpy),
        extra("clCommandSVMMemFillKHR", "pppppllippp:i", RecordingCalls::commandSVMMemFill),
        extra(
            "clCommandNDRangeKernelKHR",
            "ppppipppippp:i",
            MutableCommandCalls::commandNDRangeKernel));
    of(
        Extension.CL_KHR_COMMAND_BUFFER_MULTI_DEVICE,
        extra("clRemapCommandBufferKHR", "piipippe:p", CommandBufferCalls::remapCommandBuffer));
    of(
        Extension.CL_KHR_COMMAND_BUFFER_MUTABLE_DISPATCH,
        extra("clUpdateMutableCommandsKHR", "pipp:i", MutableCommandCalls::updateMutableCommands),
        extra("clGetMutableCommandInfoKHR", "pilpp:i", MutableCommandCalls::getMutableCommandInfo));
    of(
        Extension.CL_KHR_SEMAPHORE,
        extra(
            "clCreateSemaphoreWithPropertiesKHR",
            "ppe:p",
            SemaphoreCalls::createSemaphoreWithProperties),
        extra("clRetainSemaphoreKHR", "p:i", SemaphoreCalls::retainSemaphore),
        extra("clReleaseSemaphoreKHR", "p:i", SemaphoreCalls::releaseSemaphore),
        extra("clGetSemaphoreInfoKHR", "pilpp:i", SemaphoreCalls::getSemaphoreInfo),
        extra(
            "clGetSemaphoreHandleForTypeKHR",
            "ppilpp:i",
            SemaphoreCalls::getSemaphoreHandleForType),
        extra("clEnqueueSignalSemaphoresKHR", "pippipp:i", SemaphoreCalls::enqueueSignalSemaphores),
        extra("clEnqueueWaitSemaphoresKHR", "pippipp:i", SemaphoreCalls::enqueueWaitSemaphores));
    of(
        Extension.CL_EXT_IMAGE_REQUIREMENTS_INFO,
        extra(
            "clGetImageRequirementsInfoEXT",
            "pplppilpp:i",
            ImageRequirementsCalls::getImageRequirementsInfo));
    of(
        Extension.CL_KHR_SUGGESTED_LOCAL_WORK_SIZE,
        extra(
            "clGetKernelSuggestedLocalWorkSizeKHR",
            "ppippp:i",
            SuggestedSizeCalls::getKernelSuggestedLocalWorkSize));
  }

  private static final List<Entry> OTHERS =
      List.of(
          extra(
              "clGetKernelSuggestedLocalWorkSize",
              "ppippp:i",
              SuggestedSizeCalls::getKernelSuggestedLocalWorkSize),
          extra("clFinishReportBARNACLE", "i:i", ReportCalls::finishReport));

  static final List<Entry> ALL =
      Stream.concat(BY_EXTENSION.values().stream(), Stream.of(OTHERS))
          .flatMap(List::stream)
          .toList();

  private ExtensionEntries() {}

  private static void of(Extension extension, Entry... entries) {
    BY_EXTENSION.put(extension, List.of(entries));
  }

  private static Entry extra(String name, String signature, Entry.Call call) {
    return new Entry(name, signature, Entry.Place.NAMED, call);
  }
}
