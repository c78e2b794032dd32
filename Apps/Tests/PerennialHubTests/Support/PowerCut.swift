import Foundation

/// Power cuts for the files of a directory: a cut takes back writes that were not synchronised with the medium.
///
/// The process that writes the files loads the library `PowerCut`, which notes what it synchronises.
struct PowerCut {
  /// The size of the parts of a file that a medium writes or does not write.
  private static let sector = 4096

  /// `true` if processes can load the library.
  static var isSupported: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  let directory: URL

  init(in directory: URL) { self.directory = directory.resolvingSymlinksInPath() }

  private static var library: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("libPowerCut.so")
  }

  /// The environment of the process that writes the files.
  var environment: [String: String] {
    ["LD_PRELOAD": Self.library.path, "POWER_CUT_DIRECTORY": directory.path]
  }

  private func synced(_ file: URL) -> URL { file.appendingPathExtension("synced") }

  /// The files, without the memory that processes share and without notes of this type.
  private var files: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        at: directory, includingPropertiesForKeys: [.isRegularFileKey]
      ).filter { file in
        !["synced", "draft"].contains(file.pathExtension) && !file.path.hasSuffix("-shm")
          && (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
      }
    }
  }

  /// Notes that the medium has all files as they are.
  func begin() throws {
    for file in try files {
      try Data(contentsOf: file).write(to: synced(file), options: .atomic)
    }
  }

  /// Takes back writes that were not synchronised: all of them, or random sectors.
  ///
  /// - Returns: The number of sectors that were taken back.
  func cut(using generator: inout some RandomNumberGenerator) throws -> Int {
    var lost = 0
    let survivors = Int.random(in: 0...2, using: &generator)
    for file in try files {
      let written = try Data(contentsOf: file)
      guard let safe = try? Data(contentsOf: synced(file)) else {
        // The medium has never got the file.
        try FileManager.default.removeItem(at: file)
        lost += (written.count + Self.sector - 1) / Self.sector
        continue
      }
      var left = safe
      for start in stride(from: 0, to: written.count, by: Self.sector) {
        let end = min(start + Self.sector, written.count)
        if end <= safe.count, written[start..<end] == safe[start..<end] { continue }
        guard Int.random(in: 0..<4, using: &generator) < survivors else {
          lost += 1
          continue
        }
        if left.count < end { left.append(Data(count: end - left.count)) }
        left.replaceSubrange(start..<end, with: written[start..<end])
      }
      try left.write(to: file)
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: directory.path)
    where file.hasSuffix("-shm") {
      try FileManager.default.removeItem(at: directory.appendingPathComponent(file))
    }
    return lost
  }
}
