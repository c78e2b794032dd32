import Perennial

extension PresetScope {
  /// Throws if the scope names an entity that the container does not have.
  ///
  /// - Throws: ``PresetError/Code/unknownEntity``.
  func check(among known: [String]) throws {
    guard case .entities(let names) = self else { return }
    let unknown = names.filter { !known.contains($0) }
    if unknown.isEmpty { return }
    throw PresetError(
      .unknownEntity,
      unknown.map { "there is no entity “\($0)”; \(wayOut(from: $0, to: known.sorted()))" })
  }

  /// Throws if a reset or a restoration cannot do all that the scope asks for.
  ///
  /// - Parameter discardsEdits: `true` for a reset; `false` for a restoration, which only inserts
  ///   deleted presets.
  /// - Throws: ``PresetError/Code/unknownPreset``, ``PresetError/Code/invalidScope``.
  func check(
    _ resolved: ResolvedCatalogs, userObjects: PresetLibrary.UserObjects,
    discardsEdits: Bool
  ) throws {
    guard let preset else { return }
    guard let known = resolved.contents.presets.first(where: { $0.reported == preset }) else {
      throw PresetError(
        .unknownPreset, ["\(preset) of “\(preset.catalog)” is not in a catalog of the container"])
    }
    var problems: [String] = []
    if userObjects == .deleted {
      problems.append(
        """
        \(preset) alone does not include objects of the user; to delete these, reset .models, \
        .presets or .everything
        """)
    }
    if !discardsEdits, fields != nil {
      problems.append("\(preset) is restored as a whole, not by field; restore .preset")
    }
    let layout = known.layout
    for name in fields?.sorted() ?? [] {
      guard let property = layout.property(named: name), property.isStored else {
        let near = nearestName(to: name, among: layout.properties.map(\.name).sorted())
        problems.append(
          "\(preset) has no stored property “\(name)”"
            + (near.map { "; did you mean “\($0)”?" } ?? ""))
        continue
      }
      if property.isToMany {
        problems.append(
          """
          \(preset).\(name) is a to-many relationship, not a single field; reset the whole preset
          """)
      }
    }
    if !problems.isEmpty { throw PresetError(.invalidScope, problems) }
  }
}
