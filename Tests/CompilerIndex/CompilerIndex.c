#define _GNU_SOURCE
#include "CompilerIndex.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The part of libIndexStore's interface that is used here.

typedef void *object;
typedef bool (*text_visitor)(void *context, compiler_index_text text);
typedef bool (*object_visitor)(void *context, object object);

static struct {
  object (*store_create)(const char *path, object *error);
  void (*store_dispose)(object store);
  bool (*store_units_apply_f)(
      object store, unsigned is_sorted, void *context, text_visitor visitor);
  object (*unit_reader_create)(object store, const char *name, object *error);
  void (*unit_reader_dispose)(object unit);
  compiler_index_text (*unit_reader_get_module_name)(object unit);
  compiler_index_text (*unit_reader_get_main_file)(object unit);
  int (*store_get_unit_modification_time)(
      object store, const char *name, int64_t *seconds, int64_t *nanoseconds);
  bool (*unit_reader_dependencies_apply_f)(object unit, void *context, object_visitor visitor);
  int (*unit_dependency_get_kind)(object dependency);
  compiler_index_text (*unit_dependency_get_name)(object dependency);
  compiler_index_text (*unit_dependency_get_filepath)(object dependency);
  object (*record_reader_create)(object store, const char *name, object *error);
  void (*record_reader_dispose)(object record);
  bool (*record_reader_occurrences_apply_f)(object record, void *context, object_visitor visitor);
  object (*occurrence_get_symbol)(object occurrence);
  uint64_t (*occurrence_get_roles)(object occurrence);
  void (*occurrence_get_line_col)(object occurrence, unsigned *line, unsigned *column);
  bool (*occurrence_relations_apply_f)(object occurrence, void *context, object_visitor visitor);
  uint64_t (*symbol_relation_get_roles)(object relation);
  object (*symbol_relation_get_symbol)(object relation);
  int (*symbol_get_kind)(object symbol);
  compiler_index_text (*symbol_get_name)(object symbol);
  compiler_index_text (*symbol_get_usr)(object symbol);
} library;

static _Thread_local char problem[512];

static const char *load(const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    snprintf(problem, sizeof problem, "%s", reason ? reason : path);
    return problem;
  }
