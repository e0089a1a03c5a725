/**
 * The data that Barnacle keeps on disk: its cache folder, files by name in it, and the identity of
 * a build.
 *
 * <p>Begin with {@link BlobStore} and {@link BuildCache}.
 */
package dev.barnacle.store;
