package dev.barnacle.explore;

import dev.barnacle.model.Axiom;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.util.List;

/**
 * An execution on which two models do not agree: the one finds it consistent and the other does
 * not, or both do and one of them finds a fault in it.
 *
 * @param threads the threads
 * @param local whether each location is in local memory; otherwise it is in global memory
 * @param finalWrites for each location the value of the last write in modification order, or -1
 *     where fewer than two operations write it; initial values are 0
 * @param allowedBy which of the two models, 0 or 1, allows it (or finds the fault)
 * @param fault whether both models allow it and one finds a fault
 * @param axioms the axioms by which the other model forbids it; empty for a fault
 */
public record Distinction(
    List<Worker> threads,
    List<Boolean> local,
    List<Long> finalWrites,
    int allowedBy,
    boolean fault,
    List<Axiom> axioms) {

  /** Copies the lists. */
  public Distinction {
    threads = List.copyOf(threads);
    local = List.copyOf(local);
    finalWrites = List.copyOf(finalWrites);
    axioms = List.copyOf(axioms);
  }

  /** A kind of operation. */
  public enum Kind {
    /** A load. */
    LOAD,
    /** A store. */
    STORE,
    /** An atomic exchange. */
    EXCHANGE,
    /** A fence. */
    FENCE,
    /** A barrier of the work-group. */
    BARRIER
  }

  /**
   * A thread.
   *
   * @param subGroup its sub-group's number within the work-group
   * @param workGroup its work-group's number within the device
   * @param device its device's number
   */
  public record Worker(int subGroup, int workGroup, int device, List<Operation> operations) {
    /** Copies the operations. */
    public Worker {
      operations = List.copyOf(operations);
    }
  }

  /**
   * An operation.
   *
   * @param location the location, or -1 for fences and barriers
   * @param atomic whether it is no plain load or store
   * @param global whether a fence or barrier orders global memory
   * @param local whether a fence or barrier orders local memory
   * @param read the value that a load or an exchange reads
   * @param written the value that a store or an exchange writes; each location has each value once
   */
  public record Operation(
      Kind kind,
      int location,
      boolean atomic,
      MemoryOrder order,
      MemoryScope scope,
      boolean global,
      boolean local,
      long read,
      long written) {}
}
