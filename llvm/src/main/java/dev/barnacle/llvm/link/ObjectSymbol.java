package dev.barnacle.llvm.link;

/**
 * A symbol of an object file.
 *
 * @param name may be empty
 * @param info {@code st_info}: binding and type
 * @param section the number of the section that defines it, or a special one
 * @param value its offset in that section; the alignment of a common symbol
 * @param size in bytes
 */
record ObjectSymbol(String name, int info, int section, long value, long size) {
  static final int UNDEFINED = 0;
  static final int ABSOLUTE = 0xfff1;
  static final int COMMON = 0xfff2;

  private static final int LOCAL = 0;
  private static final int WEAK = 2;
  private static final int TLS = 6;
  private static final int INDIRECT = 10;

  boolean isDefined() {
    return section != UNDEFINED;
  }

  /** Returns whether others may ask for it by name. */
  boolean isGlobal() {
    return binding() != LOCAL && isDefined();
  }

  boolean isWeak() {
    return binding() == WEAK;
  }

  /** Returns whether it has one address: it is neither a thread's nor chosen as it is loaded. */
  boolean isPlain() {
    int type = info & 0xf;
    return type != TLS && type != INDIRECT;
  }

  private int binding() {
    return info >> 4;
  }
}
