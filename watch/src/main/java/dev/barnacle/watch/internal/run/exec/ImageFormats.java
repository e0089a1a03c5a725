package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;

/**
 * Checks that the channels of an image have the type that a function reads or writes (OpenCL C,
 * 6.15.15): others give undefined values.
 */
public final class ImageFormats {
  /** The offset of the channel data type in an image's description (the library's struct image). */
  private static final long DATA_TYPE = 40;

  /** CL_SIGNED_INT8; 16 and 32 follow, and the three of CL_UNSIGNED_INT. */
  private static final int SIGNED_INT8 = 0x10D7;

  private static final int UNSIGNED_INT8 = SIGNED_INT8 + 3;
  private static final int UNSIGNED_INT32 = SIGNED_INT8 + 5;

  /** Returns what the library's functions call so. */
  private static CallFault.Channels named(String name) {
    return switch (name) {
      case "floats" -> CallFault.Channels.FLOATS;
      case "ints" -> CallFault.Channels.INTS;
      case "uints" -> CallFault.Channels.UINTS;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static CallFault.Channels of(int dataType) {
    return dataType < SIGNED_INT8 || dataType > UNSIGNED_INT32
        ? CallFault.Channels.FLOATS
        : dataType < UNSIGNED_INT8 ? CallFault.Channels.INTS : CallFault.Channels.UINTS;
  }

  private ImageFormats() {}

  /**
   * Checks an access to a texel.
   *
   * @param image a pointer to the image's description
   * @param channels what the function is for: "floats", "ints" or "uints"
   * @param writes 1 if it writes, else 0
   */
  public static void check(WorkItem item, long image, String channels, int writes, int place) {
    WatchedObject description = Memory.object(item, image);
    if (description == null) {
      return; // told where it is accessed
    }
    long address = description.address + Pointers.offset(image);
    CallFault.Channels wanted = named(channels);
    CallFault.Channels given = of(RawMemory.getInt(address + DATA_TYPE));
    if (given != wanted) {
      WatchedObject texels = Memory.object(item, RawMemory.getLong(address));
      item.faults()
          .add(
              new CallFault.ImageChannels(
                  item.access(place, writes != 0 ? "write" : "read"),
                  writes != 0,
                  texels,
                  given,
                  wanted));
    }
  }
}
