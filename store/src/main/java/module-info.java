/**
 * What Barnacle keeps on disk: its cache folder, files by name in it, and what tells one build from
 * another. Knows nothing of what is kept.
 */
@org.jspecify.annotations.NullMarked
module dev.barnacle.store {
  requires static transitive org.jspecify;
  requires org.apache.commons.codec;

  exports dev.barnacle.store;
}
