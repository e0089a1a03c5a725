package dev.barnacle.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuildOptionsTest {
  @Test
  void withoutOptionsAProgramIsOpenClC12() throws Exception {
    assertEquals(BuildOptions.NONE, BuildOptions.parse(""));
    assertEquals(BuildOptions.NONE, BuildOptions.parse(" \t\n"));
    assertEquals(OpenClVersion.CL1_2, BuildOptions.NONE.version());
  }

  @Test
  void definitionsMayStandApartAndBeQuoted() throws Exception {
    assertEquals(
        List.of("-DA", "-DB=2", "-DC=a b", "-DD=\"text\"", "-DE=x y", "-DF(x)=(x)", "-UG"),
        BuildOptions.parse("-D A -DB=2 -DC=\"a b\" -DD=\\\"text\\\" '-DE=x y' -D \"F(x)=(x)\" -U G")
            .clangArguments());
  }

  @Test
  void aBackslashIsItselfBeforeOrdinaryCharacters() throws Exception {
    assertEquals(
        List.of("-IC:\\include\\new"), BuildOptions.parse("-IC:\\include\\new").clangArguments());
    assertEquals(List.of("-Ia b"), BuildOptions.parse("-Ia\\ b").clangArguments());
  }

  @Test
  void includeFoldersKeepTheirOrder() throws Exception {
    BuildOptions options = BuildOptions.parse("-I one -I\"two words\" -Ithree");
    assertEquals(List.of("one", "two words", "three"), options.includeFolders());
  }

  @ParameterizedTest
  @ValueSource(strings = {"CL1.1", "CL1.2", "CL2.0", "CL3.0", "CLC++1.0", "CLC++2021"})
  void theVersionIsChosen(String version) throws Exception {
    assertEquals(version, BuildOptions.parse("-cl-std=" + version).version().option());
  }

  @Test
  void cxxWithoutAVersionIs10() throws Exception {
    assertEquals(OpenClVersion.CXX1_0, BuildOptions.parse("-cl-std=CLC++").version());
    assertEquals(OpenClVersion.CXX1_0, BuildOptions.parse("-cl-std=clc++").version());
    assertEquals(OpenClVersion.CXX2021, BuildOptions.parse("-cl-std=clc++2021").version());
    assertEquals(OpenClVersion.CL3_0, BuildOptions.parse("-cl-std=cl3.0").version());
    assertThrows(InvalidOptionException.class, () -> BuildOptions.parse("-cl-std=CLC++2022"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-cl-single-precision-constant",
        "-cl-fp32-correctly-rounded-divide-sqrt",
        "-cl-no-signed-zeros",
        "-cl-finite-math-only",
        "-w",
        "-Werror",
        "-Wall",
        "-Wno-unused-variable"
      })
  void clangIsToldOf(String option) throws Exception {
    assertEquals(List.of(option), BuildOptions.parse(option).clangArguments());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-cl-mad-enable", "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"})
  void clangMayFuseProductsAndSums(String option) throws Exception {
    assertEquals(
        List.of(option, "-ffp-contract=fast"), BuildOptions.parse(option).clangArguments());
  }

  @Test
  void switchesAreSeen() throws Exception {
    assertTrue(BuildOptions.NONE.optimize());
    assertFalse(BuildOptions.parse("-cl-opt-disable").optimize());
    assertFalse(BuildOptions.NONE.debug());
    assertTrue(BuildOptions.parse("-g").debug());
    assertFalse(BuildOptions.NONE.uniformWorkGroups());
    assertTrue(BuildOptions.parse("-cl-uniform-work-group-size").uniformWorkGroups());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-cl-denorms-are-zero",
        "-cl-strict-aliasing",
        "-cl-kernel-arg-info",
        "-cl-no-subgroup-ifp",
        "-O2"
      })
  void whatHoldsAnywayIsAccepted(String option) throws Exception {
    assertEquals(BuildOptions.NONE, BuildOptions.parse(option));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-cl-std=CL1.0",
        "-cl-std=CL4.0",
        "-cl-std=Clc++",
        "-cl-std",
        "-cl-nonsense",
        "-nonsense",
        "nonsense",
        "-o file",
        "-Xclang -ast-dump",
        "-fplugin=evil.so",
        "-Wl,-x",
        "-W",
        "-D",
        "-D 1A",
        "-D=2",
        "-DA-B",
        "-U A=1",
        "-I",
        "\"\"",
        "-DA='open",
        "-DA=\"open"
      })
  void whatIsNoOptionIsRefused(String options) {
    InvalidOptionException e =
        assertThrows(InvalidOptionException.class, () -> BuildOptions.parse(options));
    assertTrue(
        e.diagnostics().getFirst().message().startsWith("invalid build option"), e.toString());
  }
}
