import Foundation
import LaterFoundation
import SwiftData
import Testing

/// A program that imports `SwiftData` and a Foundation that has gained the same declarations. Most of the
/// test is that it compiles.
@Suite("A Foundation that has gained what was missing")
struct LaterFoundationTests {
  @Test("13.12 Types are not ambiguous, and stay those that the program had")
  func types() {
    let list: ListFormatter = ListFormatter()
    let relative: RelativeDateTimeFormatter = RelativeDateTimeFormatter()
    let components: DateComponentsFormatter = DateComponentsFormatter()
    let resource: LocalizedStringResource = "text"
    list.locale = Locale(identifier: "en_US")
    relative.dateTimeStyle = .named
    components.unitsStyle = .abbreviated
    #expect(list.string(from: ["a", "b"]) == "a and b")
    #expect(resource.key == "text")
  }

  @Test("13.12 Functions, initialisers and properties are Foundation's")
  func members() throws {
    let url = URL(fileURLWithPath: "/")
    #expect(!url.startAccessingSecurityScopedResource())
    #expect(try url.bookmarkData() == Data("later".utf8))
    #expect(try url.bookmarkData(options: .isLater) == Data("later".utf8))
    #expect(String(localized: "text", comment: "a note") == "later")
    #expect(URL.applicationSupportDirectory.path == "/later")
    #expect(IndexPath(item: 1, section: 2) == [9, 9])
    let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "g")
    #expect(group?.absoluteString == "later:g")
    #expect(autoreleasepool { 1 } == 1)
  }

  @Test("13.12 Types inside Foundation's types are Foundation's")
  func nestedTypes() {
    let options: URL.BookmarkCreationOptions = .isLater
    #expect(options.rawValue == 1)
    #expect(String.LocalizationValue.isLater)
    #expect(NotificationCenter.Notifications.isLater)
  }
}
