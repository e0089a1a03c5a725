/**
 * The data that Barnacle keeps on disk: its cache folder, files by name in it, and the identity of
 * a build. It knows nothing of what is kept.
 */
@org.jspecify.annotations.NullMarked
module dev.barnacle.store {
  requires static transitive org.jspecify;
  requires org.apache.commons.codec;

  exports dev.barnacle.store;
}
