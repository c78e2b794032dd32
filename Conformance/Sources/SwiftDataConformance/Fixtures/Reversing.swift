import Foundation
import SwiftData

/// A transformer that stores text in reverse.
final class Reversing: ValueTransformer {
  static let name = NSValueTransformerName("Reversing")

  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data(String($0.reversed()).utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
  }
}
