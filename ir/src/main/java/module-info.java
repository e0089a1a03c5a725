/** The kernel IR of Barnacle: the classes, their text form, the verifier, analyses and passes. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.ir {
  requires static transitive org.jspecify;

  exports dev.barnacle.ir;
  exports dev.barnacle.ir.analysis;
  exports dev.barnacle.ir.pass;
  exports dev.barnacle.ir.text;
  exports dev.barnacle.ir.verify;
}
