/**
 * What {@code clGet…Info} answers of the platform and its devices.
 *
 * <p>Begin with {@link Info} and {@link DeviceInfo}.
 *
 * <p>May use: abi, process, handle.
 */
package dev.barnacle.icd.internal.query;
