public import CompilerIndex
import Foundation

/// The compiler's index of the sources, beside the program that runs the tests.
public enum IndexStore {
  /// A failure to read the index.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
  }

  /// `true` if there is an index. Builds for release have none.
  public static var isThere: Bool {
    guard let (library, store) = try? places() else { return false }
    return [library, store].allSatisfy(FileManager.default.fileExists(atPath:))
  }

  /// Returns the paths of the library that reads the index, and of the index.
  public static func places() throws -> (library: String, store: String) {
    guard let program = Bundle.main.executableURL,
      let retain = compiler_index_address("swift_retain"),
      let runtime = compiler_index_image(retain).map({ URL(fileURLWithPath: String(cString: $0)) })
    else { throw Failure("neither the program nor Swift's library is a file") }
    let environment = ProcessInfo.processInfo.environment["PERENNIAL_INDEX_LIBRARY"]
    // …/lib/swift/linux/libswiftCore.so
    let toolchain = runtime.deletingLastPathComponent().appendingPathComponent("../..")
    return (
      environment ?? toolchain.appendingPathComponent("libIndexStore.so").standardized.path,
      program.deletingLastPathComponent().appendingPathComponent("index/store").path
    )
  }
}

extension compiler_index_text {
  /// The text, copied.
  public var text: String {
    String(
      decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }
}
