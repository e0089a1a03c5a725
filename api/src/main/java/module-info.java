/** What Java programs that run kernels depend on: the API of {@code dev.barnacle.cl}. */
@org.jspecify.annotations.NullMarked
module dev.barnacle {
  requires transitive dev.barnacle.cl;
  requires static transitive org.jspecify;
}
