package dev.barnacle.watch.internal.run;

import dev.barnacle.engine.Argument;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Parameter;
import dev.barnacle.watch.internal.run.fault.Faults;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.kernel.KernelCode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Images that a launch gives as both a {@code read_only} and a {@code write_only} argument (OpenCL
 * C, 6.6 "Access Qualifiers": a kernel cannot read from and write to the same image by these).
 * Devices may read texels as they were before the launch, or keep what they have read, also where
 * each work-item reads and writes a texel of its own. Two images in one buffer are the same where
 * they share a texel.
 */
final class ImageConflicts {
  private static final long WIDTH = 8;
  private static final long HEIGHT = 12;
  private static final long SLICES = 16;
  private static final long ROW_PITCH = 24;
  private static final long SLICE_PITCH = 32;
  private static final long TEXEL_BYTES = 48;

  private ImageConflicts() {}

  /** An image argument, and where its rows of texels lie. */
  private record Use(
      Parameter parameter,
      String access,
      long start,
      long rowBytes,
      long rows,
      long slices,
      long rowPitch,
      long slicePitch) {
    static Use of(Parameter parameter, String access, MemorySegment image) {
      long width = image.get(ValueLayout.JAVA_INT, WIDTH);
      return new Use(
          parameter,
          access,
          image.get(ValueLayout.JAVA_LONG, 0),
          width * image.get(ValueLayout.JAVA_INT, TEXEL_BYTES),
          image.get(ValueLayout.JAVA_INT, HEIGHT),
          image.get(ValueLayout.JAVA_INT, SLICES),
          image.get(ValueLayout.JAVA_LONG, ROW_PITCH),
          image.get(ValueLayout.JAVA_LONG, SLICE_PITCH));
    }

    long end() {
      return row(slices - 1, rows - 1) + rowBytes;
    }

    long row(long slice, long row) {
      return start + slice * slicePitch + row * rowPitch;
    }

    /** Returns whether a byte belongs to a texel of both. */
    boolean meets(Use other) {
      if (start >= other.end() || other.start >= end()) {
        return false;
      }
      for (long slice = 0; slice < slices; slice++) {
        for (long row = 0; row < rows; row++) {
          long from = row(slice, row);
          if (other.has(from, from + rowBytes)) {
            return true;
          }
        }
      }
      return false;
    }

    /** Returns whether one of some bytes belongs to a texel. */
    private boolean has(long from, long to) {
      long height = (rows - 1) * rowPitch + rowBytes;
      for (long slice = first(from - start - height, slicePitch, slices); slice < slices; slice++) {
        long base = row(slice, 0);
        if (base >= to) {
          return false;
        }
        long row = first(from - base - rowBytes, rowPitch, rows);
        if (row < rows && row(slice, row) < to && row(slice, row) + rowBytes > from) {
          return true;
        }
      }
      return false;
    }

    /** Returns the first step that goes beyond a distance. */
    private static long first(long distance, long pitch, long count) {
      return distance < 0 ? 0 : pitch == 0 ? count : Math.min(count, distance / pitch + 1);
    }
  }

  /** Tells of all such images among the arguments of a launch. */
  static void tell(KernelCode code, List<Argument> arguments, Faults faults) {
    KernelInfo info = code.function().kernel();
    if (info == null) {
      return;
    }
    List<Use> uses = new ArrayList<>();
    for (Parameter parameter : code.function().parameters()) {
      if (arguments.get(parameter.index()) instanceof Argument.Image image) {
        String access = info.arguments().get(parameter.index()).access();
        uses.add(Use.of(parameter, access, image.description()));
      }
    }
    for (Use read : uses) {
      for (Use written : uses) {
        if (read.access().equals("read_only")
            && written.access().equals("write_only")
            && read.meets(written)) {
          faults.addOfArguments(
              new LaunchFault.SharedImage(read.parameter().name(), written.parameter().name()));
        }
      }
    }
  }
}
