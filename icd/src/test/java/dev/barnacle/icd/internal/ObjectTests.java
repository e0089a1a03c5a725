package dev.barnacle.icd.internal;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests of calls for one object of each kind. */
abstract class ObjectTests {
  static Objects objects;

  @BeforeAll
  static void make() {
    objects = new Objects();
  }

  @AfterAll
  static void release() {
    objects.release();
  }
}
