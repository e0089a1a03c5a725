package dev.barnacle.cl.internal.host;

import java.util.Optional;

/**
 * Names of AArch64 processors, by the fields of their main ID register (Arm Architecture Reference
 * Manual, MIDR_EL1), which Linux prints in {@code /proc/cpuinfo}.
 */
final class ArmProcessors {
  /** Implementer and part in hexadecimal, and the name. */
  private static final String NAMES =
      """
      41 d03 Cortex-A53
      41 d04 Cortex-A35
      41 d05 Cortex-A55
      41 d06 Cortex-A65
      41 d07 Cortex-A57
      41 d08 Cortex-A72
      41 d09 Cortex-A73
      41 d0a Cortex-A75
      41 d0b Cortex-A76
      41 d0c Neoverse N1
      41 d0d Cortex-A77
      41 d0e Cortex-A76AE
      41 d40 Neoverse V1
      41 d41 Cortex-A78
      41 d42 Cortex-A78AE
      41 d44 Cortex-X1
      41 d46 Cortex-A510
      41 d47 Cortex-A710
      41 d48 Cortex-X2
      41 d49 Neoverse N2
      41 d4a Neoverse E1
      41 d4b Cortex-A78C
      41 d4c Cortex-X1C
      41 d4d Cortex-A715
      41 d4e Cortex-X3
      41 d4f Neoverse V2
      41 d80 Cortex-A520
      41 d81 Cortex-A720
      41 d82 Cortex-X4
      41 d83 Neoverse V3AE
      41 d84 Neoverse V3
      41 d85 Cortex-X925
      41 d87 Cortex-A725
      41 d8e Neoverse N3
      42 516 ThunderX2
      43 0a1 ThunderX
      43 0af ThunderX2
      46 001 A64FX
      48 d01 TaiShan v110
      48 d02 TaiShan v120
      4e 003 Denver 2
      4e 004 Carmel
      50 000 X-Gene
      51 001 Oryon
      51 800 Kryo 2XX Gold
      51 801 Kryo 2XX Silver
      51 802 Kryo 3XX Gold
      51 803 Kryo 3XX Silver
      51 804 Kryo 4XX Gold
      51 805 Kryo 4XX Silver
      51 c00 Falkor
      61 022 M1 Icestorm
      61 023 M1 Firestorm
      61 024 M1 Pro Icestorm
      61 025 M1 Pro Firestorm
      61 028 M1 Max Icestorm
      61 029 M1 Max Firestorm
      61 032 M2 Blizzard
      61 033 M2 Avalanche
      61 034 M2 Pro Blizzard
      61 035 M2 Pro Avalanche
      61 038 M2 Max Blizzard
      61 039 M2 Max Avalanche
      6d d49 Azure Cobalt 100
      c0 ac3 AmpereOne
      c0 ac4 AmpereOne A
      """;

  private ArmProcessors() {}

  /** Returns a processor's maker and name, if it is one of those that are well known. */
  static Optional<String> name(int implementer, int part) {
    String key = "%02x %03x ".formatted(implementer, part);
    return NAMES
        .lines()
        .filter(line -> line.startsWith(key))
        .map(line -> maker(implementer).orElseThrow() + " " + line.substring(key.length()))
        .findFirst();
  }

  /** Returns who makes processors with this number, where that is known. */
  static Optional<String> maker(int implementer) {
    return switch (implementer) {
      case 0x41 -> Optional.of("Arm");
      case 0x42 -> Optional.of("Broadcom");
      case 0x43 -> Optional.of("Cavium");
      case 0x46 -> Optional.of("Fujitsu");
      case 0x48 -> Optional.of("HiSilicon");
      case 0x4e -> Optional.of("NVIDIA");
      case 0x50 -> Optional.of("Applied Micro");
      case 0x51 -> Optional.of("Qualcomm");
      case 0x61 -> Optional.of("Apple");
      case 0x6d -> Optional.of("Microsoft");
      case 0xc0 -> Optional.of("Ampere");
      default -> Optional.empty();
    };
  }
}
