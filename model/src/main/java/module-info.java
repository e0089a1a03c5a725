/** Memory models: events, relations, executions, the .cat language and the shipped models. */
@org.jspecify.annotations.NullMarked
module dev.barnacle.model {
  requires static transitive org.jspecify;
  requires org.antlr.antlr4.runtime;

  exports dev.barnacle.model;
}
