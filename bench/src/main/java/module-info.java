/** Times Barnacle, beside other OpenCL platforms and C. No part of what it times uses it. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.bench {
  requires transitive dev.barnacle.cl;
  requires transitive dev.barnacle.command;
  requires dev.barnacle.explore;
  requires dev.barnacle.llvm;
  requires dev.barnacle.model;
  requires dev.barnacle.simd;
  requires org.lwjgl;
  requires org.lwjgl.opencl;
  requires static transitive org.jspecify;

  exports dev.barnacle.bench to
      dev.barnacle.cli;
}
