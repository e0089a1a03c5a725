package dev.barnacle.bench.internal.first;

import java.util.Locale;

/**
 * The places that {@code program.c} comes to, each the end of a phase; "at_" in its output. Two are
 * what its JVM tells.
 */
enum PhaseName {
  MAIN("exec and dynamic linker"),
  LOADED("the loader is loaded"),
  JVM_BEGINS("the driver's library, until its JVM"),
  JVM_CREATED("the JVM is created"),
  PLATFORM("clGetPlatformIDs"),
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

  /** Returns whether the JVM tells when it came there, and the program does not. */
  boolean isOfJvm() {
    return this == JVM_BEGINS || this == JVM_CREATED;
  }

  String id() {
    return "at_" + name().toLowerCase(Locale.ROOT);
  }
}
