#ifndef POWER_CUT_H
#define POWER_CUT_H

/// A library for the dynamic linker (`LD_PRELOAD`) that keeps what a power cut would leave of a process's files.
///
/// Each time the process synchronises a file below the directory of the environment variable `POWER_CUT_DIRECTORY`,
/// the bytes of the file are copied to a file with the same name and `.synced` at its end. Linux only; the library
/// is empty elsewhere.

#endif
