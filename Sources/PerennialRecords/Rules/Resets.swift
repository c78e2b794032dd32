/// The resets that cover more than one record: the latest of each entity, and of all presets.
///
/// ```swift
/// let clock = StampClock(device: .random())
/// var resets = Resets()
/// resets.reset(entity: "Recipe", at: clock.next())
/// let reset = resets.latest(for: "Recipe")
/// let reading = RecordReading(RecordState<RecordValue>(), sharedReset: reset)
/// ```
public struct Resets: Hashable, Sendable {
  private var ofAll: Stamp?
  private var ofEntities: [String: Stamp] = [:]

  /// Creates a state without resets.
  public init() {}

  /// Resets all presets.
  public mutating func reset(at stamp: Stamp) { ofAll.join(stamp) }

  /// Resets the presets of an entity.
  public mutating func reset(entity: String, at stamp: Stamp) { ofEntities[entity].join(stamp) }

  /// Returns the latest reset that covers all presets of an entity.
  public func latest(for entity: String) -> Stamp? {
    ofAll.joined(with: ofEntities[entity])
  }

  /// The latest stamp of the resets.
  public var latestStamp: Stamp? {
    ofEntities.values.reduce(into: ofAll) { $0.join($1) }
  }
}

extension Resets: Mergeable {
  /// Takes the latest reset of each entity and of all presets.
  public mutating func join(_ other: Resets) {
    ofAll.join(other.ofAll)
    ofEntities.join(other.ofEntities)
  }
}
