import Perennial

extension PresetLibrary {
  /// Returns the descriptions of duplicates that ``mergeDuplicates(_:formerly:backup:isDryRun:)`` needs
  /// for some rules.
  ///
  /// ```swift
  /// let duplicates = try container.presets.duplicates(by: [.presets(of: "Tag", by: "presetID")])
  /// try container.presets.mergeDuplicates(duplicates)
  /// ```
  ///
  /// - Throws: ``PresetError`` with all problems of the rules. The code is
  ///   ``PresetError/Code/unknownEntity`` if a rule names an entity that the store does not have, or
  ///   else ``PresetError/Code/invalidRule``. Also throws the errors of assembling the catalogs.
  public func duplicates(by rules: [DuplicateRule]) throws -> [PresetDuplicates] {
    let layouts = container.schema.layouts.reachable
    let entitiesWithPresets =
      rules.contains { $0.confirmed == nil }
      ? try ResolvedCatalogs(catalogs).entityNames : []
    var found: [PresetDuplicates] = []
    var problems: [String] = []
    var isEntityMissing = false
    for rule in rules {
      guard let layout = layouts[rule.entityName] else {
        isEntityMissing = true
        let way = wayOut(from: rule.entityName, to: layouts.keys.sorted())
        problems.append("\(rule): there is no entity “\(rule.entityName)”; \(way)")
        continue
      }
      if rule.confirmed == nil, !entitiesWithPresets.contains(rule.entityName) {
        let others = entitiesWithPresets.sorted().joined(separator: ", ")
        problems.append(
          """
          \(rule): the catalogs have no presets of \(rule.entityName)\
          \(others.isEmpty ? "" : ", but of \(others)"); identify objects of the user by keys
          """)
      }
      do {
        let path = try IdentifyingPath(rule.path, of: layout)
        found.append(
          PresetDuplicates(source: .rows(layout, path), confirmed: rule.confirmed))
      } catch {
        problems.append("\(rule): \(error.reason)")
      }
    }
    if !problems.isEmpty {
      throw PresetError(isEntityMissing ? .unknownEntity : .invalidRule, problems)
    }
    return found
  }
}
