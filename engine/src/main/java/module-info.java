/** The interface of engines, which run kernels, and the parts that all of them share. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.engine {
  requires transitive dev.barnacle.ir;
  requires java.management;
  requires jdk.management;
  requires static transitive org.jspecify;

  exports dev.barnacle.engine;
  exports dev.barnacle.engine.enqueue;
  exports dev.barnacle.engine.fault;
  exports dev.barnacle.engine.math;
}
