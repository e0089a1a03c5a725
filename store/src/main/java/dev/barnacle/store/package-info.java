/**
 * What Barnacle keeps on disk: its cache folder, files by name in it, and what tells one build from
 * another.
 *
 * <p>Begin with {@link BlobStore} and {@link BuildCache}.
 */
package dev.barnacle.store;
