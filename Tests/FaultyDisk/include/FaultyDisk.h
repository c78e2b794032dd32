#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

/// Below SQLite, in the place of the operating system: lets what SQLite does to the files of one
/// directory fail when a test says so. All other files are left to the operating system.
typedef struct faulty_disk faulty_disk;

/// What can fail; to be combined.
enum {
  /// A write. Half of its bytes get through.
  faulty_disk_write = 1,
  /// A write to the medium (fsync).
  faulty_disk_sync = 2,
  /// A file that is to be cut short.
  faulty_disk_truncate = 4,
  /// Memory that processes share, when it is to grow.
  faulty_disk_map = 8
};

/// Watches the files of a directory that are opened from now on; null without memory.
faulty_disk *faulty_disk_watch(const char *directory);

/// Ends the watch. Files that are open stay as they are.
void faulty_disk_release(faulty_disk *disk);

/// Lets the n-th of these operations from now on fail with a code of SQLite's, and, if it is
/// lasting, all of them that follow.
void faulty_disk_fail(faulty_disk *disk, int operations, long n, int is_lasting, int code);

/// Lets nothing fail any more.
void faulty_disk_repair(faulty_disk *disk);

/// How many operations have failed since `faulty_disk_fail`.
long faulty_disk_failures(const faulty_disk *disk);

#endif
