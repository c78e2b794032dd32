import Foundation
import SwiftData

/// Changes of the schema, by Perennial: the file is opened with other models.
enum PerennialMigrations: MigrationContender {
  static let library = Library.perennial

  static func fill(_ file: URL, for change: ItemChange, with values: [ItemValues]) throws {
    try PerennialItems(at: file).insert(values, Stopwatch())
    // The step that is measured begins where the one in the other direction ends.
    if change == .add { _ = try migrate(file, by: .drop) }
  }

  static func migrate(_ file: URL, by change: ItemChange) throws -> AnyObject {
    let type: any PersistentModel.Type =
      switch change {
      case .add: Item.self
      case .drop: Former.Item.self
      case .convert: Later.Item.self
      }
    return try ModelContainer(for: Schema([type]), configurations: ModelConfiguration(url: file))
  }
}
