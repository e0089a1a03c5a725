/**
 * The API: a class for each object and value of OpenCL. Begin with {@link Context}.
 *
 * <p>What they do is behind them, in the rooms of {@code dev.barnacle.cl.internal}, which know the
 * values (error codes, flags, formats, ranges) and none of the objects. Beside the public classes
 * stand here only those which make and check these objects: {@link MemoryFactory} and {@link
 * QueueShorthands}, parts of a public class each, {@link ImageMaker} and {@link ArgumentBinder}.
 */
package dev.barnacle.cl;
