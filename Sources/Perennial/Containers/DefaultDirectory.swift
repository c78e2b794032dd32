import Foundation

/// The directory of stores whose configuration names no URL.
///
/// All programs of a user share one directory for application support. Each program keeps its stores in a
/// directory of its own in there, so that two of them do not open one `default.store`.
enum DefaultDirectory {
  /// The directory of this program. It stays the same while the program runs.
  static let ofProgram = applicationSupport.appendingPathComponent(
    programName(
      bundleIdentifier: Bundle.main.bundleIdentifier,
      executable: Bundle.main.executableURL?.lastPathComponent
        ?? ProcessInfo.processInfo.processName),
    isDirectory: true)

  /// The directory of an app group, which several programs share.
  static func ofGroup(_ name: String) -> URL {
    #if canImport(Darwin)
    let shared = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name)
    return shared?.appendingPathComponent("Library/Application Support") ?? ofProgram
    #else
    return applicationSupport.appendingPathComponent(name)
    #endif
  }

  /// The name of a program's directory: the bundle's identifier, or else the name of the executable
  /// without `.exe`.
  static func programName(bundleIdentifier: String?, executable: String) -> String {
    let name = [bundleIdentifier ?? "", executable].map(fileName).first { !$0.isEmpty }
    return name ?? "Perennial"
  }

  /// A name without what a path gives a meaning to.
  private static func fileName(_ text: String) -> String {
    let name = text.lowercased().hasSuffix(".exe") ? String(text.dropLast(4)) : text
    let characters = name.map { "/\\:\0".contains($0) ? "-" : $0 }
    // Neither a hidden file nor the directory itself, or the one above it.
    return String(characters.drop { $0 == "." })
  }

  private static var applicationSupport: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
  }
}
