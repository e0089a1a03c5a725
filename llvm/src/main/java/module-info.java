/**
 * LLVM and clang for Barnacle: loading, typed and closing wrappers, the JIT. Knows nothing of
 * OpenCL.
 */
@org.jspecify.annotations.NullMarked
module dev.barnacle.llvm {
  requires dev.barnacle.store;
  requires static transitive org.jspecify;
  requires org.bytedeco.javacpp;
  requires org.bytedeco.llvm;

  exports dev.barnacle.llvm;
}
