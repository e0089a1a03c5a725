package dev.barnacle.cl;

/**
 * An address as a kernel's argument ({@code clSetKernelArgSVMPointer}): into an {@link SvmBlock}
 * or, as SVM is of the whole system, into any other memory of the process. 0 is the null pointer.
 *
 * @param address the address
 */
public record SvmPointer(long address) {}
