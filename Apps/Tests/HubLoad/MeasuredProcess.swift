import Foundation

/// A process whose memory and processor time are read from `/proc`.
struct MeasuredProcess {
  /// This process.
  static let own = MeasuredProcess("self")

  private let folder: String

  /// - Parameter identifier: The number of the process.
  init(_ identifier: Int) { self.init("\(identifier)") }

  private init(_ name: String) { folder = "/proc/\(name)" }

  /// The resident memory, in KiB.
  func memory() throws -> Int { try status("VmRSS:") }

  /// The greatest memory since the last reset, in KiB.
  func peakMemory() throws -> Int { try status("VmHWM:") }

  func resetPeak() throws {
    try "5".write(toFile: folder + "/clear_refs", atomically: false, encoding: .utf8)
  }

  /// The processor time since the start, in milliseconds, in steps of the system's clock.
  func processorTime() throws -> Int {
    let text = try String(contentsOfFile: folder + "/stat", encoding: .utf8)
    // The name of the program can have spaces. The times are the 12th and 13th words after it.
    let words = (text.split(separator: ")").last ?? "").split(separator: " ")
    let ticks = words.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
    return ticks * 1000 / max(Int(sysconf(Int32(_SC_CLK_TCK))), 1)
  }

  private func status(_ name: String) throws -> Int {
    let text = try String(contentsOfFile: folder + "/status", encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
