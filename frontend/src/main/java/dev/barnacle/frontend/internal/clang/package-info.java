/**
 * OpenCL C through the clang program: options, diagnostics, the compile cache, the library and its
 * linking.
 */
package dev.barnacle.frontend.internal.clang;
