#define _GNU_SOURCE

#include "PowerCut.h"

#ifdef __linux__

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Copies the bytes of a file that was synchronised. The copy takes the place of the former one at once, so that a
/// process that is killed in between leaves a whole one.
static int keep(int file) {
  const char *directory = getenv("POWER_CUT_DIRECTORY");
  if (!directory) return 0;
  char link[64], path[PATH_MAX], draft[PATH_MAX + 16], copy[PATH_MAX + 16];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return -1;
  path[length] = 0;
  size_t prefix = strlen(directory);
  if (strncmp(path, directory, prefix) != 0 || path[prefix] != '/') return 0;
  snprintf(draft, sizeof draft, "%s.draft", path);
  snprintf(copy, sizeof copy, "%s.synced", path);
  int target = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (target < 0) return -1;
  char bytes[65536];
  off_t offset = 0;
  ssize_t count;
  while ((count = pread(file, bytes, sizeof bytes, offset)) > 0) {
    if (write(target, bytes, (size_t)count) != count) count = -1;
    if (count < 0) break;
    offset += count;
  }
  close(target);
  return count < 0 ? -1 : rename(draft, copy);
}

/// Synchronises a file by the function of the system that has a name.
static int synchronise(const char *name, int file) {
  int (*system)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  if (!system) return -1;
  int result = system(file);
  // A directory has no bytes: reading it fails, which is no failure of the synchronisation.
  if (result == 0) keep(file);
  return result;
}

int fsync(int file) { return synchronise("fsync", file); }

int fdatasync(int file) { return synchronise("fdatasync", file); }

#endif
