import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Darwin)
import Darwin
#endif

/// The output of the commands.
enum Console {
  static func print(_ text: String) { write(Data("\(text)\n".utf8)) }

  /// Writes to standard output. Errors are ignored, because the reader of a pipe may be gone.
  static func write(_ data: Data) { try? FileHandle.standardOutput.write(contentsOf: data) }

  static func complain(_ text: String) { draw("\(text)\n") }

  /// Writes to standard error.
  static func draw(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// A Boolean value that indicates whether standard error is a terminal.
  static var drawsForPeople: Bool { isatty(STDERR_FILENO) == 1 }

  /// Prints a value as JSON.
  static func print<Value: Encodable>(json value: Value) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
