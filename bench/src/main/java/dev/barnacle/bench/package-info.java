/** Times Barnacle: {@code barnacle bench} ({@link dev.barnacle.bench.Bench}). */
package dev.barnacle.bench;
