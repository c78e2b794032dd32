#if !canImport(Darwin)
public import Foundation

/// The options with which a bookmark is made.
///
/// All options are about security scopes or about files that store bookmarks. Off Apple's platforms
/// neither exists, and a bookmark is the same with any option.
public struct URLBookmarkCreationOptions: OptionSet, Sendable {
  /// The bits of the options, as on Apple's platforms.
  public let rawValue: UInt
  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Leaves out information that is not needed to resolve the bookmark. No effect.
  public static var minimalBookmark: Self { Self(rawValue: 1 << 9) }
  /// Prepares the bookmark for a file of its own. No effect.
  public static var suitableForBookmarkFile: Self { Self(rawValue: 1 << 10) }
  /// Includes a security scope. No effect.
  public static var withSecurityScope: Self { Self(rawValue: 1 << 11) }
  /// Restricts the security scope to reading. No effect.
  public static var securityScopeAllowOnlyReadAccess: Self { Self(rawValue: 1 << 12) }
  /// Leaves out the implicit security scope. No effect.
  public static var withoutImplicitSecurityScope: Self { Self(rawValue: 1 << 29) }
}

/// The options with which a bookmark is resolved.
///
/// The options are about security scopes, the mounting of volumes, and questions to the user. Off
/// Apple's platforms a bookmark is resolved without any of these.
public struct URLBookmarkResolutionOptions: OptionSet, Sendable {
  /// The bits of the options, as on Apple's platforms.
  public let rawValue: UInt
  /// Creates options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Asks the user no question. No effect.
  public static var withoutUI: Self { Self(rawValue: 1 << 8) }
  /// Mounts no volume. No effect.
  public static var withoutMounting: Self { Self(rawValue: 1 << 9) }
  /// Uses the security scope of the bookmark. No effect.
  public static var withSecurityScope: Self { Self(rawValue: 1 << 10) }
  /// Does not begin to access the resource. No effect.
  public static var withoutImplicitStartAccessing: Self { Self(rawValue: 1 << 15) }
}

/// A type with the names of the options for bookmarks: `URL`.
public protocol _BookmarkOptions {}
extension URL: _BookmarkOptions {}

extension _BookmarkOptions {
  /// The options with which a bookmark is made.
  public typealias BookmarkCreationOptions = URLBookmarkCreationOptions
  /// The options with which a bookmark is resolved.
  public typealias BookmarkResolutionOptions = URLBookmarkResolutionOptions
}

extension URL {
  /// Returns data from which the URL of a file can be created again, even after the file was renamed.
  ///
  /// ```swift
  /// let bookmark = try url.bookmarkData()
  /// try bookmark.write(to: directory.appending(path: "last-document"))
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The resource values to store in the bookmark. They are not supported.
  ///   - url: A URL. The bookmark also stores the path relative to it, and so survives a move of both
  ///     files.
  /// - Throws: `CocoaError.fileReadUnsupportedScheme` for a URL that isn't a file URL,
  ///   `fileReadNoSuchFile` if there is no such file, `featureUnsupported` if `keys` is not empty.
  @_disfavoredOverload
  public func bookmarkData(
    options: URLBookmarkCreationOptions = [],
    includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil,
    relativeTo url: URL? = nil
  ) throws -> Data {
    guard keys?.isEmpty != false else { throw CocoaError(.featureUnsupported, at: self) }
    return try Bookmark(of: self, relativeTo: url).data()
  }

  /// Creates the URL of the file that a bookmark refers to.
  ///
  /// The file is searched for at its path, then relative to `url`, then under another name in its
  /// directory. A file that was moved to another directory is not found.
  ///
  /// ```swift
  /// let bookmark = try Data(contentsOf: directory.appending(path: "last-document"))
  /// var isStale = false
  /// let file = try URL(resolvingBookmarkData: bookmark, bookmarkDataIsStale: &isStale)
  /// print(file.path, isStale ? "was renamed" : "")
  /// ```
  ///
  /// - Parameter bookmarkDataIsStale: Set to `true` if the path of the file has changed, or if another
  ///   file has its path. Make a new bookmark then.
  /// - Throws: `CocoaError.fileReadCorruptFile` if the data isn't a bookmark, `fileNoSuchFile` if the
  ///   file is not found.
  @_disfavoredOverload
  public init(
    resolvingBookmarkData data: Data,
    options: URLBookmarkResolutionOptions = [],
    relativeTo url: URL? = nil,
    bookmarkDataIsStale: inout Bool
  ) throws {
    let found = try Bookmark(data).resolve(relativeTo: url)
    bookmarkDataIsStale = found.isStale
    self = found.url
  }
}
#endif
