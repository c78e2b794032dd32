import Perennial

extension PresetLibrary {
  func checkHasCatalogs() throws {
    if !catalogs.isEmpty { return }
    throw PresetError(
      .noCatalog, ["the container has no catalogs; open it with some, or call usePresets(_:)"])
  }

  /// Checks that no catalog in the scope has a greater version in the store. An older version of an app
  /// must not overwrite the content of a newer one.
  ///
  /// - Throws: ``PresetError`` with all catalogs of which the store has a greater version.
  func checkVersions(
    of resolved: ResolvedCatalogs, _ scope: PresetScope, _ applied: [String: AppliedCatalog]
  ) throws {
    let newer = catalogs.filter { catalog in
      guard let version = catalog.version else { return false }
      return (applied[catalog.name]?.version ?? .min) > version
    }
    if newer.isEmpty { return }
    let meant = Set(resolved.contents.presets.lazy.filter(scope.contains).map(\.catalog))
    let problems = newer.filter { meant.contains($0.name) }.compactMap { catalog -> String? in
      guard let version = catalog.version, let stored = applied[catalog.name]?.version else {
        return nil
      }
      return """
        the store has version \(stored) of the catalog “\(catalog.name)”, and this program has version \
        \(version), whose older content would replace it; use a program with version \(stored) or \
        later
        """
    }
    if !problems.isEmpty { throw PresetError(.newerInStore, problems) }
  }
}
