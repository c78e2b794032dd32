import Foundation

/// The memory of this process, in KiB, from `/proc`.
enum ProcessMemory {
  static var resident: Int { value("VmRSS:") }
  /// The greatest memory since the last reset.
  static var peak: Int { value("VmHWM:") }

  static func resetPeak() {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  private static func value(_ name: String) -> Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
