package dev.barnacle.engine;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a launch by machine code alone. With it native code runs the same kernel over the
 * same range again, with other arguments, without the engine.
 *
 * <p>A launch is one of these where {@link Facts} holds of its arguments. For each box a thread
 * calls {@code box.kernel(block, box.info, arena, begin, end)} for work-groups from {@code begin}
 * to {@code end} of the box, with an arena of its own; where there is a guard, it calls {@code
 * guard.enter} instead, of the same type.
 *
 * @param guard null where there is none
 * @param block the argument block of a launch that has been run, to be copied; its alignment is
 *     {@link #BLOCK_ALIGNMENT}
 * @param parameters where each argument stands in the block
 * @param facts what the code was made for
 * @param ranges over which it runs
 * @param arena the memory that a thread needs
 * @param threads that may run work-groups at the same time
 * @param boxes of work-groups of one size each
 * @param progress is told of the launches
 * @param owner keeps the memory that addresses here point to
 */
public record NativePlan(
    @Nullable Guard guard,
    MemorySegment block,
    List<Slot> parameters,
    Facts facts,
    Ranges ranges,
    Arena arena,
    int threads,
    List<Box> boxes,
    Progress progress,
    Object owner) {
  /** The alignment of an argument block's address, in bytes. */
  public static final int BLOCK_ALIGNMENT = 128;

  public NativePlan {
    parameters = List.copyOf(parameters);
    boxes = List.copyOf(boxes);
  }

  /**
   * The entry point and the slots that report a kernel's fault. Each thread that runs a kernel has
   * a slot meanwhile.
   *
   * @param enter the address of what runs a kernel
   * @param slots the address of slots for native code, the same in each plan
   * @param slotCount how many
   * @param slotBytes the size of each
   * @param kernelAt where in a slot the kernel's address is put
   * @param wordsAt where in a slot the address of the text about the kernel is put, and then its
   *     length
   * @param words that address
   * @param wordBytes that length
   */
  public record Guard(
      long enter,
      long slots,
      int slotCount,
      long slotBytes,
      long kernelAt,
      long wordsAt,
      long words,
      long wordBytes) {}

  /**
   * The place of an argument in the block.
   *
   * @param offset in bytes; a pointer is an address, one to local memory an offset in the arena
   * @param byteSize its size; of local memory, what is to be reserved
   * @param bit its bit in {@link Facts#disjoint}; 0 if it has none
   */
  public record Slot(long offset, long byteSize, long bit) {}

  /**
   * The facts about the arguments of each launch.
   *
   * @param small whether each memory object has from 1 to {@code smallBytes} bytes; null pointers
   *     are none
   * @param smallBytes see there
   * @param aligned whether each address is a multiple of {@code alignment}
   * @param alignment see there, in bytes
   * @param disjoint the arguments, a bit each, whose memory meets no other one's
   * @param known integers that have these values, read as signed
   */
  public record Facts(
      boolean small,
      long smallBytes,
      boolean aligned,
      long alignment,
      long disjoint,
      List<Known> known) {
    public Facts {
      known = List.copyOf(known);
    }
  }

  /**
   * The ranges that the plan is for.
   *
   * @param anyMultiple whether it is for each range with the same local size whose global sizes are
   *     multiples of it, if global size + offset + local size are at most {@code mostEnd} in each
   *     dimension: what differs in the info of its only box is at {@code info}. Else for the one
   *     range alone
   */
  public record Ranges(boolean anyMultiple, long mostEnd, InfoLayout info) {}

  /**
   * The layout of a box's info, by words; those with three values are followed by the other two.
   *
   * @param globalSize three values
   * @param offset three values
   * @param numGroups three values
   * @param boxSize three values: groups of the box
   * @param length of it all
   */
  public record InfoLayout(int globalSize, int offset, int numGroups, int boxSize, int length) {}

  /** An integer argument with its value. */
  public record Known(int index, long value) {}

  /**
   * The memory of a thread. The words at {@code faultAt} and {@code endAt} are set before a call:
   * to 0 and to {@code end}. Where there is a guard, the address of the thread's slot goes to
   * {@code slotAt}. After the call the word at {@code faultAt} is 0, or work-items came to
   * different barriers or to a trap; the three words behind it then name their work-group.
   *
   * @param byteSize without {@code margin}, which follows
   */
  public record Arena(
      long byteSize, long margin, long faultAt, long endAt, long end, long slotAt) {}

  /**
   * Work-groups of one size.
   *
   * @param kernel the address of the code
   * @param info the address of what the code reads of the range
   * @param groups how many
   * @param nanosPerGroup what a group took; 0 where nobody knows
   */
  public record Box(long kernel, long info, long groups, double nanosPerGroup) {}

  /** Learns from how launches go. */
  public interface Progress {
    /** Says what is done once when code that pays more is there. */
    void whenOver(Runnable action);

    /** Returns how many launches may pass before it is told of them; at least 1. */
    long launches();

    /** Returns how many nanoseconds of launches may pass before it is told of them. */
    long nanos();

    /**
     * Is told of launches.
     *
     * @param last the argument block of the latest one
     * @param count how many
     * @param nanos what they took
     */
    void ran(MemorySegment last, long count, long nanos);

    /**
     * Returns the error of a work-group that could not go on.
     *
     * @param fault the word at {@code faultAt}
     * @param group its id in each of 3 dimensions
     */
    EngineException fault(long fault, long[] group);
  }
}
