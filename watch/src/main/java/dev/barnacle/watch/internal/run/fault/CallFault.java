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
   * A value that a function does not take.
   *
   * @param what what it expects
   * @param values what it was given, and the rest that can be said of it
   */
  record Argument(Access access, Expected what, List<Object> values) implements CallFault {
    public Argument {
      values = List.copyOf(values);
    }
  }

  /** What functions expect of their arguments. */
  enum Expected {
    /** Bounds of clamp: the section, low, high. */
    CLAMP,
    /** Edges of smoothstep that ascend: edge0, edge1. */
    SMOOTHSTEP,
    /** No NaN for smoothstep. */
    SMOOTHSTEP_NUMBER,
    /** A weight of mix from 0 to 1: the weight. */
    MIX,
    /** A vector to be normalized whose squares have a sum. */
    SQUARES,
    /** An angle of half_sin and the like: the angle. */
    ANGLE,
    /** A factor of 24 bits: the factor, and the range that it should be in. */
    FACTOR,
    /** A bit field within its type: the count, the offset, the type's bits. */
    BIT_FIELD,
    /** A memory order: the order, and a set of those that are allowed. */
    ORDER,
    /** A memory scope: the scope, and a set of those that are allowed. */
    SCOPE,
    /** Flags of a fence: the flags. */
    FLAGS,
    /** A coordinate of an image: the coordinate. */
    COORDINATE,
    /** A sampler that does not filter, for whole coordinates. */
    WHOLE_NEAREST,
    /** A sampler that does not filter, for integers. */
    INTEGER_NEAREST,
    /** A sampler that is not normalized, for whole coordinates. */
    WHOLE_UNNORMALIZED,
    /** A sampler that is normalized, for levels of a mipmapped image. */
    LEVELS_NORMALIZED,
    /** A sampler that repeats has normalized coordinates: its addressing mode. */
    REPEAT_NORMALIZED,
    /** An order of failure no stronger than that of success: success, failure. */
    FAILURE_ORDER,
    /** Memory that is not private, for an atomic operation. */
    SHARED_MEMORY,
    /** Arguments of printf that fit its format: the mistake. */
    PRINTF,
    /** A quotient that its type has: the dividend. */
    QUOTIENT,
    /** Lines or planes of a copy that lie apart: from one to the next, its elements. */
    STEP,
    /** A stride of a copy that is not 0. */
    STRIDE,
    /** An event that has not been waited for. */
    EVENT,
    /** The same arguments for all work-items of a work-group: the function. */
    UNIFORM
  }

  /** What the channels of an image are to a kernel. */
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
  record Source(Access access, Sender what, Move move, int source) implements CallFault {}

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

  /** What is wrong with the work-item whose value is asked for. */
  enum Sender {
    /** It has not come to the operation. */
    ABSENT,
    /** Others ask for another one's. */
    OTHERS,
    /** There is none. */
    NONE
  }
}
