package dev.barnacle.icd.internal;

import static dev.barnacle.icd.internal.Entries.extra;

import dev.barnacle.icd.internal.abi.Entry;
import dev.barnacle.icd.internal.call.ImageRequirementsCalls;
import dev.barnacle.icd.internal.call.ReportCalls;
import dev.barnacle.icd.internal.call.SemaphoreCalls;
import dev.barnacle.icd.internal.call.SuggestedSizeCalls;
import java.util.List;

/**
 * The entry points of cl_khr_semaphore, cl_khr_suggested_local_work_size and
 * cl_ext_image_requirements_info, and one of Barnacle's own, for runners of tests.
 */
final class QueueExtensionEntries {
  static final List<Entry> ALL =
      List.of(
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
          extra(
              "clEnqueueSignalSemaphoresKHR", "pippipp:i", SemaphoreCalls::enqueueSignalSemaphores),
          extra("clEnqueueWaitSemaphoresKHR", "pippipp:i", SemaphoreCalls::enqueueWaitSemaphores),
          extra(
              "clGetImageRequirementsInfoEXT",
              "pplppilpp:i",
              ImageRequirementsCalls::getImageRequirementsInfo),
          extra(
              "clGetKernelSuggestedLocalWorkSizeKHR",
              "ppippp:i",
              SuggestedSizeCalls::getKernelSuggestedLocalWorkSize),
          extra(
              "clGetKernelSuggestedLocalWorkSize",
              "ppippp:i",
              SuggestedSizeCalls::getKernelSuggestedLocalWorkSize),
          extra("clFinishReportBARNACLE", "i:i", ReportCalls::finishReport));

  private QueueExtensionEntries() {}
}
