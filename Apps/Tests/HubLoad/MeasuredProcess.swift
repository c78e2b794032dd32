import Foundation

/// A process whose memory and processor time are read from `/proc`.
struct MeasuredProcess {
  let identifier: Int

  /// The resident memory, in KiB.
  func memory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }

  /// The processor time since the start, in milliseconds, in steps of the system's clock.
  func processorTime() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
    // The name of the program can have spaces. The times are the 12th and 13th words after it.
    let words = (status.split(separator: ")").last ?? "").split(separator: " ")
    let ticks = words.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
    return ticks * 1000 / max(Int(sysconf(Int32(_SC_CLK_TCK))), 1)
  }
}
