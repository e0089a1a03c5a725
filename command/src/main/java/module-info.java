/** The parts of any command: its arguments, errors of what it is given, JSON. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.command {
  requires dev.barnacle.ir;
  requires dev.barnacle.model;
  requires static transitive org.jspecify;

  exports dev.barnacle.command.arguments to
      dev.barnacle.bench,
      dev.barnacle.cli;
  exports dev.barnacle.command.input to
      dev.barnacle.bench,
      dev.barnacle.cli;
  exports dev.barnacle.command.json to
      dev.barnacle.bench,
      dev.barnacle.cli;
}
