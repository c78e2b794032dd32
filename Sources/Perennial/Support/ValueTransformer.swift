#if !canImport(Darwin)
import Foundation

/// Converts values of one kind to another and back. On Apple's platforms, Foundation has a class of
/// this name.
///
/// A `.transformable(by:)` attribute is stored as the data to which its transformer converts the
/// value. Subclasses override ``transformedValue(_:)`` and ``reverseTransformedValue(_:)``, and
/// must be usable from any thread.
///
/// ```swift
/// struct Tempo { var beats = 120 }
/// final class TempoTransformer: ValueTransformer {
///   override func transformedValue(_ value: Any?) -> Any? {
///     (value as? Tempo).map { Data("\($0.beats)".utf8) }
///   }
///   override func reverseTransformedValue(_ value: Any?) -> Any? {
///     (value as? Data).flatMap { Int(String(decoding: $0, as: UTF8.self)) }.map(Tempo.init(beats:))
///   }
/// }
/// @Model final class Song {
///   @Attribute(.transformable(by: TempoTransformer.self)) var tempo = Tempo()
///   init() {}
/// }
/// ```
open class ValueTransformer {
  private var registered: ValueTransformer?

  /// Creates a transformer. Subclasses that are registered by class are created with it.
  public required init() {}

  /// Creates a transformer that forwards to the one registered under a name, or nil if there is
  /// none.
  public convenience init?(forName name: NSValueTransformerName) {
    guard let transformer = TransformerRegistry.transformer(named: name.rawValue) else {
      return nil
    }
    self.init()
    registered = transformer
  }

  /// Registers a transformer under a name, in place of an earlier one. Passing nil removes the
  /// earlier one.
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    TransformerRegistry.set(transformer, named: name.rawValue)
  }

  /// Returns the names of all registered transformers.
  open class func valueTransformerNames() -> [NSValueTransformerName] {
    TransformerRegistry.names.map { NSValueTransformerName($0) }
  }

  /// Returns the class of the values that ``transformedValue(_:)`` returns.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Returns `true` if ``reverseTransformedValue(_:)`` may be called.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Returns the converted value, or nil if the value cannot be converted.
  open func transformedValue(_ value: Any?) -> Any? {
    registered.map { $0.transformedValue(value) } ?? value
  }

  /// Returns the original of a converted value, or nil if it cannot be restored.
  open func reverseTransformedValue(_ value: Any?) -> Any? {
    registered.map { $0.reverseTransformedValue(value) } ?? transformedValue(value)
  }
}

/// The name that a ``ValueTransformer`` is registered under.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name as text.
  public let rawValue: String

  /// Creates a name from text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a name from text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The name of ``NSSecureUnarchiveFromDataTransformer``.
  public static let secureUnarchiveFromDataTransformerName =
    NSValueTransformerName("NSSecureUnarchiveFromData")
}

/// The registered transformers, by name.
enum TransformerRegistry {
  private struct Entry: @unchecked Sendable {
    // Sendable: a transformer converts values and keeps no state, as its documentation requires.
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
