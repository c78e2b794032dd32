import Foundation

/// The folder of the project, whose files the tour shows.
struct ProjectFolder: Sendable {
  private let url: URL

  /// Searches the folders above a file of the program.
  ///
  /// - Parameter file: A file of the program. By default, the folder of its resources.
  /// - Returns: nil if the program was installed elsewhere, without the files of the project.
  init?(above file: URL = Bundle.module.bundleURL) {
    var folder = file.standardizedFileURL
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let marks = ["Documentation/Cookbook.md", "Apps/Sources/CookbookModel"]
      if marks.allSatisfy({
        FileManager.default.fileExists(atPath: folder.appending(path: $0).path)
      }) {
        url = folder
        return
      }
    }
    return nil
  }

  /// Returns the text of a file; nil if it cannot be read.
  ///
  /// - Parameter path: The path below the folder. It is the caller's to check that the file may be shown.
  func text(at path: String) -> String? {
    try? String(contentsOf: url.appending(path: path), encoding: .utf8)
  }
}
