package dev.barnacle.watch.internal.run;

import dev.barnacle.watch.FindingKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the channels of an image have the type that a function reads or writes (OpenCL C,
 * 6.15.15): others give undefined values.
 */
public final class ImageFormats {
  /** Where the channel data type is in an image's description (the library's struct image). */
  private static final long DATA_TYPE = 40;

  /** CL_SIGNED_INT8; 16 and 32 follow, and the three of CL_UNSIGNED_INT. */
  private static final int SIGNED_INT8 = 0x10D7;

  private static final int UNSIGNED_INT8 = SIGNED_INT8 + 3;
  private static final int UNSIGNED_INT32 = SIGNED_INT8 + 5;

  /** What the channels of an image are to a kernel. */
  private enum Channels {
    FLOATS("f", "floating-point or normalized numbers"),
    INTS("i", "signed integers"),
    UINTS("ui", "unsigned integers");

    private final String suffix;
    private final String words;

    Channels(String suffix, String words) {
      this.suffix = suffix;
      this.words = words;
    }

    /** Returns what the library's functions call so. */
    private static Channels named(String name) {
      return switch (name) {
        case "floats" -> FLOATS;
        case "ints" -> INTS;
        case "uints" -> UINTS;
        default -> throw new IllegalArgumentException(name);
      };
    }

    private static Channels of(int dataType) {
      return dataType < SIGNED_INT8 || dataType > UNSIGNED_INT32
          ? FLOATS
          : dataType < UNSIGNED_INT8 ? INTS : UINTS;
    }
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
    MemoryObject description = Memory.object(item, image);
    if (description == null) {
      return; // told where it is accessed
    }
    long address = description.address + Pointers.offset(image);
    Channels wanted = Channels.named(channels);
    Channels given = Channels.of(Raw.getInt(address + DATA_TYPE));
    if (given != wanted) {
      MemoryObject texels = Memory.object(item, Raw.getLong(address));
      item.faults().add(wrong(item, texels, given, wanted, writes != 0, place));
    }
  }

  private static Fault wrong(
      WorkItem item,
      @Nullable MemoryObject texels,
      Channels given,
      Channels wanted,
      boolean writes,
      int place) {
    return new Fault(
        FindingKind.INVALID_ARGUMENT,
        (writes ? "write_image" : "read_image")
            + wanted.suffix
            + " of an image whose channels are "
            + given.words,
        List.of(
            new Fault.Access(
                place, writes ? "write" : "read", item.group().shape().number(), item.item)),
        texels == null ? null : Fault.Target.whole(texels),
        texels == null ? 0 : texels.byteSize, // behind its end: no texel is meant
        "it is for channels that are "
            + wanted.words
            + ", and the values are undefined for others (OpenCL C, 6.15.15)",
        "Call " + (writes ? "write_image" : "read_image") + given.suffix + ".");
  }
}
