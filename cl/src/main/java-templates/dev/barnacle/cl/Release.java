package dev.barnacle.cl;

/** Barnacle's version, which the build writes here: a resource would take milliseconds to read. */
final class Release {
  static final String VERSION = "${project.version}";

  private Release() {}
}
