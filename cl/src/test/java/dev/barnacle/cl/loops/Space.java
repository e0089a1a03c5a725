package dev.barnacle.cl.loops;

import java.util.List;

/**
 * Memory that a kernel indexes.
 *
 * @param name the pointer or array
 * @param qualifier its address space
 * @param type of its elements
 * @param size how many elements a work-item may use
 * @param writable whether it may write them
 * @param stride what stands behind an index that leaves room for other work-items' elements; empty
 *     where the elements are neighbours
 */
record Space(
    String name, String qualifier, Scalar type, int size, boolean writable, String stride) {
  /** The element at an index, to read or to write; in C the index is checked. */
  Node at(Node index) {
    String checked = "ck(@0, " + size + ")";
    return new Node(
        type.text,
        type.low,
        type.high,
        name + (stride.isEmpty() ? "[@0]" : "[(@0)" + stride + "]"),
        name.replace("(global ", "(") + "[" + checked + stride + "]",
        List.of(index));
  }

  /** Returns whether vectors of it can be read and written. */
  boolean dense() {
    return stride.isEmpty();
  }
}
