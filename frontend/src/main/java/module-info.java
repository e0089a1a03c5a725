/** Source to IR. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.frontend {
  requires static transitive org.jspecify;
  requires transitive dev.barnacle.ir;
  requires dev.barnacle.llvm;

  exports dev.barnacle.frontend;
}
