import Perennial
import PerennialInspection

/// A position in one of the files of the catalogs.
struct PresetPlace {
  /// The number of the file.
  let file: Int
  let position: TextPosition
}

/// A relationship of a preset in a file, before the IDs are resolved.
struct PresetFileLink {
  enum Target {
    case preset(String, TextPosition)
    case part(any PersistentModel)
  }

  let file: Int
  let owner: any PersistentModel
  let ownerID: String
  let property: PropertyLayout
  let targets: [Target]
}

/// The links, presets and problems of the catalogs' files.
struct PresetFiles {
  /// The problems of each file.
  var problems: [PresetFileProblems] = []
  var links: [PresetFileLink] = []
  /// All presets, including those with problems, so that references to them are not reported.
  var declared: Set<PresetName> = []

  /// The errors of files that cannot be read or aren't JSON.
  var unreadable: [String] = []

  var lines: [String] { unreadable + problems.flatMap(\.lines) }

  mutating func add(_ place: PresetPlace, _ text: String) {
    problems[place.file].add(place.position, text)
  }

  func description(of place: PresetPlace) -> String {
    "\(problems[place.file].file):\(place.position)"
  }
}

extension _PresetAssembly {
  /// Sets the relationships of the files to the presets with the IDs, of all catalogs.
  mutating func connectFiles() {
    // The presets of an unreadable file are unknown.
    if files.links.isEmpty || !files.unreadable.isEmpty { return }
    var models: [PresetName: any PersistentModel] = [:]
    var layouts: [String: ModelLayout] = [:]
    for entry in entries {
      let layout = ModelLayout.of(type(of: entry.model))
      models[PresetName(entity: layout.entityName, id: entry.id)] = entry.model
      layouts[layout.entityName] = layout
    }
    var kinds: [ObjectIdentifier: [String]] = [:]
    for link in files.links {
      guard let type = link.property.destination else { continue }
      let names =
        kinds[ObjectIdentifier(type)]
        ?? layouts.values.filter { $0.isKind(of: ModelLayout.of(type)) }.map(\.entityName).sorted()
      kinds[ObjectIdentifier(type)] = names
      let members = link.targets.compactMap { target in
        switch target {
        case .part(let model): model
        case .preset(let id, let position):
          find(id, PresetPlace(file: link.file, position: position), link, names, models)
        }
      }
      if link.property.isToMany {
        link.owner.refer(link.property, to: members)
      } else if let member = members.first {
        link.owner.refer(link.property, to: member)
      }
    }
  }

  /// Returns the preset with an ID among some entities. Adds a problem if there is none, or more than
  /// one.
  private mutating func find(
    _ id: String, _ place: PresetPlace, _ link: PresetFileLink, _ entities: [String],
    _ models: [PresetName: any PersistentModel]
  ) -> (any PersistentModel)? {
    let names = entities.map { PresetName(entity: $0, id: id) }
    let found = names.filter { models[$0] != nil }
    if found.count == 1 { return models[found[0]] }
    let owner = ModelLayout.of(type(of: link.owner)).entityName
    let label = "\(owner) “\(link.ownerID)”.\(link.property.name)"
    guard found.isEmpty else {
      files.add(
        place,
        """
        \(label): “\(id)” is a preset of \(found.map(\.entity).joined(separator: " and of ")); give \
        one of them another ID
        """)
      return nil
    }
    if names.contains(where: files.declared.contains) { return nil }
    let destination = link.property.destination.map { ModelLayout.of($0).entityName } ?? ""
    let near = nearestName(
      to: id, among: models.keys.lazy.filter { entities.contains($0.entity) }.map(\.id).sorted())
    files.add(
      place,
      "\(label): there is no preset “\(id)” of \(destination)"
        + (near.map { "; did you mean “\($0)”?" } ?? " in the catalogs; add it, or leave it out"))
    return nil
  }

  /// Finds presets of files that lack a required reference.
  mutating func checkReferences() {
    for entry in entries {
      guard let place = entry.place else { continue }
      let layout = ModelLayout.of(type(of: entry.model))
      for property in layout.properties where property.isToOne && !property.isOptional {
        guard !entry.model.hasReference(property), let type = property.destination else { continue }
        files.add(
          place,
          """
          \(layout.entityName) “\(entry.id)”.\(property.name) has no value; write the ID of a preset of \
          \(ModelLayout.of(type).entityName)
          """)
      }
    }
  }
}
