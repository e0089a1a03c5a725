package dev.barnacle.icd.internal.recording;

import static dev.barnacle.icd.internal.abi.Arguments.p;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageRegion;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.call.BufferCommands;
import dev.barnacle.icd.internal.call.ImageCalls;
import dev.barnacle.icd.internal.call.ImageCommands;
import dev.barnacle.icd.internal.call.SvmCalls;
import java.lang.foreign.MemorySegment;

/**
 * Commands other than launches that are recorded (OpenCL API, "Recording Commands to a
 * Command-Buffer").
 */
public final class RecordingCalls {
  private RecordingCalls() {}

  public static long commandBarrierWithWaitList(long a) {
    Recording to = Recording.plain(a, 6);
    return Recording.give(to.recorder().barrier(to.waitList(a, 3)), p(a, 5));
  }

  public static long commandCopyBuffer(long a) {
    Recording to = Recording.plain(a, 11);
    Buffer source = to.memory(p(a, 3)).buffer();
    Buffer target = to.memory(p(a, 4)).buffer();
    BufferCommands.checkPart(source, p(a, 5), p(a, 7));
    BufferCommands.checkPart(target, p(a, 6), p(a, 7));
    return Recording.give(
        to.recorder().copy(source, p(a, 5), target, p(a, 6), p(a, 7), to.waitList(a, 8)), p(a, 10));
  }

  public static long commandCopyBufferRect(long a) {
    Recording to = Recording.plain(a, 15);
    Buffer source = to.memory(p(a, 3)).buffer();
    Buffer target = to.memory(p(a, 4)).buffer();
    return Recording.give(
        to.recorder()
            .copyRect(
                source,
                BufferCommands.layout(p(a, 5), p(a, 8), p(a, 9)),
                target,
                BufferCommands.layout(p(a, 6), p(a, 10), p(a, 11)),
                BufferCommands.region(p(a, 7)),
                to.waitList(a, 12)),
        p(a, 14));
  }

  public static long commandFillBuffer(long a) {
    Recording to = Recording.plain(a, 11);
    Buffer buffer = to.memory(p(a, 3)).buffer();
    BufferCommands.checkPart(buffer, p(a, 6), p(a, 7));
    MemorySegment pattern = BufferCommands.pattern(p(a, 4), p(a, 5));
    return Recording.give(
        to.recorder().fill(buffer, pattern, p(a, 6), p(a, 7), to.waitList(a, 8)), p(a, 10));
  }

  public static long commandCopyImage(long a) {
    Recording to = Recording.plain(a, 11);
    Image source = ImageCalls.image(to.memory(p(a, 3)));
    Image target = ImageCalls.image(to.memory(p(a, 4)));
    ImageRegion region = ImageCommands.region(source, p(a, 5), p(a, 7));
    long[] at = ImageCommands.origin(target, p(a, 6));
    return Recording.give(
        to.recorder()
            .copyImage(source, region, target, at[0], at[1], at[2], at[3], to.waitList(a, 8)),
        p(a, 10));
  }

  public static long commandCopyImageToBuffer(long a) {
    Recording to = Recording.plain(a, 11);
    Image source = ImageCalls.image(to.memory(p(a, 3)));
    Buffer target = to.memory(p(a, 4)).buffer();
    ImageRegion region = ImageCommands.region(source, p(a, 5), p(a, 6));
    return Recording.give(
        to.recorder().copyImageToBuffer(source, region, target, p(a, 7), to.waitList(a, 8)),
        p(a, 10));
  }

  public static long commandCopyBufferToImage(long a) {
    Recording to = Recording.plain(a, 11);
    Buffer source = to.memory(p(a, 3)).buffer();
    Image target = ImageCalls.image(to.memory(p(a, 4)));
    ImageRegion region = ImageCommands.region(target, p(a, 6), p(a, 7));
    return Recording.give(
        to.recorder().copyBufferToImage(source, p(a, 5), target, region, to.waitList(a, 8)),
        p(a, 10));
  }

  public static long commandFillImage(long a) {
    Recording to = Recording.plain(a, 10);
    Image image = ImageCalls.image(to.memory(p(a, 3)));
    BufferCommands.checkPointer(p(a, 4));
    MemorySegment color = Native.at(p(a, 4), ImageCommands.COLOR_BYTES);
    ImageRegion region = ImageCommands.region(image, p(a, 5), p(a, 6));
    return Recording.give(
        to.recorder().fillImage(image, color, region, to.waitList(a, 7)), p(a, 9));
  }

  public static long commandSVMMemcpy(long a) {
    Recording to = Recording.plain(a, 9);
    MemorySegment target = SvmCalls.memory(p(a, 3), p(a, 5));
    MemorySegment source = SvmCalls.memory(p(a, 4), p(a, 5));
    return Recording.give(to.recorder().copySvm(target, source, to.waitList(a, 6)), p(a, 8));
  }

  public static long commandSVMMemFill(long a) {
    Recording to = Recording.plain(a, 10);
    MemorySegment target = SvmCalls.memory(p(a, 3), p(a, 6));
    MemorySegment pattern = SvmCalls.memory(p(a, 4), p(a, 5));
    return Recording.give(to.recorder().fillSvm(target, pattern, to.waitList(a, 7)), p(a, 9));
  }
}
