#if !canImport(Darwin)
public import Foundation

/// The options with which a bookmark is made.
///
/// All of them are about security scopes or about files that keep bookmarks. There are neither off
/// Apple's platforms, where a bookmark is the same with any of them.
public struct URLBookmarkCreationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var minimalBookmark: Self { Self(rawValue: 1 << 9) }
  public static var suitableForBookmarkFile: Self { Self(rawValue: 1 << 10) }
  public static var withSecurityScope: Self { Self(rawValue: 1 << 11) }
  public static var securityScopeAllowOnlyReadAccess: Self { Self(rawValue: 1 << 12) }
  public static var withoutImplicitSecurityScope: Self { Self(rawValue: 1 << 29) }
}

/// The options with which a bookmark is resolved.
///
/// They are about security scopes, volumes that have to be mounted and questions to the user. A
/// bookmark is resolved without any of that off Apple's platforms.
public struct URLBookmarkResolutionOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var withoutUI: Self { Self(rawValue: 1 << 8) }
  public static var withoutMounting: Self { Self(rawValue: 1 << 9) }
  public static var withSecurityScope: Self { Self(rawValue: 1 << 10) }
  public static var withoutImplicitStartAccessing: Self { Self(rawValue: 1 << 15) }
}

/// A type with the names of the options for bookmarks: `URL`.
public protocol _BookmarkOptions {}
extension URL: _BookmarkOptions {}

extension _BookmarkOptions {
  public typealias BookmarkCreationOptions = URLBookmarkCreationOptions
  public typealias BookmarkResolutionOptions = URLBookmarkResolutionOptions
}

extension URL {
  /// Returns data from which the URL of a file can be made again, also after the file was renamed.
  ///
  /// - Parameters:
  ///   - keys: Values of the file to put into the bookmark. That is not supported.
  ///   - url: A URL to which the path is kept too, so that the bookmark survives a move of both.
  /// - Throws: `CocoaError.fileReadUnsupportedScheme` for a URL that is not a file's,
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

  /// Creates the URL of the file that a bookmark is of.
  ///
  /// The file is looked for at its path, then relative to `url`, then under another name in its
  /// directory. A file that was moved to another directory is not found.
  ///
  /// - Parameter bookmarkDataIsStale: Is set to true if the file has another path than when the bookmark
  ///   was made, or if another file has its path. Make a new bookmark then.
  /// - Throws: `CocoaError.fileReadCorruptFile` if the data is not a bookmark, `fileNoSuchFile` if the
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
