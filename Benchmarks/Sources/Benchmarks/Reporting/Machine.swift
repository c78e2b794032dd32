import Foundation
import GRDBSQLite

/// The machine and the software that the figures belong to.
struct Machine: Codable {
  /// The processor's name, as the system states it.
  var processor: String = Machine.processorName ?? "a processor without a name"

  /// The number of processors that the system offers.
  var processors: Int = ProcessInfo.processInfo.activeProcessorCount

  var system: String = ProcessInfo.processInfo.operatingSystemVersionString

  /// The major and minor version of Swift's standard library.
  var swift: String = "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2)
    .joined(separator: ".")

  /// The version of SQLite that every contender used.
  var sqlite: String = String(cString: sqlite3_libversion())

  #if canImport(Darwin)
  private static var processorName: String? {
    var size = 0
    guard sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0) == 0 else { return nil }
    var name = [UInt8](repeating: 0, count: size)
    guard sysctlbyname("machdep.cpu.brand_string", &name, &size, nil, 0) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
  }
  #else
  /// Processors other than Intel's and AMD's may have no name in this file, only numbers.
  private static var processorName: String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: "\n").map { line in
      line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for name in ["model name", "Model", "Hardware", "cpu model", "uarch"] {
      if let value = fields.first(where: { $0.count == 2 && $0[0] == name })?[1] { return value }
    }
    return nil
  }
  #endif
}
