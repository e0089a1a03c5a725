package dev.barnacle.icd.internal;

import static dev.barnacle.icd.internal.Entries.extra;

import dev.barnacle.icd.internal.abi.Entry;
import dev.barnacle.icd.internal.recording.CommandBufferCalls;
import dev.barnacle.icd.internal.recording.MutableCommandCalls;
import dev.barnacle.icd.internal.recording.RecordingCalls;
import java.util.List;

/** The entry points of cl_khr_command_buffer and the extensions of it. */
final class CommandBufferEntries {
  static final List<Entry> ALL =
      List.of(
          extra("clCreateCommandBufferKHR", "ippe:p", CommandBufferCalls::createCommandBuffer),
          extra("clRetainCommandBufferKHR", "p:i", CommandBufferCalls::retainCommandBuffer),
          extra("clReleaseCommandBufferKHR", "p:i", CommandBufferCalls::releaseCommandBuffer),
          extra("clFinalizeCommandBufferKHR", "p:i", CommandBufferCalls::finalizeCommandBuffer),
          extra("clEnqueueCommandBufferKHR", "ippipp:i", CommandBufferCalls::enqueueCommandBuffer),
          extra("clGetCommandBufferInfoKHR", "pilpp:i", CommandBufferCalls::getCommandBufferInfo),
          extra("clRemapCommandBufferKHR", "piipippe:p", CommandBufferCalls::remapCommandBuffer),
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
              MutableCommandCalls::commandNDRangeKernel),
          extra("clUpdateMutableCommandsKHR", "pipp:i", MutableCommandCalls::updateMutableCommands),
          extra(
              "clGetMutableCommandInfoKHR", "pilpp:i", MutableCommandCalls::getMutableCommandInfo));

  private CommandBufferEntries() {}
}
