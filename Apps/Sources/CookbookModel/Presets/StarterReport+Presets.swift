import Foundation
import PerennialPresets
import SwiftData

extension StarterReport {
  /// The framework's report, told recipe by recipe: an ingredient that comes, goes or changes is a
  /// change of its recipe.
  ///
  /// - Parameters:
  ///   - titles: The recipes' titles, by key.
  ///   - lengthened: The keys of the recipes whose added ingredients are deleted.
  init(_ report: PresetReport, titles: [String: String], lengthened: Set<String> = []) {
    func entries(_ presets: [PresetIdentifier]) -> [Entry] {
      presets.filter { $0.isRecipe }.map { preset in
        Entry(key: preset.id, title: titles[preset.id] ?? preset.id, fields: [])
      }.sorted { $0.title < $1.title }
    }
    added = entries(report.inserted)
    restored = entries(report.restored)
    retired = entries(report.retired)
    keptRetired = entries(report.keptRetired)
    leftDeleted = entries(report.leftDeleted)

    let whole = Set((report.inserted + report.restored + report.retired).filter(\.isRecipe))
    let lines = (report.inserted + report.restored + report.retired).filter(\.isIngredient)
    let gone = Set(whole.map(\.id)).union(leftDeleted.map(\.key))
    var changes = FieldsByRecipe()
    for line in lines { changes.add([RecipeField.ingredients], to: line.ownerKey) }
    for change in report.updated { changes.add(change) }
    for key in lengthened { changes.add([RecipeField.ingredients], to: key) }
    updated = changes.entries(titles, besides: gone)

    var edits = FieldsByRecipe()
    for edit in report.kept { edits.add(edit) }
    kept = edits.entries(titles, besides: [])
    conflicts = report.conflicts.compactMap { Conflict($0, titles: titles) }
    issues = report.issues.filter { !$0.preset.isIngredient }.map {
      "\(titles[$0.preset.id] ?? $0.preset.id): \($0.reason)"
    }
    deletedRecipes = report.deletedUserObjects["Recipe"] ?? 0
    deletedLogEntries = report.deletedUserObjects["CookingLogEntry"] ?? 0
    clearedFavorites = report.updated.count {
      $0.preset.isRecipe && $0.names.contains("isFavorite")
    }
  }
}

extension StarterReport.Conflict {
  /// Nil for what no cook sees, such as the number of an ingredient's line.
  fileprivate init?(_ conflict: PresetReport.Conflict, titles: [String: String]) {
    let preset = conflict.preset
    let field = preset.isRecipe ? RecipeField(rawValue: conflict.field) : .ingredients
    guard let field, conflict.field != "position" else { return nil }
    let key = preset.isRecipe ? preset.id : preset.ownerKey
    let name = preset.isRecipe ? "" : "\(preset.id.dropFirst(key.count + 1)): "
    self.init(
      key: key,
      title: titles[key] ?? key,
      field: field,
      base: conflict.base.map { name + Self.text($0) },
      mine: name + Self.text(conflict.mine),
      theirs: name + Self.text(conflict.theirs)
    )
  }

  /// A value of the store as people read it: lists line by line.
  private static func text(_ value: String) -> String {
    guard let lines = try? JSONDecoder().decode([String].self, from: Data(value.utf8)) else {
      return value
    }
    return lines.joined(separator: "\n")
  }
}

/// The affected fields of recipes, by the keys of the recipes.
private struct FieldsByRecipe {
  private var fields: [String: Set<RecipeField>] = [:]

  mutating func add(_ names: [RecipeField], to key: String) {
    fields[key, default: []].formUnion(names)
  }

  mutating func add(_ change: PresetReport.Fields) {
    if change.preset.isRecipe {
      add(change.names.compactMap(RecipeField.init), to: change.preset.id)
    } else if change.preset.isIngredient {
      add([.ingredients], to: change.preset.ownerKey)
    }
  }

  func entries(
    _ titles: [String: String], besides others: Set<String>
  ) -> [StarterReport.Entry] {
    fields.filter { !others.contains($0.key) && !$0.value.isEmpty }.map { key, fields in
      StarterReport.Entry(
        key: key,
        title: titles[key] ?? key,
        fields: RecipeField.allCases.filter(fields.contains)
      )
    }.sorted { $0.title < $1.title }
  }
}

extension PresetIdentifier {
  fileprivate var isRecipe: Bool { entityName == "Recipe" }
  fileprivate var isIngredient: Bool { entityName == "Ingredient" }

  /// The key of the recipe that an ingredient belongs to: its ID begins with it.
  var ownerKey: String { String(id.prefix { $0 != "/" }) }
}
