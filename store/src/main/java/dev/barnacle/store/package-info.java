/**
 * What Barnacle keeps on disk: its cache folder, files by name in it, and what tells one build from
 * another.
 *
 * <p>Begin with {@link CacheDirectory} and {@link DiskCache}.
 */
package dev.barnacle.store;
