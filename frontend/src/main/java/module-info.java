/** Source to IR. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.frontend {
  requires static transitive org.jspecify;
  requires transitive dev.barnacle.ir;
  requires dev.barnacle.llvm;
  requires dev.barnacle.store;
  requires org.antlr.antlr4.runtime;

  exports dev.barnacle.frontend;
  exports dev.barnacle.frontend.extension to
      dev.barnacle.cli,
      dev.barnacle.icd;
  exports dev.barnacle.frontend.litmus;
}
