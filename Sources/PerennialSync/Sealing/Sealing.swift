#if SealedSync
import Perennial

/// The attributes whose values are sealed on the device before they are sent to a hub.
///
/// ```swift
/// @Model final class Diary {
///   @Attribute(.allowsCloudEncryption) var text = ""
///   init() {}
/// }
/// try SyncHub.register(hub, for: "iCloud.example", sealing: .markedAttributes)
/// ```
public struct Sealing: Sendable {
  /// The memory that the derivation of a key from a recovery phrase needs: scrypt with a block size of 8 and a
  /// parallelism of 1.
  public enum RecoveryCost: Int, Sendable {
    /// 128 MiB: 2^17 rounds.
    case standard = 0x20000
    /// 16 MiB: 2^14 rounds, for devices with little memory.
    case light = 0x4000
  }

  /// The cost of the recovery phrases that are made on this device.
  ///
  /// ```swift
  /// var sealing = Sealing.markedAttributes
  /// sealing.recoveryCost = .light
  /// try SyncHub.register(hub, for: "iCloud.example", sealing: sealing)
  /// ```
  public var recoveryCost = RecoveryCost.standard
  private let exceptions: Set<String>?

  /// The attributes with the option `allowsCloudEncryption`.
  public static var markedAttributes: Sealing { Sealing(exceptions: nil) }

  /// All attributes of the configuration, except some. Relationships are not sealed.
  ///
  /// ```swift
  /// try SyncHub.register(
  ///   hub, for: "iCloud.example", sealing: .allAttributes(except: ["Recipe.timesCooked"]))
  /// ```
  ///
  /// - Parameter exceptions: The names of attributes, as in `Recipe.code`. Counters, unique values and attributes with
  ///   external storage cannot be sealed, and have to be among them.
  public static func allAttributes(except exceptions: Set<String> = []) -> Sealing {
    Sealing(exceptions: exceptions)
  }

  private init(exceptions: Set<String>?) { self.exceptions = exceptions }

  /// Returns the names of an entity's sealed attributes.
  ///
  /// - Throws: ``SealedDataError/cannotSeal(entity:attribute:reason:)``.
  func attributes(of layout: ModelLayout) throws -> Set<String> {
    let unique = Set(layout.uniquenessConstraints.flatMap { $0 }.map(\.name))
    var names: Set<String> = []
    for property in layout.properties
    where property.columnName != nil && !property.isRelationship && isSealed(property, layout) {
      let reason: SealedDataError.Reason? =
        if property.isCounter {
          .counter
        } else if unique.contains(property.name) {
          .unique
        } else if property.isExternal {
          .externalStorage
        } else {
          nil
        }
      if let reason {
        throw SealedDataError.cannotSeal(
          entity: layout.entityName, attribute: property.name, reason: reason)
      }
      names.insert(property.name)
    }
    return names
  }

  private func isSealed(_ property: PropertyLayout, _ layout: ModelLayout) -> Bool {
    guard let exceptions else { return property.allowsCloudEncryption }
    return !exceptions.contains("\(layout.entityName).\(property.name)")
      && !exceptions.contains("\(property.ownerName).\(property.name)")
  }
}
#endif
