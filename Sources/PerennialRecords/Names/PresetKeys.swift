package import Foundation

/// The keys of the presets of one entity; see ``RecordName/presetKey(namespace:entity:id:)``.
///
/// The namespace and the entity are hashed once for all presets.
package struct PresetKeys {
  private let prefix: SHA1

  package init(namespace: UUID, entity: String) {
    var hash = SHA1()
    hash.update(namespace)
    hash.update(entity)
    hash.update(0x1F)
    prefix = hash
  }

  /// Returns the key of the preset with an ID.
  package func key(of id: String) -> Int64 {
    var hash = prefix
    hash.update(id)
    return Int64(bitPattern: hash.finish().version5.high | 1 << 63)
  }
}
