public import Foundation

// Stands for a Foundation that has gained the declarations of FoundationGaps. Results such as `later:` show
// that a declaration of this module was used.

public final class ListFormatter { public init() {} }
public final class RelativeDateTimeFormatter { public init() {} }
public final class DateComponentsFormatter { public init() {} }
public struct LocalizedStringResource { public init() {} }

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

extension FileManager {
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    URL(string: "later:\(groupIdentifier)")
  }
}

extension URL {
  public struct BookmarkCreationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let isLater = BookmarkCreationOptions(rawValue: 1)
  }

  public static var applicationSupportDirectory: URL { URL(fileURLWithPath: "/later") }
  public func startAccessingSecurityScopedResource() -> Bool { false }
  public func bookmarkData(
    options: BookmarkCreationOptions = [],
    includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil,
    relativeTo url: URL? = nil
  ) throws -> Data { Data("later".utf8) }
}

extension String {
  public struct LocalizationValue: ExpressibleByStringInterpolation {
    public static let isLater = true
    public init(stringLiteral value: String) {}
  }

  public init(
    localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) { self = "later" }
}

extension IndexPath {
  public init(item: Int, section: Int) { self = [9, 9] }
}

extension NotificationCenter {
  public struct Notifications { public static let isLater = true }
}
