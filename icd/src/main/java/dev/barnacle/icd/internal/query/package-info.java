/**
 * The answers of {@code clGet…Info} about the platform and its devices.
 *
 * <p>Begin with {@link Info} and {@link DeviceInfo}.
 *
 * <p>May use: abi, process, handle.
 */
package dev.barnacle.icd.internal.query;
