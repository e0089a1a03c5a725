package dev.barnacle.simd.internal.plan.cost;

/** A sum of the costs of operations that are not waited for. */
final class Work {
  private double adds;
  private double multiplies;
  private double memory;
  private double runs;
  private double instructions;
  private double spread;

  /** Adds an operation that is done so often. */
  void add(OperationCost cost, double times) {
    if (cost.multiplies()) {
      multiplies += times * cost.busy();
    } else {
      adds += times * cost.busy();
    }
    memory += times * cost.memory();
    instructions += times * cost.instructions();
    spread += cost.spread() ? times * cost.cycles() : 0;
  }

  /** Adds another sum so often. */
  void add(Work other, double times) {
    adds += times * other.adds;
    multiplies += times * other.multiplies;
    memory += times * other.memory;
    runs += times * other.runs;
    instructions += times * other.instructions;
    spread += times * other.spread;
  }

  /** Adds cycles of units that compute, and so many instructions. */
  void addBusy(double cycles, double count) {
    adds += cycles;
    instructions += count;
  }

  /** Adds cycles of an access to each lane's own address, of which some have been added. */
  void addRows(double cycles, double added) {
    memory += cycles;
    spread += cycles + added;
  }

  /** Adds cycles until a run of memory is there, beside all else. */
  void addRun(double cycles) {
    runs += cycles;
  }

  /** Adds cycles of units that load and store. */
  void addMemory(double cycles) {
    memory += cycles;
  }

  /** Returns the cycles of accesses to each lane's own addresses. */
  double spread() {
    return spread;
  }

  /** Returns the cycles that units are busy. */
  double units(CostTable table) {
    double computing = Math.max(Math.max(adds, multiplies), table.mixed() * (adds + multiplies));
    return Math.max(computing, memory);
  }

  /** Returns the cycles, by the unit that has most to do, or by the instructions. */
  double cycles(CostTable table) {
    return Math.max(Math.max(units(table), runs), instructions / table.width());
  }
}
