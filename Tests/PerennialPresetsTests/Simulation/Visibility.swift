import PerennialRecords

/// The computation of the visible records among all records.
///
/// A retired preset that the user has not changed stays visible as long as a visible record references
/// it. Such presets are not visible if they only reference each other.
enum Visibility {
  /// Returns the names of the visible records.
  ///
  /// Complexity: O(*n* + *r*) for *n* records with *r* references.
  static func visible<Value>(
    in readings: [RecordName: RecordReading<Value>]
  ) -> Set<RecordName> {
    var visible: Set<RecordName> = []
    var unfollowed: [RecordName] = []
    for (name, reading) in readings where reading.isVisible(hasInboundReferences: false) {
      visible.insert(name)
      unfollowed.append(name)
    }
    guard visible.count < readings.count else { return visible }
    while let name = unfollowed.popLast() {
      for target in readings[name]?.targets ?? [] where !visible.contains(target) {
        guard readings[target]?.isVisible(hasInboundReferences: true) == true else { continue }
        visible.insert(target)
        unfollowed.append(target)
      }
    }
    return visible
  }
}
