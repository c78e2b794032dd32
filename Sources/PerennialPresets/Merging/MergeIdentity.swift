package import Perennial

/// What rows have in common that are taken to be one object.
package enum MergeIdentity: Hashable, Sendable {
  /// They bear the ID of one preset, which has this name.
  case preset(RecordName)
  /// The app has given them one key. They may be nobody's presets.
  case key(entity: String, String)
}

extension MergeIdentity: Comparable {
  package static func < (left: MergeIdentity, right: MergeIdentity) -> Bool {
    switch (left, right) {
    case (.preset(let left), .preset(let right)): left < right
    case (.preset, .key): true
    case (.key, .preset): false
    case (.key(let leftEntity, let left), .key(let rightEntity, let right)):
      (leftEntity, left) < (rightEntity, right)
    }
  }
}
