/**
 * Pictures that are read and written as images' texels. Begin with {@link PictureReader}.
 *
 * <p>May use: nothing.
 */
package dev.barnacle.cli.internal.image;
