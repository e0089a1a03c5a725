/** What it is to run a kernel. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.engine {
  requires transitive dev.barnacle.ir;
  requires static transitive org.jspecify;

  exports dev.barnacle.engine;
}
