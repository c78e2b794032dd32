import Foundation
import SwiftData

// Attributes that only a value transformer can store.

/// Not `Codable`.
struct Tint: Equatable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
}

final class TintTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Tint).map { Data([$0.red, $0.green, $0.blue]) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data, data.count == 3 else { return nil }
    return Tint(red: data[0], green: data[1], blue: data[2])
  }
}

/// A transformer that is known by its name only.
final class ShoutingTransformer: ValueTransformer {
  static let name = NSValueTransformerName("Shouting")

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data($0.uppercased().utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(decoding: $0, as: UTF8.self) }
  }
}

@Model
final class Swatch {
  var title: String
  @Attribute(.transformable(by: TintTransformer.self)) var tint: Tint
  @Attribute(.transformable(by: TintTransformer.self)) var border: Tint?
  @Attribute(.transformable(by: "Shouting")) var cry: String = "hey"
  @Attribute(.transformable(by: ShoutingTransformer.name.rawValue)) var echo: String?
  @Attribute(.externalStorage, .transformable(by: NSSecureUnarchiveFromDataTransformer.self))
  var archive: NSArray?

  init(_ title: String, tint: Tint) {
    self.title = title
    self.tint = tint
  }
}

@Model
final class Untransformed {
  @Attribute(.transformable(by: "NobodyRegistered")) var tint: Tint?

  init(tint: Tint?) { self.tint = tint }
}
