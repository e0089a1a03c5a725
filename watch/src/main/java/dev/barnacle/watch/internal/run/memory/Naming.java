package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.ir.Declaration;
import dev.barnacle.watch.Finding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** The names of a block of memory and its parts in reports. */
public final class Naming {
  private final String symbol;
  private final String name;
  private final @Nullable DeclaredParts parts;
  private final @Nullable Texels texels;

  private Naming(
      String symbol, String name, @Nullable DeclaredParts parts, @Nullable Texels texels) {
    this.symbol = symbol;
    this.name = name;
    this.parts = parts;
    this.texels = texels;
  }

  /** Memory of which only the name is known. */
  public static Naming of(String name) {
    return new Naming(name, name, null, null);
  }

  /**
   * Memory that the source may declare.
   *
   * @param symbol its name in the IR, which it has where it is not known how it is declared
   */
  public static Naming of(String symbol, @Nullable Declaration declaration) {
    return declaration == null
        ? of(symbol)
        : new Naming(symbol, declaration.name(), new DeclaredParts(declaration), null);
  }

  /**
   * The texels of an image.
   *
   * @param type of the parameter, such as {@code image2d_t}
   * @param description as the library reads it ({@code struct image})
   */
  public static Naming ofImage(String name, String type, MemorySegment description) {
    return new Naming(name, name, null, Texels.of(type, description));
  }

  /** Returns its name in the IR, where it has one. */
  public String symbol() {
    return symbol;
  }

  /** Returns what all is called. */
  public String name() {
    return name;
  }

  /** Returns how it is declared, and the name of a part of it. */
  public Finding.Names names(long byteSize, String part) {
    if (parts == null) {
      return new Finding.Names("", 0, part);
    }
    long element = parts.elementBytes();
    return new Finding.Names(parts.type(), element == 0 ? 0 : byteSize / element, part);
  }

  /** Returns the size of an element, of an array of what is no array itself; 0 for others. */
  public long elementBytes() {
    return parts == null ? 0 : parts.elementBytes();
  }

  /** Returns in how many dimensions it has a size, if it is an image; 0 for others. */
  public int imageSizes() {
    return texels == null ? 0 : texels.namedSizes();
  }

  /**
   * Returns coordinates as a kernel gives them, such as {@code (3, 8)}; empty where it is not known
   * which level of an image they are of.
   */
  public String coordinates(int x, int y, int z) {
    return texels == null || texels.next() != null ? "" : texels.tuple(x, y, z);
  }

  /** Returns the sizes of an image, such as {@code 8 x 8}; empty for others. */
  public String imageExtent() {
    return texels == null ? "" : texels.extent();
  }

  /** Returns what some bytes are called, such as {@code tile[3]}; empty where it is not known. */
  public String part(long offset, long bytes) {
    if (texels != null) {
      return texels.part(name, offset);
    }
    return parts == null ? "" : parts.part(offset, Math.max(1, bytes));
  }

  /**
   * Returns what the smallest part is called that has a byte; empty where it is not known.
   *
   * @param at the byte
   * @param offset where an access begins that has the byte
   * @param bytes how many it has
   */
  public String partAt(long at, long offset, long bytes) {
    return parts == null ? part(at, 1) : parts.partAt(at, offset, bytes);
  }

  /** The layout of an image's texels. */
  private record Texels(
      int dimensions,
      boolean lines,
      Extent sizes,
      long bytes,
      long row,
      long slice,
      @Nullable Level next) {
    /** Texels in each direction; 1 where there is no such direction. */
    private record Extent(int width, int height, int slices) {}

    /**
     * The next level of a mipmapped image.
     *
     * @param begin where it begins, in bytes behind this one
     */
    private record Level(int number, long begin, Texels texels) {}

    private static final long DESCRIPTION = 1280;
    private static final long WIDTH = 8;
    private static final long HEIGHT = 12;
    private static final long SLICES = 16;
    private static final long ROW_PITCH = 24;
    private static final long SLICE_PITCH = 32;
    private static final long TEXEL_BYTES = 48;

    static Texels of(String type, MemorySegment description) {
      return of(type, description, 0);
    }

    private static Texels of(String type, MemorySegment levels, int number) {
      MemorySegment description = levels.asSlice(number * DESCRIPTION);
      boolean lines = type.contains("1d_array");
      boolean space = type.contains("3d") || type.contains("2d_array");
      return new Texels(
          type.contains("1d") && !lines ? 1 : space ? 3 : 2,
          lines,
          new Extent(
              description.get(ValueLayout.JAVA_INT, WIDTH),
              description.get(ValueLayout.JAVA_INT, HEIGHT),
              description.get(ValueLayout.JAVA_INT, SLICES)),
          description.get(ValueLayout.JAVA_INT, TEXEL_BYTES),
          description.get(ValueLayout.JAVA_LONG, ROW_PITCH),
          description.get(ValueLayout.JAVA_LONG, SLICE_PITCH),
          next(type, levels, number + 1));
    }

    private static @Nullable Level next(String type, MemorySegment levels, int number) {
      long at = number * DESCRIPTION;
      if (at >= levels.byteSize()) {
        return null;
      }
      long begin =
          levels.get(ValueLayout.JAVA_LONG, at)
              - levels.get(ValueLayout.JAVA_LONG, at - DESCRIPTION);
      return new Level(number, begin, of(type, levels, number));
    }

    String tuple(int x, int y, int z) {
      if (dimensions == 1) {
        return "(" + x + ")";
      }
      return "(" + x + ", " + (lines ? z : dimensions == 2 ? y : y + ", " + z) + ")";
    }

    String extent() {
      if (dimensions == 1) {
        return sizes.width() + " texels";
      }
      String plane = sizes.width() + " x " + (lines ? sizes.slices() : sizes.height());
      return dimensions == 2 ? plane : plane + " x " + sizes.slices();
    }

    /** In how many dimensions it has a size that a kernel may ask for by name. */
    int namedSizes() {
      return lines ? 1 : dimensions;
    }

    /** Returns whether a byte behind this level's beginning is this level's. */
    private boolean isLast(long offset) {
      return next == null || offset < next.begin();
    }

    /** Returns the coordinates of the texel that has a byte; empty for what is no texel. */
    String part(String name, long offset) {
      if (offset < 0 || bytes <= 0) {
        return "";
      }
      if (next != null && offset >= next.begin()) {
        String part = next.texels().part(name, offset - next.begin());
        return next.texels().isLast(offset - next.begin())
            ? part + " of level " + next.number()
            : part;
      }
      if (dimensions == 1) {
        return name + "(" + offset / bytes + ")";
      }
      if (dimensions == 2) {
        long step = lines ? slice : row;
        return step <= 0 ? "" : name + "(" + offset % step / bytes + ", " + offset / step + ")";
      }
      return row <= 0 || slice <= 0
          ? ""
          : name
              + "("
              + offset % slice % row / bytes
              + ", "
              + offset % slice / row
              + ", "
              + offset / slice
              + ")";
    }
  }
}
