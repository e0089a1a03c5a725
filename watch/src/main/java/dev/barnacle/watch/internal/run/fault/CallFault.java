package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A built-in function of OpenCL C is given what it does not expect. */
public sealed interface CallFault extends Fault {
  /** Returns the call. */
  Access access();

  @Override
  default FindingKind kind() {
    return FindingKind.INVALID_ARGUMENT;
  }

  @Override
  default List<Access> accesses() {
    return List.of(access());
  }

  /**
   * Bounds of clamp of which the lower one is above the upper one.
   *
   * @param section where the function is specified
   */
  record Clamp(Access access, String section, Number low, Number high) implements CallFault {}

  /** Edges of smoothstep that do not ascend. */
  record Smoothstep(Access access, Number edge0, Number edge1) implements CallFault {}

  /** A NaN for smoothstep. */
  record SmoothstepNaN(Access access) implements CallFault {}

  /** A weight of mix that is not from 0 to 1. */
  record Mix(Access access, Number weight) implements CallFault {}

  /** A vector to be normalized whose squares have no sum. */
  record Squares(Access access) implements CallFault {}

  /** An angle of half_sin and the like that is too large. */
  record Angle(Access access, float angle) implements CallFault {}

  /** A factor of more than 24 bits. */
  record Factor(Access access, long factor, boolean signed) implements CallFault {}

  /** A bit field that leaves its type. */
  record BitField(Access access, long count, long offset, int width) implements CallFault {}

  /** A memory order or a memory scope that a function does not take. */
  record Constant(Access access, MemoryConstant type, int number, int allowed)
      implements CallFault {
    /** Returns what it is given. */
    public String given() {
      return type.name(number);
    }

    /** Returns what it takes. */
    public String taken() {
      return type.names(allowed);
    }
  }

  /** Flags of a fence that there are not. */
  record Flags(Access access, long flags) implements CallFault {}

  /** A coordinate of an image that is no number, or infinite. */
  record Coordinate(Access access, float at) implements CallFault {}

  /**
   * A sampler that filters, where none may.
   *
   * @param whole whether for whole coordinates; else for integers
   */
  record Filter(Access access, boolean whole) implements CallFault {}

  /** A sampler that is normalized, for whole coordinates. */
  record WholeNormalized(Access access) implements CallFault {}

  /** A sampler that is not normalized, for levels of a mipmapped image. */
  record LevelsUnnormalized(Access access) implements CallFault {}

  /** A sampler that repeats and is not normalized. */
  record RepeatUnnormalized(Access access, boolean mirrored) implements CallFault {}

  /** An order of failure that is stronger than that of success. */
  record FailureOrder(Access access, String success, String failure) implements CallFault {}

  /** An atomic operation on private memory. */
  record PrivateAtomic(Access access) implements CallFault {}

  /** Arguments of printf that do not fit its format. */
  record Printf(Access access, String mistake) implements CallFault {}

  /** A quotient that its type has not got. */
  record Quotient(Access access, long dividend) implements CallFault {}

  /**
   * Lines or planes of a copy that overlap.
   *
   * @param step the elements from one to the next
   * @param extent the elements of one
   */
  record Step(Access access, Number step, Number extent) implements CallFault {}

  /** A stride of a copy that is 0. */
  record ZeroStride(Access access) implements CallFault {}

  /** An event that has been waited for before. */
  record EventAgain(Access access) implements CallFault {}

  /** Work-items of a work-group call a function with different arguments. */
  record OtherArguments(Access access, String function) implements CallFault {}

  /** The kind of an image's channels to a kernel. */
  enum Channels {
    FLOATS,
    INTS,
    UINTS
  }

  /**
   * An image whose channels are others than a function is for.
   *
   * @param texels its texels; null where they are not known
   */
  record ImageChannels(
      Access access,
      boolean writes,
      @Nullable WatchedObject texels,
      Channels given,
      Channels wanted)
      implements CallFault {}

  /**
   * A shuffle or a broadcast that takes a value that nobody gives.
   *
   * @param move the function
   * @param source the number of the work-item whose value it takes
   */
  record Source(Access access, Sender sender, Move move, int source) implements CallFault {
    /** Returns whether a work-group has no such number. */
    public boolean nowhere() {
      return move == Move.WORK_GROUP_BROADCAST && source < 0;
    }

    /** Returns the number as the kernel has it. */
    public long unsigned() {
      return Integer.toUnsignedLong(source);
    }
  }

  /** Functions that take another work-item's value. */
  enum Move {
    SHUFFLE,
    SUB_GROUP_BROADCAST,
    NON_UNIFORM_BROADCAST,
    WORK_GROUP_BROADCAST
  }

  /**
   * A cluster of a sub-group that there is not.
   *
   * @param size its work-items
   * @param most the work-items of the largest sub-group of the launch
   */
  record Cluster(Access access, long size, int most) implements CallFault {}

  /** The fault of the work-item whose value is asked for. */
  enum Sender {
    /** It has not come to the operation. */
    ABSENT,
    /** Others ask for another one's. */
    OTHERS,
    /** There is none. */
    NONE
  }
}
