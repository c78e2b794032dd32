import Perennial

/// Connects presets by the relationships of their objects, and by the IDs in files.
struct PresetReferenceResolver {
  private(set) var assembly: PresetAssembly
  private let contents: CatalogContents
  /// The index of each preset's entry.
  private let entries: [Int]
  /// The presets by the index of their entry.
  private lazy var presetByEntry = Dictionary(
    zip(entries, contents.presets), uniquingKeysWith: { first, _ in first })
  /// The presets by their objects.
  private lazy var presetByObject = Dictionary(
    zip(entries, contents.presets).compactMap { index, preset in
      assembly.entries[index].source.object.map { (ObjectIdentifier($0), preset) }
    }, uniquingKeysWith: { first, _ in first })
  /// The first preset with each name.
  private lazy var presetByName = Dictionary(
    contents.presets.map { (PresetName(entity: $0.entityName, id: $0.id), $0) },
    uniquingKeysWith: { first, _ in first })
  /// The names of the entities whose presets can be targets of a relationship, by its destination.
  private var targetEntities: [ObjectIdentifier: [String]] = [:]

  init(_ assembly: PresetAssembly, contents: CatalogContents, entries: [Int]) {
    self.assembly = assembly
    self.contents = contents
    self.entries = entries
  }

  /// Connects all presets, in their order. Adds a problem for each reference that leads to no preset, and for
  /// each preset of a file that lacks a required reference.
  mutating func connect() {
    // Presets are processed class by class.
    var last: (layout: ModelLayout, relationships: [PropertyLayout])?
    for (index, preset) in zip(entries, contents.presets) {
      if last?.layout !== preset.layout {
        last = (preset.layout, preset.layout.properties.filter(\.isRelationship))
      }
      guard let relationships = last?.relationships, !relationships.isEmpty else { continue }
      let links = assembly.files.links[index] ?? []
      for property in relationships {
        let others: [CatalogPreset] =
          if let object = assembly.entries[index].source.object {
            presets(of: object, property, preset)
          } else {
            links.filter { $0.property === property }.flatMap { presets(of: $0, preset) }
          }
        if !others.isEmpty { contents.connect(preset, property, to: others) }
      }
    }
    checkReferences()
  }

  // MARK: Objects

  private mutating func presets(
    of object: any PersistentModel, _ property: PropertyLayout, _ preset: CatalogPreset
  ) -> [CatalogPreset] {
    // A reference that was assigned from the other side is already set.
    if object.isInContext || property.isToOne && preset.target(property) != nil { return [] }
    return object.relatedObjects(property).compactMap { target in
      if let known = presetByObject[ObjectIdentifier(target)] ?? standIn(target) { return known }
      assembly.problems.append(
        """
        \(preset.entityName) “\(preset.id)”.\(property.name) references a \
        \(ModelLayout.of(type(of: target)).entityName) that is not a preset of the catalogs; give it \
        an ID, or leave it out
        """)
      return nil
    }
  }

  /// Returns the preset that another object of the program stands for.
  private mutating func standIn(_ object: any PersistentModel) -> CatalogPreset? {
    let entity = ModelLayout.of(type(of: object)).entityName
    for identify in assembly.identifiers[ObjectIdentifier(type(of: object))] ?? [] {
      if let id = identify(object), let preset = presetByName[PresetName(entity: entity, id: id)] {
        return preset
      }
    }
    return nil
  }

  // MARK: Files

  private mutating func presets(
    of link: PresetFileLink, _ owner: CatalogPreset
  ) -> [CatalogPreset] {
    // The presets of an unreadable file are unknown.
    if !assembly.files.unreadable.isEmpty { return [] }
    return link.targets.compactMap { target in
      switch target {
      case .part(let index): presetByEntry[index]
      case .preset(let id, let position):
        find(
          id, at: SourcePosition(file: link.file, position: position), for: link.property, of: owner
        )
      }
    }
  }

  /// Returns the preset with an ID among the entities of a relationship. Adds a problem if there is none, or
  /// more than one.
  private mutating func find(
    _ id: String, at position: SourcePosition, for property: PropertyLayout, of owner: CatalogPreset
  ) -> CatalogPreset? {
    guard let destination = property.destinationLayout else { return nil }
    let entities = entities(of: destination)
    let names = entities.map { PresetName(entity: $0, id: id) }
    let found = names.filter { presetByName[$0] != nil }
    if found.count == 1 { return presetByName[found[0]] }
    let label = "\(owner.entityName) “\(owner.id)”.\(property.name)"
    guard found.isEmpty else {
      assembly.files.add(
        position,
        """
        \(label): “\(id)” is a preset of \(found.map(\.entity).joined(separator: " and of ")); give \
        one of them another ID
        """)
      return nil
    }
    if names.contains(where: assembly.files.declared.contains) { return nil }
    let near = nearestName(
      to: id,
      among: contents.presets.lazy.filter { entities.contains($0.entityName) }.map(\.id).sorted())
    assembly.files.add(
      position,
      "\(label): there is no preset “\(id)” of \(destination.entityName)"
        + (near.map { "; did you mean “\($0)”?" } ?? " in the catalogs; add it, or leave it out"))
    return nil
  }

  private mutating func entities(of destination: ModelLayout) -> [String] {
    if let known = targetEntities[ObjectIdentifier(destination)] { return known }
    var layouts: [ObjectIdentifier: ModelLayout] = [:]
    for preset in contents.presets { layouts[ObjectIdentifier(preset.layout)] = preset.layout }
    let names = layouts.values.filter { $0.isKind(of: destination) }.map(\.entityName).sorted()
    targetEntities[ObjectIdentifier(destination)] = names
    return names
  }

  /// Finds presets of files that lack a required reference.
  private mutating func checkReferences() {
    if assembly.files.problems.isEmpty { return }
    for (index, preset) in zip(entries, contents.presets) {
      guard let position = assembly.entries[index].source.position else { continue }
      for property in preset.layout.properties where property.isToOne && !property.isOptional {
        guard preset.target(property) == nil, let destination = property.destinationLayout
        else { continue }
        assembly.files.add(
          position,
          """
          \(preset.entityName) “\(preset.id)”.\(property.name) has no value; write the ID of a preset of \
          \(destination.entityName)
          """)
      }
    }
  }
}

extension PresetAssembly {
  /// Throws the problems so far if a file has any.
  ///
  /// - Throws: ``PresetError/Code/invalidFile`` with all problems so far.
  func throwIfFilesAreInvalid() throws {
    let lines = files.lines
    if !lines.isEmpty { throw PresetError(.invalidFile, lines + problems) }
  }
}
