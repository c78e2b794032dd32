import Foundation
import SwiftData

/// Text that can always be read, but not written if it begins with an exclamation mark.
struct Secret: Codable, Equatable, Sendable {
  struct Refusal: Error {}
  var text: String

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    if text.hasPrefix("!") { throw Refusal() }
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// As ``Secret``, for text.
final class DiscreetTransformer: ValueTransformer {
  override class func transformedValueClass() -> AnyClass { NSData.self }
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    guard let text = value as? String, !text.hasPrefix("!") else { return nil }
    return Data(text.utf8)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(decoding: $0, as: UTF8.self) }
  }
}

@Model
final class Confession {
  var title: String
  var secret = Secret("a")
  @Attribute(.externalStorage) var letter: Secret?
  @Attribute(.transformable(by: DiscreetTransformer.self)) var whisper: String?
  var note: String?
  var scan: Data?
  var pages: [String] = []

  init(_ title: String) { self.title = title }
}

enum PostSecret {
  /// A post with an attribute whose default cannot be stored.
  @Model
  final class Parcel {
    var name: String
    var secret = Secret("!")
    init(_ name: String) { self.name = name }
  }
}

enum PostOpen {
  @Model
  final class Parcel {
    var name: String
    init(_ name: String) { self.name = name }
  }
}
