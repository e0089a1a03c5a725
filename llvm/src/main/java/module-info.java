/**
 * LLVM and clang for Barnacle: loading, typed and closing wrappers, the JIT. Knows nothing of
 * OpenCL.
 */
@org.jspecify.annotations.NullMarked
module dev.barnacle.llvm {
  requires dev.barnacle.store;
  requires static transitive org.jspecify;
  requires org.bytedeco.javacpp;
  requires transitive org.bytedeco.llvm;

  exports dev.barnacle.llvm;
  exports dev.barnacle.llvm.clang;
  exports dev.barnacle.llvm.error;
  exports dev.barnacle.llvm.host;
  exports dev.barnacle.llvm.jit;
  exports dev.barnacle.llvm.machine;
  exports dev.barnacle.llvm.module;
  exports dev.barnacle.llvm.text;
  exports dev.barnacle.llvm.view;
}
