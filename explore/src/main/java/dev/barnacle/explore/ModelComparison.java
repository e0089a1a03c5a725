package dev.barnacle.explore;

import dev.barnacle.explore.internal.compare.DifferenceSearch;
import dev.barnacle.explore.internal.compare.Known;
import dev.barnacle.model.Model;
import java.util.function.BooleanSupplier;

/**
 * Finds the smallest programs that two models do not agree on: after Wickerson, Batty, Sorensen and
 * Constantinides, "Automatically comparing memory consistency models" (POPL 2017).
 *
 * <p>The programs are threads of loads, stores, exchanges and fences, and of work-group barriers in
 * OpenCL, one after the other, without arithmetic, loops and branches. Their size is the number of
 * these operations. Executions that are the same but for the names of threads, locations, groups
 * and values are one.
 */
public final class ModelComparison {
  private final Model first;
  private final Model second;
  private final boolean openCl;
  private final ComparisonBounds bounds;
  private final Known known = new Known();

  /**
   * Makes a comparison.
   *
   * @param openCl whether programs have scopes, places, local memory and barriers as in OpenCL C;
   *     otherwise they are in C11
   */
  public ModelComparison(Model first, Model second, boolean openCl, ComparisonBounds bounds) {
    this.first = first;
    this.second = second;
    this.openCl = openCl;
    this.bounds = bounds;
  }

  /**
   * Returns whether one of the models speaks of what only OpenCL has: scopes, places, regions,
   * barriers.
   */
  public static boolean speakOfOpenCl(Model first, Model second) {
    return DifferenceSearch.speakOfOpenCl(first, second);
  }

  /** The answers of the models for a program of an execution, compared. */
  public enum Answer {
    /** The same. */
    SAME,
    /** Not the same, but the behaviour of the program is undefined under both. */
    UNDEFINED,
    /** Not the same. */
    DIFFERENT
  }

  /** Judges what the search finds. */
  @FunctionalInterface
  public interface Judge {
    /**
     * Says whether the models answer differently for a program of the execution. Where they do,
     * other executions of the program are not shown to it; nor are, where the program is defined
     * under one of them, programs of which it is a part.
     */
    Answer differ(Distinction distinction) throws ExploreException;
  }

  /**
   * The extent of a search.
   *
   * @param shapes how many programs without their orders, scopes, regions and places there are
   * @param executions how many executions of these
   * @param complete whether all were looked at
   */
  public record Extent(long shapes, long executions, boolean complete) {}

  /**
   * Searches the executions of one size. Sizes are to be searched in growing order.
   *
   * @param size the number of operations
   * @param judge is shown each execution that the models do not agree on, but those of which a part
   *     or a weaker one is such an execution as well
   * @param stop asked now and then; when it says true, the search ends
   */
  public Extent compare(int size, Judge judge, BooleanSupplier stop) throws ExploreException {
    return new DifferenceSearch(first, second, openCl, bounds, known, judge, stop).run(size);
  }
}
