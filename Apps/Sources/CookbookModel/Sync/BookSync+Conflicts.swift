import Foundation
import PerennialSync
import SwiftData

extension BookSync {
  /// Returns the conflicts that the cook has not decided, the earliest first.
  ///
  /// - Throws: ``BookError/syncFailed(_:)``.
  public func conflicts() async throws(BookError) -> [BookConflict] {
    do {
      let found = try await engine.conflicts().filter { !$0.isAboutRating }
      if found.isEmpty { return [] }
      let subjects = try ConflictSubjects(of: found, in: ModelContext(container))
      return found.map { BookConflict($0, of: subjects[$0]) }
    } catch {
      throw .syncFailed(error.reason)
    }
  }

  /// Shows one side of a conflict from now on, on all devices.
  ///
  /// - Throws: ``BookError/conflictNotFound(_:)`` if it was decided already;
  ///   ``BookError/conflictUndecided(_:)`` if the side cannot be shown.
  public func resolve(
    _ id: BookConflict.ID, keeping side: BookConflict.Side
  ) async throws(BookError) {
    do {
      guard let conflict = try await engine.conflicts().first(where: { $0.id == id }) else {
        throw BookError.conflictNotFound(id)
      }
      try await engine.resolve(conflict, keeping: side == .mine ? .mine : .theirs)
      try await showConflicts()
    } catch let error as BookError {
      throw error
    } catch {
      let reason = error.reason
      throw .conflictUndecided(reason.hasSuffix(".") ? reason : "\(reason).")
    }
  }

  /// Decides the conflicts about mean ratings, which follow from the log: the mean is worked out again.
  static func decideRatings(_ engine: StoreSync, _ writer: RecipeWriter) -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        do {
          try await engine.resolveConflicts { conflict in
            guard conflict.isAboutRating else { return nil }
            try await writer.updateRating(of: conflict.object)
            return .shown
          }
        } catch {
          // The store could not be written. The conflict is still noted.
          try? await Task.sleep(for: .seconds(5))
        }
      }
    }
  }
}

extension SyncConflict {
  fileprivate var isAboutRating: Bool { BookConflict.property(of: self) == "averageRating" }
}

/// The things that conflicts are about.
private struct ConflictSubjects {
  private var subjects: [PersistentIdentifier: ConflictSubject] = [:]

  init(of conflicts: [SyncConflict], in context: ModelContext) throws {
    let objects = Set(conflicts.map(\.object))
    let recipes = FetchDescriptor<Recipe>(
      predicate: #Predicate { objects.contains($0.persistentModelID) })
    for recipe in try context.fetch(recipes) {
      subjects[recipe.persistentModelID] = ConflictSubject(
        recipe: recipe.uid, title: recipe.title, name: "Recipe", isRecipe: true)
    }
    let lines = FetchDescriptor<Ingredient>(
      predicate: #Predicate { objects.contains($0.persistentModelID) })
    for line in try context.fetch(lines) {
      subjects[line.persistentModelID] = ConflictSubject(
        recipe: line.recipe?.uid, title: line.recipe?.title ?? "No recipe",
        name: "Ingredient “\(line.name)”", isRecipe: false)
    }
    let log = FetchDescriptor<CookingLogEntry>(
      predicate: #Predicate { objects.contains($0.persistentModelID) })
    for entry in try context.fetch(log) {
      subjects[entry.persistentModelID] = ConflictSubject(
        recipe: entry.recipe?.uid, title: entry.recipe?.title ?? "No recipe", name: "Log entry",
        isRecipe: false)
    }
    let tags = FetchDescriptor<Tag>(
      predicate: #Predicate { objects.contains($0.persistentModelID) })
    for tag in try context.fetch(tags) {
      subjects[tag.persistentModelID] = ConflictSubject(
        recipe: nil, title: "Tag “\(tag.name)”", name: "Tag", isRecipe: true)
    }
  }

  subscript(conflict: SyncConflict) -> ConflictSubject {
    if let subject = subjects[conflict.object] { return subject }
    let kind =
      switch conflict.object.entityName {
      case "CookingLogEntry": "Log entry"
      case let name: name
      }
    return ConflictSubject(
      recipe: nil, title: "Deleted \(kind.lowercased())", name: kind, isRecipe: true)
  }
}
