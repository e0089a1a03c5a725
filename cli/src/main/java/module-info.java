/** The barnacle command. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.cli {
  requires dev.barnacle.bench;
  requires dev.barnacle.cl;
  requires dev.barnacle.command;
  requires dev.barnacle.explore;
  requires dev.barnacle.frontend;
  requires dev.barnacle.icd;
  requires dev.barnacle.ir;
  requires dev.barnacle.llvm;
  requires dev.barnacle.store;
  requires dev.barnacle.watch;
  requires java.desktop;
  requires java.xml;
  requires org.lwjgl;
  requires org.lwjgl.shaderc;
  requires static transitive org.jspecify;

  exports dev.barnacle.cli;
}
