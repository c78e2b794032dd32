import Foundation

/// The values that one attribute has in the unsaved objects of a class, in SQLite's order.
///
/// The entries are stored in chunks, so that an insertion moves a few hundred of them and not all. Apart
/// from these moves, look-up, insertion and removal are O(log n).
struct PendingColumn {
  private struct Entry {
    let value: SQLValue
    let model: any PersistentModel

    /// Returns `true` if the entry is sorted before the entry of a value and an object. Equal values are
    /// ordered by their objects, so that an entry can be found again.
    func precedes(_ value: SQLValue, _ identity: ObjectIdentifier) -> Bool {
      if self.value.precedes(value) { return true }
      return !value.precedes(self.value) && ObjectIdentifier(model) < identity
    }
  }

  fileprivate struct Position {
    var chunk: Int
    var offset: Int
  }

  /// The entries between two places.
  struct Span {
    fileprivate let start: Position
    fileprivate let end: Position
    let count: Int
  }

  private static let chunkSize = 512
  private var chunks: [[Entry]] = []
  private var values: [ObjectIdentifier: SQLValue] = [:]

  /// Sets the value of an object, and replaces the previous one. NULL isn't stored, because no comparison
  /// with it is true.
  mutating func set(_ model: any PersistentModel, to value: SQLValue) {
    let identity = ObjectIdentifier(model)
    if let former = values[identity] {
      if former == value { return }
      remove(former, identity)
    }
    if value == .null { return }
    values[identity] = value
    let place = place { $0.precedes(value, identity) }
    let entry = Entry(value: value, model: model)
    guard chunks.indices.contains(place.chunk) else {
      // After all others.
      if chunks.last.map({ $0.count < Self.chunkSize }) == true {
        chunks[chunks.count - 1].append(entry)
      } else {
        chunks.append([entry])
      }
      return
    }
    chunks[place.chunk].insert(entry, at: place.offset)
    if chunks[place.chunk].count <= Self.chunkSize { return }
    let half = Array(chunks[place.chunk][(Self.chunkSize / 2)...])
    chunks[place.chunk].removeSubrange((Self.chunkSize / 2)...)
    chunks.insert(half, at: place.chunk + 1)
  }

  private mutating func remove(_ value: SQLValue, _ identity: ObjectIdentifier) {
    values[identity] = nil
    let place = place { $0.precedes(value, identity) }
    guard chunks.indices.contains(place.chunk) else { return }
    chunks[place.chunk].remove(at: place.offset)
    if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
  }

  // MARK: Look-up

  /// Returns the entries for which a comparison with a value is true; nil if the operator isn't a
  /// comparison.
  func span(_ operation: SQLOperator, _ value: SQLValue) -> Span? {
    let isBefore = { (entry: Entry) in entry.value.precedes(value) }
    let isNotBehind = { (entry: Entry) in !value.precedes(entry.value) }
    let (start, end) = (Position(chunk: 0, offset: 0), Position(chunk: chunks.count, offset: 0))
    switch operation {
    case .equal: return span(place(isBefore), place(isNotBehind))
    case .less: return span(start, place(isBefore))
    case .lessOrEqual: return span(start, place(isNotBehind))
    case .greater: return span(place(isNotBehind), end)
    case .greaterOrEqual: return span(place(isBefore), end)
    default: return nil
    }
  }

  private func span(_ start: Position, _ end: Position) -> Span {
    var count = end.offset - start.offset
    for chunk in start.chunk..<max(start.chunk, end.chunk) { count += chunks[chunk].count }
    return Span(start: start, end: end, count: count)
  }

  /// Returns the objects of a span, in the order of their values.
  func models(in span: Span) -> [any PersistentModel] {
    var models: [any PersistentModel] = []
    models.reserveCapacity(span.count)
    var place = span.start
    while place.chunk < span.end.chunk {
      models += chunks[place.chunk][place.offset...].lazy.map(\.model)
      place = Position(chunk: place.chunk + 1, offset: 0)
    }
    if place.offset < span.end.offset {
      models += chunks[place.chunk][place.offset..<span.end.offset].lazy.map(\.model)
    }
    return models
  }

  /// Returns the place of the first entry that does not satisfy a condition. No later entry may satisfy it.
  private func place(_ isBefore: (Entry) -> Bool) -> Position {
    let chunk = Self.count(chunks.count) { index in chunks[index].last.map(isBefore) ?? true }
    guard chunk < chunks.count else { return Position(chunk: chunk, offset: 0) }
    let entries = chunks[chunk]
    return Position(chunk: chunk, offset: Self.count(entries.count) { isBefore(entries[$0]) })
  }

  /// Returns the number of indices below a bound that satisfy a condition. These must be the first ones.
  private static func count(_ bound: Int, _ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, bound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
