package dev.barnacle.icd.internal.abi;

import java.util.List;

/** The place of the shim's table of entry points, which has one address for each. */
public final class DispatchTable {
  private static long table;
  private static List<Entry> all = List.of();

  private DispatchTable() {}

  /**
   * Says where it is.
   *
   * @param entries the entry points, in the table's order
   */
  public static void place(long address, List<Entry> entries) {
    table = address;
    all = entries;
  }

  /** Returns the address of an extension's entry point; 0 if there is none of that name. */
  public static long extensionFunction(String name) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).place() == Entry.Place.NAMED && all.get(i).name().equals(name)) {
        return Native.getLong(table + 8L * i);
      }
    }
    return 0;
  }
}
