import PerennialRecords

/// The common identity of rows that are taken to be one object.
enum MergeIdentity: Hashable, Sendable {
  /// The rows have the ID of one preset, which has this name.
  case preset(RecordName)
  /// The rows have one key of the app. They need not be presets.
  case key(entity: String, String)
}

extension MergeIdentity: Comparable {
  static func < (left: MergeIdentity, right: MergeIdentity) -> Bool {
    switch (left, right) {
    case (.preset(let left), .preset(let right)): left < right
    case (.preset, .key): true
    case (.key, .preset): false
    case (.key(let leftEntity, let left), .key(let rightEntity, let right)):
      (leftEntity, left) < (rightEntity, right)
    }
  }
}