#define LOAD(name)                                                          \
  if (!(*(void **)&library.name = dlsym(handle, "indexstore_" #name))) {    \
    snprintf(problem, sizeof problem, "%s has no indexstore_" #name, path); \
    return problem;                                                         \
  }
  LOAD(store_create)
  LOAD(store_dispose)
  LOAD(store_units_apply_f)
  LOAD(unit_reader_create)
  LOAD(unit_reader_dispose)
  LOAD(unit_reader_get_module_name)
  LOAD(unit_reader_get_main_file)
  LOAD(store_get_unit_modification_time)
  LOAD(unit_reader_dependencies_apply_f)
  LOAD(unit_dependency_get_kind)
  LOAD(unit_dependency_get_name)
  LOAD(unit_dependency_get_filepath)
  LOAD(record_reader_create)
  LOAD(record_reader_dispose)
  LOAD(record_reader_occurrences_apply_f)
  LOAD(occurrence_get_symbol)
  LOAD(occurrence_get_roles)
  LOAD(occurrence_get_line_col)
  LOAD(occurrence_relations_apply_f)
  LOAD(symbol_relation_get_roles)
  LOAD(symbol_relation_get_symbol)
  LOAD(symbol_get_kind)
  LOAD(symbol_get_name)
  LOAD(symbol_get_usr)
#undef LOAD
  return NULL;
}

typedef struct {
  object store;
  compiler_index_text module;
  compiler_index_text file;
  void *context;
  compiler_index_visitor visitor;
} visit;

typedef struct {
  compiler_index_relation *relations;
  size_t count, capacity;
} relations;

static bool add_relation(void *context, object object) {
  relations *list = context;
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    void *grown = realloc(list->relations, capacity * sizeof *list->relations);
    if (!grown) return false;
    list->relations = grown;
    list->capacity = capacity;
  }
  void *symbol = library.symbol_relation_get_symbol(object);
  list->relations[list->count++] = (compiler_index_relation){
      .roles = library.symbol_relation_get_roles(object),
      .symbol = library.symbol_get_usr(symbol),
      .name = library.symbol_get_name(symbol)};
  return true;
}

static bool visit_occurrence(void *context, object object) {
  visit *visit = context;
  void *symbol = library.occurrence_get_symbol(object);
  relations list = {0};
  library.occurrence_relations_apply_f(object, &list, add_relation);
  compiler_index_occurrence occurrence = {
      .file = visit->file,
      .roles = library.occurrence_get_roles(object),
      .kind = library.symbol_get_kind(symbol),
      .symbol = library.symbol_get_usr(symbol),
      .name = library.symbol_get_name(symbol),
      .relations = list.relations,
      .relation_count = list.count};
  unsigned column = 0;
  library.occurrence_get_line_col(object, &occurrence.line, &column);
  visit->visitor(visit->context, &occurrence);
  free(list.relations);
  return true;
}

static bool visit_dependency(void *context, object object) {
  enum { record = 2 };
  visit *visit = context;
  if (library.unit_dependency_get_kind(object) != record) return true;
  compiler_index_text name = library.unit_dependency_get_name(object);
  char *copy = strndup(name.start, name.length);
  if (!copy) return false;
  visit->file = library.unit_dependency_get_filepath(object);
  void *reader = library.record_reader_create(visit->store, copy, NULL);
  free(copy);
  if (!reader) return true;
  library.record_reader_occurrences_apply_f(reader, visit, visit_occurrence);
  library.record_reader_dispose(reader);
  return true;
}

// A source that is compiled for the host and for the target has two units. The older one may be of an
// earlier version of the source.

typedef struct {
  char *name, *file;
  int64_t seconds, nanoseconds;
} unit;

typedef struct {
  const visit *visit;
  unit *units;
  size_t count, capacity;
} units;

static bool is_newer(const unit *a, const unit *b) {
  if (a->seconds != b->seconds) return a->seconds > b->seconds;
  return a->nanoseconds > b->nanoseconds;
}

static void add_unit(units *list, unit new) {
  for (size_t i = 0; i < list->count; i++) {
    unit *known = &list->units[i];
    if (strcmp(known->file, new.file) != 0) continue;
    unit older = is_newer(&new, known) ? *known : new;
    if (is_newer(&new, known)) *known = new;
    free(older.name);
    free(older.file);
    return;
  }
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 512;
    void *grown = realloc(list->units, capacity * sizeof *list->units);
    if (!grown) return;
    list->units = grown;
    list->capacity = capacity;
  }
  list->units[list->count++] = new;
}

static bool find_unit(void *context, compiler_index_text text) {
  units *list = context;
  const visit *visit = list->visit;
  unit found = {.name = strndup(text.start, text.length)};
  if (!found.name) return false;
  void *reader = library.unit_reader_create(visit->store, found.name, NULL);
  if (reader) {
    compiler_index_text module = library.unit_reader_get_module_name(reader);
    if (module.length == visit->module.length &&
        memcmp(module.start, visit->module.start, module.length) == 0) {
      compiler_index_text file = library.unit_reader_get_main_file(reader);
      found.file = strndup(file.start, file.length);
      library.store_get_unit_modification_time(
          visit->store, found.name, &found.seconds, &found.nanoseconds);
    }
    library.unit_reader_dispose(reader);
  }
  if (found.file) {
    add_unit(list, found);
  } else {
    free(found.name);
  }
  return true;
}

static void visit_units(visit *visit) {
  units list = {.visit = visit};
  library.store_units_apply_f(visit->store, 0, &list, find_unit);
  for (size_t i = 0; i < list.count; i++) {
    void *reader = library.unit_reader_create(visit->store, list.units[i].name, NULL);
    if (reader) {
      library.unit_reader_dependencies_apply_f(reader, visit, visit_dependency);
      library.unit_reader_dispose(reader);
    }
    free(list.units[i].name);
    free(list.units[i].file);
  }
  free(list.units);
}

const char *compiler_index_visit(
    const char *path, const char *store, const char *module, void *context,
    compiler_index_visitor visitor) {
  const char *failure = load(path);
  if (failure) return failure;
  visit visit = {
      .store = library.store_create(store, NULL),
      .module = {module, strlen(module)},
      .context = context,
      .visitor = visitor};
  if (!visit.store) {
    snprintf(problem, sizeof problem, "%s is no index", store);
    return problem;
  }
  visit_units(&visit);
  library.store_dispose(visit.store);
  return NULL;
}

const char *compiler_index_image(const void *address) {
  Dl_info information;
  return dladdr(address, &information) ? information.dli_fname : NULL;
}

const void *compiler_index_address(const char *name) { return dlsym(RTLD_DEFAULT, name); }
