package dev.barnacle.simd.internal.kernel;

import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.GroupOutcome;
import dev.barnacle.simd.internal.emit.ModuleContext;

/** The times at which the arena's local memory, its variables and arguments, is cleared. */
enum LocalZeros {
  /** Never. */
  NONE,
  /** Before each work-group. */
  ALWAYS,
  /** Before each work-group that begins: others have been put aside and go on. */
  AT_BEGIN;

  /**
   * Adds to the entry function what is done before it runs a work-group. It is the arena that is
   * cleared there and not what the group's function gets, for which LLVM takes both as apart.
   */
  void emit(LlvmText text, ModuleContext module) {
    if (this == NONE) {
      return;
    }
    String end = text.load("i64", text.gep("%arena", ArenaLayout.END));
    String bytes = text.sub("i64", end, ArenaLayout.HEADER);
    if (this == AT_BEGIN) {
      String outcome = text.load("i64", text.gep("%arena", ArenaLayout.OUTCOME));
      String begins = text.icmp("eq", "i64", outcome, GroupOutcome.ENDED.code());
      bytes = text.select(begins, "i64", bytes, "0");
    }
    module.declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)");
    text.call(
        "void",
        "@llvm.memset.p0.i64",
        "ptr " + text.gep("%arena", ArenaLayout.HEADER),
        "i8 0",
        "i64 " + bytes,
        "i1 false");
  }
}
