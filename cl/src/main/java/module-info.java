/** The platform and its Java API: contexts, programs, kernels, buffers. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.cl {
  requires dev.barnacle.frontend;
  requires dev.barnacle.llvm;
  requires dev.barnacle.store;
  requires transitive dev.barnacle.engine;
  requires transitive dev.barnacle.explore;
  requires transitive dev.barnacle.simd;
  requires transitive dev.barnacle.watch;
  requires static transitive org.jspecify;

  uses dev.barnacle.cl.BuiltInKernels;

  provides dev.barnacle.cl.BuiltInKernels with
      dev.barnacle.cl.builtin.StandardKernels;

  exports dev.barnacle.cl;
  exports dev.barnacle.cl.analysis to
      dev.barnacle.cli;
  exports dev.barnacle.cl.bytes to
      dev.barnacle.cli,
      dev.barnacle.icd;
}
