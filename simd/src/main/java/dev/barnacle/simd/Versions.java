package dev.barnacle.simd;

import java.util.Locale;

/** The local sizes that a kernel's machine code is made for. All give the same results. */
public enum Versions {
  /**
   * For the local size of each launch; a kernel that has been launched with several has a general
   * version for the next ones, until it pays to compile for one of them, which is done beside.
   */
  AUTO,

  /** For the local size of each launch, before it runs. */
  SPECIAL,

  /** For any local size wherever that can be done: for tests. */
  GENERAL;

  /**
   * Returns the one of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Versions parse(String name) {
    for (Versions versions : values()) {
      if (versions.name().toLowerCase(Locale.ROOT).equals(name)) {
        return versions;
      }
    }
    throw new IllegalArgumentException("versions=" + name + ": expected auto, special or general");
  }
}
