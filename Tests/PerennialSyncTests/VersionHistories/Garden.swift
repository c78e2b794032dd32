import SwiftData

/// The versions of an app. Fields, cases, members, entities and relationships come and go, are renamed and change their
/// types.
enum Garden {
  struct Version: Sendable {
    let number: Int
    let objects: [any GardenObject.Type]

    var models: [any PersistentModel.Type] { objects.map { $0 } }

    func type(of entity: String) -> (any GardenObject.Type)? {
      objects.first { $0.entity == entity }
    }

    /// Returns the names of the members that a field has in this version; nil if the version does not have the field.
    func memberNames(of field: String, in entity: String?) -> Set<String>? {
      func names<Object: GardenObject>(_ type: Object.Type) -> Set<String>? {
        Object.fields.first { $0.name == field }?.memberNames
      }
      guard let type = entity.flatMap(type(of:)) else { return nil }
      return names(type)
    }

    /// Returns all objects of a context, by entity and key.
    func all(_ context: ModelContext) throws -> [any GardenObject] {
      func fetch<Object: GardenObject>(_ type: Object.Type) throws -> [any GardenObject] {
        try context.fetch(FetchDescriptor<Object>()).sorted { $0.key < $1.key }
      }
      return try objects.flatMap { try fetch($0) }
    }
  }

  /// The names of the fields and the references of a class.
  static func fieldNames(of type: any GardenObject.Type) -> Set<String> {
    func names<Object: GardenObject>(_ type: Object.Type) -> Set<String> {
      Set(Object.fields.map(\.name) + Object.references.map(\.name))
    }
    return names(type)
  }

  static let versions = [
    Version(number: 1, objects: [V1.Plant.self, V1.Bed.self, V1.Note.self]),
    Version(
      number: 2, objects: [V2.Plant.self, V2.Bed.self, V2.Note.self, V2.Tag.self, V2.Diary.self]),
    Version(
      number: 3, objects: [V3.Plant.self, V3.Bed.self, V3.Note.self, V3.Tag.self, V3.Tool.self]),
  ]
}
