import Counting
import Foundation
import PerennialSQLite

// The program that `.ci/bench-count` runs under callgrind, once for each workload.
//
//   CountedWorkloads                  prints the names and the titles of the workloads
//   CountedWorkloads --sqlite         prints the version of SQLite
//   CountedWorkloads NAME DIRECTORY   does the work of this name, with stores in this directory

let workloads = CountedWorkload.items + CountedWorkload.schools + CountedWorkload.presets
let arguments = CommandLine.arguments.dropFirst()

switch (arguments.first, arguments.last) {
case (nil, _):
  for workload in workloads { print("\(workload.name)\t\(workload.title)") }
case ("--sqlite", _):
  print(String(cString: sqlite3_libversion()))
case (let name?, let directory?) where arguments.count == 2:
  guard let workload = workloads.first(where: { $0.name == name }) else {
    fail("“\(name)” is not a workload.")
  }
  guard counting_is_possible() else {
    fail("The process does not run under valgrind, or was built without its headers.")
  }
  try workload.run(in: URL(filePath: directory, directoryHint: .isDirectory))
default:
  fail("usage: CountedWorkloads [--sqlite | NAME DIRECTORY]")
}

/// Ends the process with a message on standard error.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(2)
}
