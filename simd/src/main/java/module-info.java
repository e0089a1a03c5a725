/** IR to SIMD work-group functions, through LLVM. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.simd {
  requires transitive dev.barnacle.engine;
  requires dev.barnacle.llvm;
  requires dev.barnacle.store;
  requires java.management;
  requires static transitive org.jspecify;

  exports dev.barnacle.simd;
}
