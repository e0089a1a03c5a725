package dev.barnacle.cli.internal.bench.first;

import java.util.Locale;

/** The places that {@code program.c} comes to, each the end of a phase; "at_" in its output. */
enum PhaseName {
  MAIN("exec and dynamic linker"),
  LOADED("the loader is loaded"),
  PLATFORM("clGetPlatformIDs: driver, JVM"),
  NAMES("devices and names"),
  CONTEXT("context, queue, buffer"),
  BUILD("clBuildProgram"),
  KERNEL("kernel and arguments"),
  RESULT("launch and read");

  private final String words;

  PhaseName(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  String id() {
    return "at_" + name().toLowerCase(Locale.ROOT);
  }
}
