#ifndef COMPILER_INDEX_H
#define COMPILER_INDEX_H

#include <stddef.h>
#include <stdint.h>

/// What the compiler notes, beside its objects, of the sources that it compiles: which symbol occurs
/// where, and as what. It is read by the toolchain's libIndexStore, which is loaded when it is asked
/// for.

/// A piece of text that is not terminated, and valid during the visit only.
typedef struct {
  const char *start;
  size_t length;
} compiler_index_text;

/// What an occurrence is; to be combined.
enum {
  compiler_index_definition = 1 << 1,
  compiler_index_reference = 1 << 2,
  compiler_index_implicit = 1 << 8,
  compiler_index_child = 1 << 9,
  compiler_index_override = 1 << 11,
  compiler_index_extended = 1 << 14
};

/// What a symbol is, of those kinds that are asked for.
enum {
  compiler_index_macro = 4,
  compiler_index_protocol = 8,
  compiler_index_extension = 9,
  compiler_index_case = 15,
  compiler_index_parameter = 25
};

/// How the symbol of an occurrence is related to another.
typedef struct {
  uint64_t roles;
  compiler_index_text symbol;
  compiler_index_text name;
} compiler_index_relation;

typedef struct {
  compiler_index_text file;
  unsigned line;
  uint64_t roles;
  int kind;
  /// The symbol, by the name that is unique in a program.
  compiler_index_text symbol;
  compiler_index_text name;
  const compiler_index_relation *relations;
  size_t relation_count;
} compiler_index_occurrence;

typedef void (*compiler_index_visitor)(void *context, const compiler_index_occurrence *occurrence);

/// Visits what occurs in the sources of a module.
///
/// Returns null, or what went wrong; the text is valid until the next call by the same thread.
const char *compiler_index_visit(
    const char *library, const char *store, const char *module, void *context,
    compiler_index_visitor visitor);

/// The path of the library or program that has an address; null if there is none. Valid as long as it
/// is loaded.
const char *compiler_index_image(const void *address);

/// The address of a symbol of this process; null if there is none.
const void *compiler_index_address(const char *name);

#endif
