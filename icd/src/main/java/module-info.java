/** The C API as a driver for OpenCL loaders, over {@code cl}. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.icd {
  requires transitive dev.barnacle.cl;
  requires transitive dev.barnacle.watch;
  requires dev.barnacle.frontend;
  requires dev.barnacle.llvm;
  requires dev.barnacle.simd;
  requires dev.barnacle.store;
  requires static transitive org.jspecify;

  exports dev.barnacle.icd;
}
