import PerennialRecords

/// A reference to a row that another row must have.
struct MergeRequirement: Hashable, Sendable {
  let source: RecordName
  /// The relationship of the source, after the name of the entity that declares it.
  let relationship: String
  let target: RecordName
  /// `true` if the relationship is one-to-one: the target has one such source at most.
  let isExclusive: Bool
}

/// A preset whose duplicates stay as they are, because of references that other rows must have.
struct MergeRefusal: Hashable, Sendable {
  /// The reason, as a sentence that says what to do.
  enum Reason: String {
    /// The user has deleted the preset, and another row requires one of its duplicates.
    case isRequired =
      "the preset is deleted, but other objects require its duplicates; restore the preset first"
    /// The row that the duplicates would be merged into can have one such row only.
    case hasSeveralOwners = """
      several objects require one of its duplicates each, in a one-to-one relationship; give all but one of \
      them another object first
      """
  }

  let preset: RecordName
  let reason: Reason
}

extension MergeRequest {
  /// Removes the rows that have to stay as they are. Revokes the confirmation of such keys of the app.
  mutating func refuseRequired() -> [MergeRefusal] {
    var refusals: [MergeRefusal] = []
    for name in presets.keys.sorted() {
      guard let state = presets[name], RecordReading(state).isDeleted else { continue }
      let all = Set(rows.map(\.name))
      let own = Set(rows.lazy.filter { $0.identity == .preset(name) }.map(\.name))
      if requirements.contains(where: { own.contains($0.target) && !all.contains($0.source) }) {
        rows.removeAll { $0.identity == .preset(name) }
        refusals.append(MergeRefusal(preset: name, reason: .isRequired))
      }
    }
    // Sources that stay apart may have required sources in their turn.
    while let identity = contended() {
      if case .preset(let name) = identity {
        rows.removeAll { $0.identity == identity }
        refusals.append(MergeRefusal(preset: name, reason: .hasSeveralOwners))
      } else {
        confirmed.remove(identity)
      }
    }
    return refusals
  }

  /// Returns the first identity of rows that several rows require. Rows that are merged into one count as one.
  private func contended() -> MergeIdentity? {
    let merged = rows.filter { isMerged($0.identity) }
    let counts = Dictionary(grouping: merged, by: \.identity).mapValues(\.count)
    let identities = Dictionary(
      merged.map { ($0.name, $0.identity) }, uniquingKeysWith: { first, _ in first })
    var owners: [MergeIdentity: [String: Set<MergeIdentity>]] = [:]
    for requirement in requirements where requirement.isExclusive {
      guard let target = identities[requirement.target], counts[target] ?? 0 > 1 else { continue }
      owners[target, default: [:]][requirement.relationship, default: []].insert(
        identities[requirement.source] ?? .key(entity: "", requirement.source.rawValue))
    }
    return owners.filter { $0.value.values.contains { $0.count > 1 } }.keys.min()
  }
}
