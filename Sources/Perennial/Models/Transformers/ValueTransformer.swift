#if !canImport(Darwin)
import Foundation

/// Converts values of one kind to another and back: what Foundation has of that name on Apple's
/// platforms only.
///
/// An attribute that is `.transformable(by:)` is stored as the data that its transformer makes of
/// the value. Subclasses override ``transformedValue(_:)`` and ``reverseTransformedValue(_:)``, and
/// must be usable from any thread.
open class ValueTransformer {
  private var registered: ValueTransformer?

  public required init() {}

  /// The transformer that was registered under a name; nil if there is none.
  public convenience init?(forName name: NSValueTransformerName) {
    guard let transformer = TransformerRegistry.transformer(named: name.rawValue) else {
      return nil
    }
    self.init()
    registered = transformer
  }

  /// Makes a transformer known by a name, in place of what the name stood for; nil takes it away.
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    TransformerRegistry.set(transformer, named: name.rawValue)
  }

  /// The names of all registered transformers.
  open class func valueTransformerNames() -> [NSValueTransformerName] {
    TransformerRegistry.names.map { NSValueTransformerName($0) }
  }

  /// The class of what ``transformedValue(_:)`` gives.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Whether ``reverseTransformedValue(_:)`` may be called.
  open class func allowsReverseTransformation() -> Bool { true }

  /// The converted value; nil if it cannot be converted.
  open func transformedValue(_ value: Any?) -> Any? {
    registered.map { $0.transformedValue(value) } ?? value
  }

  /// The value that a converted one came from; nil if it cannot be had.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    registered.map { $0.reverseTransformedValue(value) } ?? transformedValue(value)
  }
}

/// The name that a ``ValueTransformer`` is registered under.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The name of ``NSSecureUnarchiveFromDataTransformer``.
  public static let secureUnarchiveFromDataTransformerName =
    NSValueTransformerName("NSSecureUnarchiveFromData")
}

/// The transformers by name.
enum TransformerRegistry {
  private struct Entry: @unchecked Sendable {
    // Sendable: a transformer converts values and keeps nothing, which its documentation asks for.
    let transformer: ValueTransformer
  }

  private static let entries = Guarded<[String: Entry]>([
    NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue: Entry(
      transformer: NSSecureUnarchiveFromDataTransformer())
  ])

  static func transformer(named name: String) -> ValueTransformer? {
    entries.withLock { $0[name]?.transformer }
  }

  static func set(_ transformer: ValueTransformer?, named name: String) {
    entries.withLock { $0[name] = transformer.map(Entry.init) }
  }

  static var names: [String] { entries.withLock { $0.keys.sorted() } }
}
#endif
