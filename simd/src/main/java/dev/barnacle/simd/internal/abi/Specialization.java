package dev.barnacle.simd.internal.abi;

import dev.barnacle.ir.Parameter;
import java.util.List;
import java.util.OptionalLong;

/**
 * The properties of the launches that a work-group function is compiled for.
 *
 * @param localX work-items of a full work-group in dimension 0; at most, in a general version
 * @param localY in dimension 1
 * @param localZ in dimension 2
 * @param partial for the smaller groups at the edges of a non-uniform NDRange: their sizes are read
 *     at run time
 * @param smallIds all global ids fit into 31 bits
 * @param smallObjects each memory object of the launch has at most {@link SimdLimits#SMALL_OBJECT}
 *     bytes
 * @param disjoint arguments whose memory no other argument reaches, a bit each ({@code
 *     UnderlyingObjects.bit})
 * @param copied those of them of which each thread has a copy ({@code BufferPrivatization})
 * @param merged the program's groups have one work-item each; these here are made of many of them,
 *     and their ids and sizes are those that the program asked for ({@code GroupCoarsening})
 * @param flat vectors follow the local linear id instead of dimension 0: the rows of a group are
 *     one ({@code SubGroupSize})
 * @param general for groups of all sizes up to this one, full ones too: the local size that the
 *     program asked for is read at run time
 * @param aligned all memory of the arguments is aligned as the kernel's accesses are; else no
 *     access but those by atomics relies on more than a byte
 * @param lanesAlong the program's dimension whose neighbours are lanes: the code and the sizes here
 *     have it and dimension 0 exchanged ({@code ExchangedDimensions})
 * @param known arguments whose values the code is made for ({@code ProfiledArguments})
 */
public record Specialization(
    int localX,
    int localY,
    int localZ,
    boolean partial,
    boolean smallIds,
    boolean smallObjects,
    long disjoint,
    long copied,
    boolean merged,
    boolean flat,
    boolean general,
    boolean aligned,
    int lanesAlong,
    List<ConstantArgument> known) {
  public Specialization {
    known = List.copyOf(known);
  }

  /** Begins one for groups of a size, of whose launches nothing more is known but alignment. */
  public static Builder builder(int localX, int localY, int localZ) {
    return new Builder(localX, localY, localZ);
  }

  /** Begins another one that is the same but for what is set. */
  public Builder with() {
    return with(localX, localY, localZ);
  }

  private Builder with(int x, int y, int z) {
    return new Builder(x, y, z)
        .partial(partial)
        .smallIds(smallIds)
        .smallObjects(smallObjects)
        .disjoint(disjoint)
        .copied(copied)
        .merged(merged)
        .flat(flat)
        .general(general)
        .aligned(aligned)
        .lanesAlong(lanesAlong)
        .known(known);
  }

  /** Makes specialisations; what it sets is explained there. */
  public static final class Builder {
    private final int localX;
    private final int localY;
    private final int localZ;
    private boolean partial;
    private boolean smallIds;
    private boolean smallObjects;
    private long disjoint;
    private long copied;
    private boolean merged;
    private boolean flat;
    private boolean general;
    private boolean aligned = true;
    private int lanesAlong;
    private List<ConstantArgument> known = List.of();

    private Builder(int localX, int localY, int localZ) {
      this.localX = localX;
      this.localY = localY;
      this.localZ = localZ;
    }

    public Builder partial(boolean is) {
      partial = is;
      return this;
    }

    public Builder smallIds(boolean are) {
      smallIds = are;
      return this;
    }

    public Builder smallObjects(boolean are) {
      smallObjects = are;
      return this;
    }

    public Builder disjoint(long arguments) {
      disjoint = arguments;
      return this;
    }

    public Builder copied(long arguments) {
      copied = arguments;
      return this;
    }

    public Builder merged(boolean are) {
      merged = are;
      return this;
    }

    public Builder flat(boolean is) {
      flat = is;
      return this;
    }

    public Builder general(boolean is) {
      general = is;
      return this;
    }

    public Builder aligned(boolean is) {
      aligned = is;
      return this;
    }

    private Builder lanesAlong(int dimension) {
      lanesAlong = dimension;
      return this;
    }

    public Builder known(List<ConstantArgument> arguments) {
      known = arguments;
      return this;
    }

    public Specialization build() {
      return new Specialization(
          localX,
          localY,
          localZ,
          partial,
          smallIds,
          smallObjects,
          disjoint,
          copied,
          merged,
          flat,
          general,
          aligned,
          lanesAlong,
          known);
    }
  }

  /** The least work-items of a row that a general version makes vectors for. */
  private static final int LEAST_ROW = 16;

  public int local(int dimension) {
    return switch (dimension) {
      case 0 -> localX;
      case 1 -> localY;
      default -> localZ;
    };
  }

  /** Returns what a dimension is where 0 and another one are exchanged. */
  public static int exchanged(int dimension, int other) {
    return dimension == 0 ? other : dimension == other ? 0 : dimension;
  }

  /** Returns the same for code in which dimension 0 and another one are exchanged. */
  public Specialization exchanged(int other) {
    return with(local(exchanged(0, other)), local(exchanged(1, other)), local(exchanged(2, other)))
        .lanesAlong(other)
        .build();
  }

  /** Returns what the program calls a dimension of the code. */
  public int asked(int dimension) {
    return exchanged(dimension, lanesAlong);
  }

  /** Returns the same for full groups, or for the smaller ones at the edges. */
  public Specialization forGroups(boolean smaller) {
    return with().partial(smaller || general).build();
  }

  /** Returns the same for these values of arguments. */
  public Specialization with(List<ConstantArgument> values) {
    return with().known(values).build();
  }

  /** Returns the value of a parameter of the kernel; empty where it is not known. */
  public OptionalLong value(Parameter parameter) {
    for (ConstantArgument argument : known) {
      if (argument.place() == parameter.index()) {
        return OptionalLong.of(argument.value());
      }
    }
    return OptionalLong.empty();
  }

  /** Returns the same with vectors that follow the local linear id. */
  public Specialization flattened() {
    return with().flat(true).build();
  }

  /**
   * Returns the same for groups of any size, up to the next powers of two.
   *
   * @param most work-items that a group can have
   */
  public Specialization generalized(int most) {
    int x = localX < LEAST_ROW / 4 ? up(localX) : Math.max(LEAST_ROW, up(localX));
    int y = Math.min(up(localY), Math.max(1, most / x));
    int z = Math.min(up(localZ), Math.max(1, most / (x * y)));
    return builder(x, Math.max(localY, y), Math.max(localZ, z))
        .partial(true)
        .smallIds(smallIds)
        .smallObjects(smallObjects)
        .disjoint(disjoint)
        .copied(copied)
        .merged(merged)
        .flat(flat)
        .general(true)
        .aligned(aligned)
        .build();
  }

  private static int up(int size) {
    return size == 1 ? 1 : 2 * Integer.highestOneBit(size - 1);
  }

  /** Returns the work-items of a full group that vectors are taken from in order. */
  public int row() {
    return flat ? groupSize() : localX;
  }

  /** Returns how many such rows a full group has. */
  public int rows() {
    return flat ? 1 : Math.multiplyExact(localY, localZ);
  }

  /** Returns the work-items of a full group in each of the program's 3 dimensions. */
  public List<Integer> localSizes() {
    return List.of(local(asked(0)), local(asked(1)), local(asked(2)));
  }

  /** Returns the work-items of a full group. */
  public int groupSize() {
    return Math.multiplyExact(Math.multiplyExact(localX, localY), localZ);
  }
}
