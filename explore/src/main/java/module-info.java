/** All executions of a program that a memory model allows. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.explore {
  requires static transitive org.jspecify;
  requires transitive dev.barnacle.ir;
  requires transitive dev.barnacle.engine;
  requires transitive dev.barnacle.model;

  exports dev.barnacle.explore;
}
