package dev.barnacle.watch.internal.run.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.Declaration;
import dev.barnacle.ir.DeclaredType;
import dev.barnacle.ir.DeclaredType.Array;
import dev.barnacle.ir.DeclaredType.Field;
import dev.barnacle.ir.DeclaredType.Scalar;
import dev.barnacle.ir.DeclaredType.Struct;
import dev.barnacle.ir.DeclaredType.Vector;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeclaredPartsTest {
  private static final DeclaredType INT = new Scalar("int", 4);
  private static final DeclaredType LONG = new Scalar("long", 8);
  private static final DeclaredType FLOAT3 = new Vector("float3", 3, 4, 16);
  private static final DeclaredType INT16 = new Vector("int16", 16, 4, 64);
  private static final DeclaredType PAIR = struct("", new Field("lo", 0, INT), field("hi", 4, INT));
  private static final DeclaredType S =
      new Struct(
          "S",
          48,
          List.of(
              new Field("count", 0, INT),
              new Field("v", 16, FLOAT3),
              new Field("u", 32, struct("U", field("whole", 0, LONG), field("", 0, PAIR))),
              new Field("tag", 40, new Array(new Scalar("char", 1), 5))));

  private static Field field(String name, long offset, DeclaredType type) {
    return new Field(name, offset, type);
  }

  private static DeclaredType struct(String name, Field... fields) {
    return new Struct(name, 8, List.of(fields));
  }

  private static String part(DeclaredType type, long offset, long bytes) {
    return new DeclaredParts(new Declaration("a", type, 0)).part(offset, bytes);
  }

  private static String partAt(DeclaredType type, long at, long offset, long bytes) {
    return new DeclaredParts(new Declaration("a", type, 0)).partAt(at, offset, bytes);
  }

  @Test
  void elementsOfArrays() {
    DeclaredType array = new Array(new Array(INT, 8), 4);
    assertEquals("a[1][3]", part(array, 44, 4));
    assertEquals("a[1]", part(array, 32, 32));
    assertEquals("a", part(array, 0, 128));
    assertEquals("a[1][3] to a[1][6]", part(array, 44, 16));
    assertEquals("byte 1 of a[1][3]", part(array, 45, 1));
    assertEquals("bytes 2 to 5 of a[0]", part(array, 2, 4));
  }

  @Test
  void elementsOutside() {
    assertEquals("a[4]", part(new Array(INT, 4), 16, 4));
    assertEquals("a[-1]", part(new Array(INT, 4), -4, 4));
    assertEquals("a[4][0]", part(new Array(new Array(INT, 8), 4), 128, 4));
    assertEquals("a[3] to a[4]", part(new Array(INT, 4), 12, 8));
    assertEquals("bytes 4 to 7 of a", part(INT, 4, 4));
    assertEquals("bytes 48 to 51 of a", part(S, 48, 4));
  }

  @Test
  void componentsOfVectors() {
    assertEquals("a", part(FLOAT3, 0, 16));
    assertEquals("a", part(FLOAT3, 0, 12));
    assertEquals("a.yz", part(FLOAT3, 4, 8));
    assertEquals("a.sb", part(INT16, 44, 4));
    assertEquals("a.s0123", part(INT16, 0, 16));
    assertEquals("bytes 12 to 15 of a", part(FLOAT3, 12, 4));
    assertEquals("bytes 2 to 5 of a", part(FLOAT3, 2, 4));
  }

  @Test
  void fieldsOfStructs() {
    DeclaredType array = new Array(S, 0);
    assertEquals("a[2].count", part(array, 96, 4));
    assertEquals("a[2].v.z", part(array, 96 + 24, 4));
    assertEquals("a[1].tag[4]", part(array, 48 + 44, 1));
    assertEquals("a[1]", part(array, 48, 48));
    assertEquals("bytes 4 to 7 of a[1]", part(array, 52, 4));
    assertEquals("a[1] to a[2]", part(array, 48, 96));
  }

  /** What may be one field or another of a union has a name only if one fits. */
  @Test
  void fieldsOfUnions() {
    assertEquals("a.u.whole", part(S, 32, 8));
    assertEquals("a.u.hi", part(S, 36, 4));
    DeclaredType union = struct("U", field("i", 0, INT), field("u", 0, new Scalar("uint", 4)));
    assertEquals("bytes 0 to 3 of a", part(union, 0, 4));
    assertEquals("a", part(union, 0, 8));
  }

  @Test
  void theSmallestPartThatHasAByte() {
    assertEquals("a.v.y", partAt(S, 21, 16, 16));
    assertEquals("a.count", partAt(S, 2, 0, 4));
    assertEquals("a.u.whole", partAt(S, 36, 32, 8));
    assertEquals("a.u.hi", partAt(S, 36, 36, 4));
    assertEquals("bytes 4 to 7 of a", partAt(S, 5, 4, 4));
  }

  @Test
  void piecesOfVariables() {
    DeclaredParts piece = new DeclaredParts(new Declaration("a", S, 16));
    assertEquals("a.v.x", piece.part(0, 4));
    assertEquals("a.tag[0]", piece.part(24, 1));
  }

  @Test
  void types() {
    assertEquals("int[4][8]", type(new Array(new Array(INT, 8), 4)));
    assertEquals("S", type(S));
    assertEquals("struct[2]", type(new Array(PAIR, 2)));
    assertEquals("", type(new Array(S, 0)));
    assertEquals("", type(new Array(new Array(INT, 4), 0)));
  }

  private static String type(DeclaredType type) {
    return new DeclaredParts(new Declaration("a", type, 0)).type();
  }
}
