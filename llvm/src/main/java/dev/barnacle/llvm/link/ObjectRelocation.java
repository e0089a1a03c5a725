package dev.barnacle.llvm.link;

/**
 * A place that the linker fills in.
 *
 * @param section the number of the section that it is in
 * @param offset in that section
 * @param type as the processor's ABI numbers them
 * @param symbol the number of the symbol whose address it needs
 * @param addend is added to that
 */
record ObjectRelocation(int section, long offset, int type, int symbol, long addend) {}
