/** The API for Java programs that run kernels: {@code dev.barnacle.cl}. */
@org.jspecify.annotations.NullMarked
module dev.barnacle {
  requires transitive dev.barnacle.cl;
  requires static transitive org.jspecify;
}
