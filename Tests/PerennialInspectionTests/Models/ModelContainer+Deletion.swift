@testable import Perennial

extension ModelContainer {
  /// Deletes rows of entities with the effects of the delete rules, without objects.
  func deleteRows(_ selections: [(entity: String, rows: BatchDeletion.Selection)]) throws {
    let entities = coordinator.entities
    let request = CommitRequest(stores: coordinator.nesting, kind: .sets)
    try coordinator.commit(request) { transaction in
      var deletion = try BatchDeletion(
        transaction.connection, entities: entities, store: 0, history: transaction.history)
      transaction.changes = try deletion.run(
        selections.compactMap { selection in
          entities.index(named: selection.entity).map { (selection.rows, of: entities[$0]) }
        })
    }
  }
}
