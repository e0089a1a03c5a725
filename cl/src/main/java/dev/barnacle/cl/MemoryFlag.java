package dev.barnacle.cl;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The allocation and use of a memory object ({@code cl_mem_flags}; OpenCL API, clCreateBuffer). */
public enum MemoryFlag {
  /** {@code CL_MEM_READ_WRITE}: kernels read and write it, which is so where nothing is said. */
  READ_WRITE(0),
  /** {@code CL_MEM_WRITE_ONLY}: kernels only write it. */
  WRITE_ONLY(1),
  /** {@code CL_MEM_READ_ONLY}: kernels only read it. */
  READ_ONLY(2),
  /** {@code CL_MEM_USE_HOST_PTR}: it lies in memory of the program. */
  USE_HOST_PTR(3),
  /** {@code CL_MEM_ALLOC_HOST_PTR}: it lies where the host can reach it, as all memory does. */
  ALLOC_HOST_PTR(4),
  /** {@code CL_MEM_COPY_HOST_PTR}: it begins as a copy of memory of the program. */
  COPY_HOST_PTR(5),
  /**
   * {@code CL_MEM_IMMUTABLE_EXT} ({@code cl_ext_immutable_memory_objects}): neither kernels nor
   * commands change it after it has been made.
   */
  IMMUTABLE(6),
  /** {@code CL_MEM_HOST_WRITE_ONLY}: the host only writes it. */
  HOST_WRITE_ONLY(7),
  /** {@code CL_MEM_HOST_READ_ONLY}: the host only reads it. */
  HOST_READ_ONLY(8),
  /** {@code CL_MEM_HOST_NO_ACCESS}: the host neither reads nor writes it. */
  HOST_NO_ACCESS(9),
  /** {@code CL_MEM_SVM_FINE_GRAIN_BUFFER}: of SVM only. */
  SVM_FINE_GRAIN_BUFFER(10),
  /** {@code CL_MEM_SVM_ATOMICS}: of SVM only. */
  SVM_ATOMICS(11),
  /** {@code CL_MEM_KERNEL_READ_AND_WRITE}: of images, for queries of formats only. */
  KERNEL_READ_AND_WRITE(12);

  private final long bit;

  MemoryFlag(int position) {
    this.bit = 1L << position;
  }

  /** Returns its bit in a {@code cl_mem_flags} bit-field. */
  public long bit() {
    return bit;
  }

