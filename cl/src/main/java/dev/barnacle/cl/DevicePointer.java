package dev.barnacle.cl;

/**
 * An address as a kernel's argument ({@code clSetKernelArgMemPointerINTEL}, {@code
 * clSetKernelArgDevicePointerEXT}): into unified shared memory, or into a {@link Buffer} that has a
 * device address. Any other value is one too, as long as the kernel does not access what is there;
 * 0 is the null pointer.
 *
 * @param address the address
 */
public record DevicePointer(long address) {}
