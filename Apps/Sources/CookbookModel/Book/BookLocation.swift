public import Foundation

/// The location of a book.
public enum BookLocation: Equatable, Sendable {
  /// In memory, until the process ends.
  case memory
  /// In the given file, which is made when it is missing.
  case file(URL)

  /// The file in the user's own data directory.
  public static func standard() throws(BookError) -> BookLocation {
    let directories = FileManager.default.urls(
      for: .applicationSupportDirectory,
      in: .userDomainMask
    )
    guard let directory = directories.first else { throw .noDataDirectory }
    return .file(directory.appending(path: "Cookbook/Cookbook.store"))
  }
}

extension BookLocation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .memory: "memory (nothing is kept)"
    case .file(let url): url.path(percentEncoded: false)
    }
  }
}
