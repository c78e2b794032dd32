import Foundation

/// The directory of stores whose configuration has no URL.
///
/// All programs of a user share one directory for application support. Each program keeps its stores in its
/// own subdirectory, so that two programs do not open the same `default.store`.
enum DefaultDirectory {
  /// The directory of this program. It stays the same while the program runs.
  static let ofProgram = applicationSupport.appendingPathComponent(
    programName(
      bundleIdentifier: Bundle.main.bundleIdentifier,
      executable: Bundle.main.executableURL?.lastPathComponent
        ?? ProcessInfo.processInfo.processName),
    isDirectory: true)

  /// Returns the directory of an app group, which several programs share.
  static func ofGroup(_ name: String) -> URL {
    #if canImport(Darwin)
    let shared = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: name)
    return shared?.appendingPathComponent("Library/Application Support") ?? ofProgram
    #else
    return applicationSupport.appendingPathComponent(name)
    #endif
  }

  /// Returns the name of a program's directory: the bundle's identifier, or else the name of the executable
  /// without `.exe`.
  static func programName(bundleIdentifier: String?, executable: String) -> String {
    let name = [bundleIdentifier ?? "", executable].map(fileName).first { !$0.isEmpty }
    return name ?? "Perennial"
  }

  /// Returns a name without the characters that have a meaning in a path.
  private static func fileName(_ text: String) -> String {
    let name = text.lowercased().hasSuffix(".exe") ? String(text.dropLast(4)) : text
    let characters = name.map { "/\\:\0".contains($0) ? "-" : $0 }
    // The name must not denote a hidden file, the directory itself, or its parent.
    return String(characters.drop { $0 == "." })
  }

  private static var applicationSupport: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
  }
}