  /**
   * Returns the flags of a {@code cl_mem_flags} bit-field.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if a bit is unknown
   */
  public static Set<MemoryFlag> of(long bits) {
    Set<MemoryFlag> flags = EnumSet.noneOf(MemoryFlag.class);
    long rest = bits;
    for (MemoryFlag flag : values()) {
      if ((bits & flag.bit) != 0) {
        flags.add(flag);
        rest &= ~flag.bit;
      }
    }
    if (rest != 0) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "memory flags 0x" + Long.toHexString(bits));
    }
    return Collections.unmodifiableSet(flags);
  }

  /** Returns the flags as a {@code cl_mem_flags} bit-field. */
  public static long bits(Set<MemoryFlag> flags) {
    return flags.stream().mapToLong(MemoryFlag::bit).sum();
  }

  private static final Set<MemoryFlag> BUFFER_ACCESS =
      Collections.unmodifiableSet(EnumSet.of(READ_WRITE, WRITE_ONLY, READ_ONLY));
  private static final Set<MemoryFlag> ACCESS =
      Collections.unmodifiableSet(EnumSet.of(READ_WRITE, WRITE_ONLY, READ_ONLY, IMMUTABLE));
  private static final Set<MemoryFlag> CHANGES =
      Collections.unmodifiableSet(EnumSet.of(READ_WRITE, WRITE_ONLY, HOST_WRITE_ONLY));
  private static final Set<MemoryFlag> HOST_ACCESS =
      Collections.unmodifiableSet(EnumSet.of(HOST_WRITE_ONLY, HOST_READ_ONLY, HOST_NO_ACCESS));
  private static final Set<MemoryFlag> PLACE =
      Collections.unmodifiableSet(EnumSet.of(USE_HOST_PTR, ALLOC_HOST_PTR, COPY_HOST_PTR));

  /**
   * Throws unless a buffer or image can be made with these flags.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if two exclude each other, one is for SVM or for
   *     queries only, or what cannot be changed begins with nothing
   */
  static void checkObject(Set<MemoryFlag> flags) {
    checkPart(flags);
    if (flags.contains(IMMUTABLE) && count(flags, EnumSet.of(USE_HOST_PTR, COPY_HOST_PTR)) == 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "memory flags " + flags + " without a host pointer's");
    }
  }

  private static void checkPart(Set<MemoryFlag> flags) {
    if (contradict(flags) || flags.contains(KERNEL_READ_AND_WRITE)) {
      throw apart(flags);
    }
  }

  /** Returns whether kernels may not write what has these flags. */
  public static boolean isReadOnly(Set<MemoryFlag> flags) {
    return flags.contains(READ_ONLY) || flags.contains(IMMUTABLE);
  }

  /**
   * Returns the flags of a pipe ({@code clCreatePipe}): kernels read and write it, and the host has
   * no access, which is so where nothing is said.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if there is another flag
   */
  static Set<MemoryFlag> ofPipe(Set<MemoryFlag> flags) {
    Set<MemoryFlag> all = EnumSet.of(READ_WRITE, HOST_NO_ACCESS);
    if (!all.containsAll(flags)) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "memory flags " + flags + " of a pipe");
    }
    return flags.isEmpty() ? all : flags;
  }

  /**
   * Throws unless the formats of images with these flags can be asked for ({@code
   * clGetSupportedImageFormats}).
   *
   * @throws ClException {@code CL_INVALID_VALUE} if two exclude each other, or one is for SVM only
   */
  public static void checkFormatQuery(Set<MemoryFlag> flags) {
    boolean both = flags.contains(KERNEL_READ_AND_WRITE);
    if (contradict(flags) || (both && count(flags, EnumSet.of(READ_ONLY, WRITE_ONLY)) > 0)) {
      throw apart(flags);
    }
  }

  private static boolean contradict(Set<MemoryFlag> flags) {
    return count(flags, BUFFER_ACCESS) > 1
        || count(flags, HOST_ACCESS) > 1
        || (flags.contains(USE_HOST_PTR) && count(flags, PLACE) > 1)
        || (flags.contains(IMMUTABLE)
            && (count(flags, CHANGES) > 0 || flags.contains(KERNEL_READ_AND_WRITE)))
        || flags.contains(SVM_FINE_GRAIN_BUFFER)
        || flags.contains(SVM_ATOMICS);
  }

  private static ClException apart(Set<MemoryFlag> flags) {
    return new ClException(
        ErrorCode.CL_INVALID_VALUE, "memory flags " + flags + " don't go together");
  }

  /**
   * Throws unless shared virtual memory can be had with these flags.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if two exclude each other, or one is for others
   */
  static void checkSvm(Set<MemoryFlag> flags) {
    boolean wrong =
        count(flags, BUFFER_ACCESS) > 1
            || count(flags, HOST_ACCESS) + count(flags, PLACE) > 0
            || flags.contains(KERNEL_READ_AND_WRITE)
            || flags.contains(IMMUTABLE)
            || (flags.contains(SVM_ATOMICS) && !flags.contains(SVM_FINE_GRAIN_BUFFER));
    if (wrong) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "flags " + flags + " of SVM");
    }
  }

  /**
   * Throws unless host memory is given exactly where the flags use it.
   *
   * @throws ClException {@code CL_INVALID_HOST_PTR} if not
   */
  static void checkHostPointer(Set<MemoryFlag> flags, boolean given) {
    if (given != (flags.contains(USE_HOST_PTR) || flags.contains(COPY_HOST_PTR))) {
      throw new ClException(
          ErrorCode.CL_INVALID_HOST_PTR,
          given ? "host memory that no flag uses" : "no host memory, which a flag uses");
    }
  }

  /**
   * Returns the flags of a part of a memory object: what they don't say is as in the whole.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if they exclude each other, allow what the whole
   *     does not, or say where the memory lies
   */
  static Set<MemoryFlag> ofPart(Set<MemoryFlag> flags, Set<MemoryFlag> whole) {
    checkPart(flags);
    boolean wrong =
        count(flags, PLACE) > 0
            || (whole.contains(IMMUTABLE) && count(flags, CHANGES) > 0)
            || (whole.contains(WRITE_ONLY)
                && count(flags, EnumSet.of(READ_WRITE, READ_ONLY, IMMUTABLE)) > 0)
            || (whole.contains(READ_ONLY) && count(flags, EnumSet.of(READ_WRITE, WRITE_ONLY)) > 0)
            || (whole.contains(HOST_WRITE_ONLY) && flags.contains(HOST_READ_ONLY))
            || (whole.contains(HOST_READ_ONLY) && flags.contains(HOST_WRITE_ONLY))
            || (whole.contains(HOST_NO_ACCESS)
                && count(flags, EnumSet.of(HOST_READ_ONLY, HOST_WRITE_ONLY)) > 0);
    if (wrong) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "memory flags " + flags + " of a part of what has " + whole);
    }
    Set<MemoryFlag> part = EnumSet.noneOf(MemoryFlag.class);
    part.addAll(flags);
    inherit(part, whole, ACCESS);
    if (whole.contains(IMMUTABLE)) {
      part.add(IMMUTABLE);
    }
    inherit(part, whole, HOST_ACCESS);
    inherit(part, whole, PLACE);
    return part;
  }

  private static void inherit(Set<MemoryFlag> part, Set<MemoryFlag> whole, Set<MemoryFlag> kind) {
    if (count(part, kind) == 0) {
      whole.stream().filter(kind::contains).forEach(part::add);
    }
  }

  private static long count(Set<MemoryFlag> flags, Set<MemoryFlag> kind) {
    return flags.stream().filter(kind::contains).count();
  }
}
