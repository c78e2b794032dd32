import Foundation
import HardenedHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The numbers of the process, under the names that Prometheus' own clients use.
package struct ProcessFigures {
  /// The time of the processors that the process has used, in seconds.
  package let processorSeconds: Double
  /// The memory that the process occupies, in bytes; nil off Linux.
  package let memory: Int?
  /// The number of open files and sockets; nil off Linux.
  let descriptors: Int?

  /// Reads the numbers of this process.
  package init() {
    var usage = rusage()
    #if canImport(Glibc)
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    #else
    getrusage(RUSAGE_SELF, &usage)
    #endif
    processorSeconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000
    }
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    memory = pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
  }

  func write(to text: inout MetricsText, since start: Double) {
    text.counter(
      "process_cpu_seconds_total", help: "Time of the processors that the process has used.",
      value: processorSeconds)
    if let memory {
      text.gauge(
        "process_resident_memory_bytes", help: "Memory that the process occupies.", value: memory)
    }
    if let descriptors {
      text.gauge("process_open_fds", help: "Open files and sockets.", value: descriptors)
    }
    text.gauge(
      "process_max_fds", help: "The most open files and sockets.", value: DescriptorLimit.current)
    text.gauge(
      "process_start_time_seconds", help: "The start of the process, in seconds since 1970.",
      value: start)
  }
}
