#include "FaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct faulty_disk {
  faulty_disk *next;
  /// The watch, and the files that are open.
  atomic_int references;
  atomic_int operations;
  atomic_int is_lasting;
  atomic_int code;
  /// The number of the operation that fails, counted down.
  atomic_long turn;
  atomic_long failures;
  size_t length;
  char directory[];
};

/// A file of a watched directory. The operating system's file follows it in memory.
typedef struct {
  sqlite3_file base;
  faulty_disk *disk;
} faulty_file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static faulty_disk *disks;
static sqlite3_vfs *real;
static sqlite3_vfs faulty;

// MARK: Disks

static void drop(faulty_disk *disk) {
  if (atomic_fetch_sub(&disk->references, 1) == 1) free(disk);
}

/// The disk that a file is on, with a reference; null if nobody watches it.
static faulty_disk *disk_of(const char *path) {
  if (!path) return NULL;
  pthread_mutex_lock(&lock);
  faulty_disk *disk = disks;
  while (disk && strncmp(path, disk->directory, disk->length) != 0) disk = disk->next;
  if (disk) atomic_fetch_add(&disk->references, 1);
  pthread_mutex_unlock(&lock);
  return disk;
}

/// The code with which an operation fails, or `SQLITE_OK`.
static int failure(faulty_disk *disk, int operation) {
  if (!(atomic_load(&disk->operations) & operation)) return SQLITE_OK;
  long turn = atomic_fetch_sub(&disk->turn, 1);
  if (turn > 1 || (turn < 1 && !atomic_load(&disk->is_lasting))) return SQLITE_OK;
  atomic_fetch_add(&disk->failures, 1);
  return atomic_load(&disk->code);
}

// MARK: Files

static sqlite3_file *below(sqlite3_file *file) {
  return (sqlite3_file *)((faulty_file *)file + 1);
}

static faulty_disk *disk_below(sqlite3_file *file) { return ((faulty_file *)file)->disk; }

static int close_file(sqlite3_file *file) {
  int code = below(file)->pMethods->xClose(below(file));
  drop(disk_below(file));
  return code;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return below(file)->pMethods->xRead(below(file), bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int code = failure(disk_below(file), faulty_disk_write);
  if (code == SQLITE_OK) return below(file)->pMethods->xWrite(below(file), bytes, count, offset);
  below(file)->pMethods->xWrite(below(file), bytes, count / 2, offset);
  return code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  int code = failure(disk_below(file), faulty_disk_truncate);
  return code == SQLITE_OK ? below(file)->pMethods->xTruncate(below(file), size) : code;
}

static int sync_file(sqlite3_file *file, int flags) {
  int code = failure(disk_below(file), faulty_disk_sync);
  return code == SQLITE_OK ? below(file)->pMethods->xSync(below(file), flags) : code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return below(file)->pMethods->xFileSize(below(file), size);
}

static int lock_file(sqlite3_file *file, int level) {
  return below(file)->pMethods->xLock(below(file), level);
}

static int unlock_file(sqlite3_file *file, int level) {
  return below(file)->pMethods->xUnlock(below(file), level);
}

static int check_reserved_lock(sqlite3_file *file, int *result) {
  return below(file)->pMethods->xCheckReservedLock(below(file), result);
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
  return below(file)->pMethods->xFileControl(below(file), operation, argument);
}

static int sector_size(sqlite3_file *file) {
  return below(file)->pMethods->xSectorSize(below(file));
}

static int device_characteristics(sqlite3_file *file) {
  return below(file)->pMethods->xDeviceCharacteristics(below(file));
}

static int map_memory(
  sqlite3_file *file, int page, int size, int is_growing, void volatile **memory) {
  int code = is_growing ? failure(disk_below(file), faulty_disk_map) : SQLITE_OK;
  if (code != SQLITE_OK) return code;
  return below(file)->pMethods->xShmMap(below(file), page, size, is_growing, memory);
}

static int lock_memory(sqlite3_file *file, int offset, int count, int flags) {
  return below(file)->pMethods->xShmLock(below(file), offset, count, flags);
}

static void put_barrier(sqlite3_file *file) {
  below(file)->pMethods->xShmBarrier(below(file));
}

static int unmap_memory(sqlite3_file *file, int is_last) {
  return below(file)->pMethods->xShmUnmap(below(file), is_last);
}

/// Version 2: without files that are mapped into memory, which would be written behind our back.
static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = close_file,
  .xRead = read_file,
  .xWrite = write_file,
  .xTruncate = truncate_file,
  .xSync = sync_file,
  .xFileSize = file_size,
  .xLock = lock_file,
  .xUnlock = unlock_file,
  .xCheckReservedLock = check_reserved_lock,
  .xFileControl = control_file,
  .xSectorSize = sector_size,
  .xDeviceCharacteristics = device_characteristics,
  .xShmMap = map_memory,
  .xShmLock = lock_memory,
  .xShmBarrier = put_barrier,
  .xShmUnmap = unmap_memory,
};

static int open_file(
  sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *result) {
  (void)vfs;
  faulty_disk *disk = disk_of(path);
  if (!disk) return real->xOpen(real, path, file, flags, result);
  file->pMethods = NULL;
  int code = real->xOpen(real, path, below(file), flags, result);
  if (code == SQLITE_OK) {
    ((faulty_file *)file)->disk = disk;
    file->pMethods = &methods;
    return SQLITE_OK;
  }
  // A file that has methods is closed even if it did not open.
  if (below(file)->pMethods) below(file)->pMethods->xClose(below(file));
  drop(disk);
  return code;
}

/// Takes the place of the default.
static void install(void) {
  real = sqlite3_vfs_find(NULL);
  if (!real) return;
  // The operating system's functions ask their VFS for its constants only, which are copied.
  faulty = *real;
  faulty.pNext = NULL;
  faulty.zName = "faulty-disk";
  faulty.szOsFile = (int)sizeof(faulty_file) + real->szOsFile;
  faulty.xOpen = open_file;
  sqlite3_vfs_register(&faulty, 1);
}

// MARK: Watches

faulty_disk *faulty_disk_watch(const char *directory) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  size_t length = strlen(directory);
  faulty_disk *disk = calloc(1, sizeof(faulty_disk) + length + 1);
  if (!disk) return NULL;
  atomic_store(&disk->references, 1);
  disk->length = length;
  memcpy(disk->directory, directory, length);
  pthread_mutex_lock(&lock);
  disk->next = disks;
  disks = disk;
  pthread_mutex_unlock(&lock);
  return disk;
}

void faulty_disk_release(faulty_disk *disk) {
  pthread_mutex_lock(&lock);
  faulty_disk **place = &disks;
  while (*place && *place != disk) place = &(*place)->next;
  if (*place) *place = disk->next;
  pthread_mutex_unlock(&lock);
  drop(disk);
}

void faulty_disk_fail(faulty_disk *disk, int operations, long n, int is_lasting, int code) {
  atomic_store(&disk->operations, 0);
  atomic_store(&disk->failures, 0);
  atomic_store(&disk->turn, n);
  atomic_store(&disk->is_lasting, is_lasting);
  atomic_store(&disk->code, code);
  atomic_store(&disk->operations, operations);
}

void faulty_disk_repair(faulty_disk *disk) { atomic_store(&disk->operations, 0); }

long faulty_disk_failures(const faulty_disk *disk) { return atomic_load(&disk->failures); }
