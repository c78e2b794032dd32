import Foundation
import SwiftData

extension ModelContext {
  /// The recipe with the given identity.
  func recipe(_ id: UUID) throws -> Recipe {
    var descriptor = FetchDescriptor(predicate: #Predicate<Recipe> { $0.uid == id })
    descriptor.fetchLimit = 1
    guard let recipe = try fetch(descriptor).first else { throw BookError.recipeNotFound(id) }
    return recipe
  }

  /// The tags with the given names; those that are missing are made.
  ///
  /// Names are compared without regard to case, so that "vegan" finds "Vegan".
  func tags(named names: [String]) throws -> [Tag] {
    let existing = try fetch(FetchDescriptor<Tag>())
    var byName = Dictionary(existing.map { ($0.name.lowercased(), $0) }) { first, _ in first }
    return names.map { name in
      if let tag = byName[name.lowercased()] { return tag }
      let tag = Tag(name: name, color: .forNewTag(named: name))
      insert(tag)
      byName[name.lowercased()] = tag
      return tag
    }
  }
}
