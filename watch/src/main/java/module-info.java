/** IR to JVM bytecode with the detectors of races, barrier divergence and bad accesses. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.watch {
  requires transitive dev.barnacle.engine;
  requires static transitive org.jspecify;

  exports dev.barnacle.watch;
  exports dev.barnacle.watch.command;
}
