/// The order of insertions and assignments among objects that may turn out to be one row.
///
/// A new object may have the unique values of a row of which the context has a changed object. Both have a
/// value for each property then, and the later one is written. Nothing is recorded while there are no new
/// objects with unique values.
struct AssignmentOrder {
  private var time = 0
  /// The times of the insertions, by key.
  private var insertions: [Int64: Int] = [:]
  /// The times of the last assignments, by key and the property's index.
  private var assignments: [Int64: [Int: Int]] = [:]
  /// The key of the object that was inserted or changed last.
  private var last: Int64 = 0

  /// `true` if assignments have to be recorded.
  var isTracking: Bool { !insertions.isEmpty }

  mutating func noteInsertion(of rowID: Int64) {
    time += 1
    insertions[rowID] = time
    assignments[rowID] = nil
    last = rowID
  }

  mutating func noteAssignment(of rowID: Int64, _ index: Int) {
    // Between its insertion and the next event, the insertion is late enough for all values of an object.
    if last == rowID, insertions[rowID] == time { return }
    time += 1
    assignments[rowID, default: [:]][index] = time
    last = rowID
  }

  /// Returns the properties of which one of some objects has a later value than another object.
  ///
  /// - Parameters:
  ///   - rowIDs: The keys of the objects.
  ///   - other: The key of the other object.
  ///   - properties: The properties in question.
  func laterProperties(
    of rowIDs: [Int64], than other: Int64, among properties: [PropertyLayout]
  ) -> PropertyMask {
    if assignments.isEmpty { return [] }
    func time(_ rowID: Int64, _ index: Int) -> Int {
      assignments[rowID]?[index] ?? insertions[rowID] ?? 0
    }
    // A mask has one bit for all properties from the 64th on.
    return properties.filter { property in
      property.index < 63
        && rowIDs.contains { time($0, property.index) > time(other, property.index) }
    }.mask
  }
}
