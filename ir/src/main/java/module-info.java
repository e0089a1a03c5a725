/** The kernel IR of Barnacle. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.ir {
  requires static transitive org.jspecify;

  exports dev.barnacle.ir;
}
