/**
 * {@code run}, and what all commands need to launch: arguments' memory ({@link Arguments}), sizes
 * ({@link Launches}), output. Begin with {@link LaunchRun}.
 *
 * <p>May use: image, launch, spirv.
 */
package dev.barnacle.cli.internal.run;
