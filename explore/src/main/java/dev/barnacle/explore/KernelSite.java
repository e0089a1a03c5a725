package dev.barnacle.explore;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Fence;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Location;
import org.jspecify.annotations.Nullable;

/**
 * A place in a kernel at which an operation stands that the memory model knows, or where one could
 * stand. Operations of one kind that come from the same place of the source are one.
 *
 * @param location where it is
 * @param kind what stands there
 */
public record KernelSite(Location location, Kind kind) {
  /** The operation at a site. */
  public enum Kind {
    LOAD("load"),
    STORE("store"),
    UPDATE("read-modify-write"),
    COMPARE_EXCHANGE("compare-exchange"),
    FENCE("fence"),
    BARRIER("barrier"),
    /** A fence that could stand before the place. */
    NEW_FENCE("new fence"),
    /** A barrier that could stand before the place. */
    NEW_BARRIER("new barrier");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Returns whether it is not in the program. */
    public boolean isNew() {
      return this == NEW_FENCE || this == NEW_BARRIER;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /** Returns that of an instruction; null if the memory model does not know it, or its place. */
  public static @Nullable KernelSite of(Instruction i) {
    Kind kind =
        switch (i) {
          case AtomicLoad a -> Kind.LOAD;
          case AtomicStore a -> Kind.STORE;
          case AtomicRmw a -> Kind.UPDATE;
          case AtomicCompareExchange a -> Kind.COMPARE_EXCHANGE;
          case Fence f -> Kind.FENCE;
          case Barrier b -> Kind.BARRIER;
          default -> null;
        };
    Location location = i.location();
    return kind == null || location == null ? null : new KernelSite(location, kind);
  }
}
