package dev.barnacle.llvm.link;

/**
 * A section of an object file.
 *
 * @param name such as {@code .text}
 * @param type {@code sh_type}
 * @param flags {@code sh_flags}
 * @param offset of its bytes in the file
 * @param size in bytes, in memory
 * @param link {@code sh_link}: the section that belongs to it
 * @param info {@code sh_info}: of relocations, the section that they change
 * @param alignment in bytes, a power of two
 */
record ObjectSection(
    String name, int type, long flags, int offset, int size, int link, int info, int alignment) {
  static final int PROGBITS = 1;
  static final int SYMTAB = 2;
  static final int STRTAB = 3;
  static final int RELA = 4;
  static final int NOBITS = 8;
  static final int REL = 9;

  private static final int NOTE = 7;
  private static final int UNWIND_X86 = 0x70000001;

  private static final long WRITE = 1;
  private static final long ALLOC = 2;
  private static final long EXECINSTR = 4;
  private static final long TLS = 0x400;

  /** Unwind information, which nobody asks for: no exception crosses a kernel. */
  private static final String UNWIND = ".eh_frame";

  /** The section of functions to call before all else, in its older form. */
  private static final String CONSTRUCTORS = ".ctors";

  /** Returns whether it has a place in memory. */
  boolean isLoaded() {
    return (flags & ALLOC) != 0 && (type == PROGBITS || type == NOBITS) && !name.equals(UNWIND);
  }

  /** Returns whether it asks for a place in memory, or for more, in a way that is not known. */
  boolean isUnknown() {
    boolean known =
        switch (type) {
          case PROGBITS -> !name.startsWith(CONSTRUCTORS);
          case NOBITS, NOTE, UNWIND_X86 -> true;
          default -> false;
        };
    return (flags & TLS) != 0 || ((flags & ALLOC) != 0 && !known);
  }

  boolean isWritable() {
    return (flags & WRITE) != 0;
  }

  boolean isCode() {
    return (flags & EXECINSTR) != 0;
  }

  /** Returns whether the file has its bytes. */
  boolean isInFile() {
    return type != NOBITS;
  }
}
