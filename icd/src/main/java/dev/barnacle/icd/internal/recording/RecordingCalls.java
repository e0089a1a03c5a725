package dev.barnacle.icd.internal.recording;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageRegion;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.call.BufferCommands;
import dev.barnacle.icd.internal.call.ImageCalls;
import dev.barnacle.icd.internal.call.ImageCommands;
import dev.barnacle.icd.internal.call.SvmCalls;
import dev.barnacle.icd.internal.entry.CommandBarrierWithWaitListKHR;
import dev.barnacle.icd.internal.entry.CommandCopyBufferKHR;
import dev.barnacle.icd.internal.entry.CommandCopyBufferRectKHR;
import dev.barnacle.icd.internal.entry.CommandCopyBufferToImageKHR;
import dev.barnacle.icd.internal.entry.CommandCopyImageKHR;
import dev.barnacle.icd.internal.entry.CommandCopyImageToBufferKHR;
import dev.barnacle.icd.internal.entry.CommandFillBufferKHR;
import dev.barnacle.icd.internal.entry.CommandFillImageKHR;
import dev.barnacle.icd.internal.entry.CommandSVMMemFillKHR;
import dev.barnacle.icd.internal.entry.CommandSVMMemcpyKHR;
import java.lang.foreign.MemorySegment;

/**
 * Commands other than launches that are recorded (OpenCL API, "Recording Commands to a
 * Command-Buffer").
 */
public final class RecordingCalls {
  private RecordingCalls() {}

  public static long commandBarrierWithWaitList(long a) {
    CommandBarrierWithWaitListKHR call = new CommandBarrierWithWaitListKHR(a);
    Recording to = Recording.plain(call);
    return Recording.give(to.recorder().barrier(to.waitList(call)), call.syncPoint());
  }

  public static long commandCopyBuffer(long a) {
    CommandCopyBufferKHR call = new CommandCopyBufferKHR(a);
    Recording to = Recording.plain(call);
    Buffer source = to.memory(call.srcBuffer()).buffer();
    Buffer target = to.memory(call.dstBuffer()).buffer();
    BufferCommands.checkPart(source, call.srcOffset(), call.size());
    BufferCommands.checkPart(target, call.dstOffset(), call.size());
    return Recording.give(
        to.recorder()
            .copy(
                source, call.srcOffset(), target, call.dstOffset(), call.size(), to.waitList(call)),
        call.syncPoint());
  }

  public static long commandCopyBufferRect(long a) {
    CommandCopyBufferRectKHR call = new CommandCopyBufferRectKHR(a);
    Recording to = Recording.plain(call);
    Buffer source = to.memory(call.srcBuffer()).buffer();
    Buffer target = to.memory(call.dstBuffer()).buffer();
    return Recording.give(
        to.recorder()
            .copyRect(
                source,
                BufferCommands.layout(call.srcOrigin(), call.srcRowPitch(), call.srcSlicePitch()),
                target,
                BufferCommands.layout(call.dstOrigin(), call.dstRowPitch(), call.dstSlicePitch()),
                BufferCommands.region(call.region()),
                to.waitList(call)),
        call.syncPoint());
  }

  public static long commandFillBuffer(long a) {
    CommandFillBufferKHR call = new CommandFillBufferKHR(a);
    Recording to = Recording.plain(call);
    Buffer buffer = to.memory(call.buffer()).buffer();
    BufferCommands.checkPart(buffer, call.offset(), call.size());
    MemorySegment pattern = BufferCommands.pattern(call.pattern(), call.patternSize());
    return Recording.give(
        to.recorder().fill(buffer, pattern, call.offset(), call.size(), to.waitList(call)),
        call.syncPoint());
  }

  public static long commandCopyImage(long a) {
    CommandCopyImageKHR call = new CommandCopyImageKHR(a);
    Recording to = Recording.plain(call);
    Image source = ImageCalls.image(to.memory(call.srcImage()));
    Image target = ImageCalls.image(to.memory(call.dstImage()));
    ImageRegion region = ImageCommands.region(source, call.srcOrigin(), call.region());
    long[] at = ImageCommands.origin(target, call.dstOrigin());
    return Recording.give(
        to.recorder()
            .copyImage(source, region, target, at[0], at[1], at[2], at[3], to.waitList(call)),
        call.syncPoint());
  }

  public static long commandCopyImageToBuffer(long a) {
    CommandCopyImageToBufferKHR call = new CommandCopyImageToBufferKHR(a);
    Recording to = Recording.plain(call);
    Image source = ImageCalls.image(to.memory(call.srcImage()));
    Buffer target = to.memory(call.dstBuffer()).buffer();
    ImageRegion region = ImageCommands.region(source, call.srcOrigin(), call.region());
    return Recording.give(
        to.recorder()
            .copyImageToBuffer(source, region, target, call.dstOffset(), to.waitList(call)),
        call.syncPoint());
  }

  public static long commandCopyBufferToImage(long a) {
    CommandCopyBufferToImageKHR call = new CommandCopyBufferToImageKHR(a);
    Recording to = Recording.plain(call);
    Buffer source = to.memory(call.srcBuffer()).buffer();
    Image target = ImageCalls.image(to.memory(call.dstImage()));
    ImageRegion region = ImageCommands.region(target, call.dstOrigin(), call.region());
    return Recording.give(
        to.recorder()
            .copyBufferToImage(source, call.srcOffset(), target, region, to.waitList(call)),
        call.syncPoint());
  }

  public static long commandFillImage(long a) {
    CommandFillImageKHR call = new CommandFillImageKHR(a);
    Recording to = Recording.plain(call);
    Image image = ImageCalls.image(to.memory(call.image()));
    BufferCommands.checkPointer(call.fillColor());
    MemorySegment color = Native.at(call.fillColor(), ImageCommands.COLOR_BYTES);
    ImageRegion region = ImageCommands.region(image, call.origin(), call.region());
    return Recording.give(
        to.recorder().fillImage(image, color, region, to.waitList(call)), call.syncPoint());
  }

  public static long commandSVMMemcpy(long a) {
    CommandSVMMemcpyKHR call = new CommandSVMMemcpyKHR(a);
    Recording to = Recording.plain(call);
    MemorySegment target = SvmCalls.memory(call.dstPtr(), call.size());
    MemorySegment source = SvmCalls.memory(call.srcPtr(), call.size());
    return Recording.give(
        to.recorder().copySvm(target, source, to.waitList(call)), call.syncPoint());
  }

  public static long commandSVMMemFill(long a) {
    CommandSVMMemFillKHR call = new CommandSVMMemFillKHR(a);
    Recording to = Recording.plain(call);
    MemorySegment target = SvmCalls.memory(call.svmPtr(), call.size());
    MemorySegment pattern = SvmCalls.memory(call.pattern(), call.patternSize());
    return Recording.give(
        to.recorder().fillSvm(target, pattern, to.waitList(call)), call.syncPoint());
  }
}
