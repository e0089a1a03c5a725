package dev.barnacle.watch.internal.words.race;

import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.watch.internal.race.shadow.Race;
import org.jspecify.annotations.Nullable;

/** The facts about the program that races, for words about its races. */
public interface RacyProgram {
  /** Knows nothing. */
  RacyProgram UNKNOWN =
      new RacyProgram() {
        @Override
        public String at(int place) {
          return "";
        }

        @Override
        public MemoryOrder order(int place) {
          return MemoryOrder.RELAXED;
        }

        @Override
        public @Nullable MemoryScope scope(int place) {
          return null;
        }

        @Override
        public String subGroups() {
          return "sub-groups";
        }

        @Override
        public boolean isRelaxed() {
          return false;
        }

        @Override
        public boolean hasImplicitFence() {
          return false;
        }

        @Override
        public boolean isImplicitFence(MemoryOrder order) {
          return false;
        }

        @Override
        public boolean isForward(int from, int to) {
          return false;
        }

        @Override
        public boolean mayLead(int from, int to) {
          return true;
        }

        @Override
        public PathFacts between(Race race) {
          return PathFacts.UNKNOWN;
        }
      };

  /** Returns where an instruction is, such as " in line 7"; empty where that is not known. */
  String at(int place);

  /** Returns the memory order of an atomic operation. */
  MemoryOrder order(int place);

  /** Returns the memory scope of an atomic operation; null where it is not known. */
  @Nullable MemoryScope scope(int place);

  /** Returns "sub-groups", with how many work-items each has where that is known. */
  String subGroups();

  /**
   * Returns whether atomic operations of the program read, but are all relaxed, without fences that
   * would order anything.
   */
  boolean isRelaxed();

  /** Returns whether the program has fences of OpenCL C 1.x, which name neither order nor scope. */
  boolean hasImplicitFence();

  /** Returns whether all fences of an order are such. */
  boolean isImplicitFence(MemoryOrder order);

  /** Returns whether a way leads from one instruction to another in one iteration of any loops. */
  boolean isForward(int from, int to);

  /** Returns whether a way leads from one instruction to another, or that is not known. */
  boolean mayLead(int from, int to);

  /** Returns what lies between the two accesses of a race. */
  PathFacts between(Race race);
}
