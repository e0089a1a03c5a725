package dev.barnacle.cli.internal.check;

import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The meaning of a kernel's integers by their names. A name seldom says that an integer is the size
 * of something, but often that it is none.
 */
final class NamedIntegers {
  /** Places in memory, and numbers of steps that the host counts: they start at 0. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?i)off|start|begin|first|origin|pos|idx|index|iter|step|pass|stage|level"
              + "|^(i\\d?|j|k|t|d|x|y|z)$");

  /** The progress of an algorithm. */
  private static final Pattern STEP =
      Pattern.compile("(?i)depth|level|iter|step|pass|round|phase|stage|^(cur|now|t|d|k)$|current");

  /** Numbers that are added to or multiplied with places, and sizes as powers of two. */
  private static final Pattern SMALL =
      Pattern.compile(
          "(?i)radius|border|halo|pad|margin|log|bits?$|shift|stride|inc|dilat|order|channel|batch");

  /** The width of a border: buffers have more elements for it. */
  private static final Pattern BORDER =
      Pattern.compile("(?i)radius|border|halo|pad|margin|ghost|guard|apron|^r$");

  /** The number of elements that something may hold. */
  private static final Pattern CAPACITY =
      Pattern.compile(
          "(?i)cap|limit|avail|max_?(n|num|count|size|len|items?|elem|out|results?|entries|hits)"
              + "|(out|result|buf(fer)?|list|queue|stack|pool|dst)_?(size|len(gth)?|count|n)$");

  /** The number of elements that each of several lists may hold. */
  private static final Pattern PER_LIST =
      Pattern.compile("(?i)per_?(cell|bucket|bin|node|leaf|tile|list|row|slot|voxel|vertex|box)");

  /** The number of lists. */
  private static final Pattern LISTS =
      Pattern.compile(
          "(?i)(cell|bucket|bin|node|tile|list|voxel|boxe?)s$|(num|n)_?leaves$"
              + "|(cell|bucket|bin|node|tile|list|voxel|box)_?(count|num)$");

  /** The distance of two rows, in elements or bytes. */
  private static final Pattern ROW = Pattern.compile("(?i)pitch|stride|step|linesize|^ld[a-d]?$");

  /** The size of a work-group, or of the tile that it loads. */
  private static final Pattern GROUP =
      Pattern.compile(
          "(?i)local_?(work_?)?(size|dim)|(work_?)?group_?(size|dim)|block_?(size|dim)|tile|wg_?size"
              + "|^(bs|ts|ls|wgs?|lsz?|block|blk)$");

  /** The second or the third extent of what has several. */
  private static final Pattern SECOND = Pattern.compile("(?i)height|^(h|ny|rows|n_?rows)$");

  private static final Pattern THIRD = Pattern.compile("(?i)depth|slices|^nz$");

  /** The most elements that a work-item has in a row, or bytes. */
  static final int PER_ITEM = 16;

  private static final long WIDE_BORDER = 5;

  private NamedIntegers() {}

  /** Returns an odd number of about three quarters of a size, which ends within a work-group. */
  static long part(long size) {
    long part = size - size / 4;
    return part > 2 && part % 2 == 0 ? part - 1 : part;
  }

  /**
   * Returns a name that says the same where it stands alone: {@code k} is a step, but beside {@code
   * m} it is the third size of a product of matrices.
   */
  static String among(String name, Set<String> others) {
    boolean sizes = others.contains(name.equals("K") ? "M" : "m") && name.equalsIgnoreCase("k");
    return sizes ? "n" : name;
  }

  /** Returns whether it is how far an algorithm has come, which begins with 0. */
  static boolean isStep(String name) {
    return STEP.matcher(name).find();
  }

  /** Returns whether it is the distance of two rows in memory of two dimensions or more. */
  static boolean isRow(String name) {
    return ROW.matcher(name).find();
  }

  /** Returns whether it is how many elements something may hold. */
  static boolean isCapacity(String name) {
    return CAPACITY.matcher(name).find() || isPerList(name);
  }

  /** Returns whether it is how many elements each of several lists may hold. */
  static boolean isPerList(String name) {
    return PER_LIST.matcher(name).find();
  }

  /** Returns whether it is how many lists there are. */
  static boolean isListCount(String name) {
    return LISTS.matcher(name).find() && !isPerList(name);
  }

  /** Returns whether it is the width of a border. */
  static boolean isBorder(String name) {
    return BORDER.matcher(name).find();
  }

  /** Returns whether it is the size of a work-group in a dimension. */
  static boolean isGroupSize(String name) {
    return GROUP.matcher(name).find();
  }

  /** Returns the dimension, from 0, of which it is the extent. */
  static int dimension(String name) {
    return THIRD.matcher(name).find() ? 2 : SECOND.matcher(name).find() ? 1 : 0;
  }

  /**
   * Returns its value beside sizes; empty if it may be a size. Borders are wider than a slip.
   *
   * @param rows whether a stride is the distance of two rows
   */
  static OptionalLong besideSizes(String name, boolean rows) {
    if (isRow(name) && (rows || !SMALL.matcher(name).find())) {
      return OptionalLong.empty();
    }
    return BORDER.matcher(name).find() ? OptionalLong.of(WIDE_BORDER) : value(name);
  }

  /** Returns its value; empty if the name says nothing. */
  static OptionalLong value(String name) {
    if (PLACE.matcher(name).find()) {
      return OptionalLong.of(0);
    }
    return SMALL.matcher(name).find() ? OptionalLong.of(1) : OptionalLong.empty();
  }
}
