/**
 * Facts of a kernel's IR, found before code is emitted: regions between barriers, shapes of values
 * from lane to lane, roots and parts of addresses, which accesses can't meet. Nothing in here emits
 * text or decides.
 *
 * <p>Begin with {@link BarrierRegions} and {@link LaneShapes}.
 *
 * <p>May use: abi.
 */
package dev.barnacle.simd.internal.analysis;
