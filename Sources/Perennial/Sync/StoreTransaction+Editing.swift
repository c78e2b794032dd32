import Foundation

extension StoreTransaction {
  /// Writes a value of a row as an edit of the user, which the metadata of a preset records.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` if the store refuses the value.
  package func edit(
    _ rowID: Int64, _ property: PropertyLayout, _ value: SQLValue, of entity: CoordinatedEntity
  ) throws {
    let isPreset = rowID < 0
    guard let sql = entity.entity.sql.update(property.mask, isStamping: isPreset) else { return }
    let stamp = isPreset ? try connection.stamp() : nil
    do {
      try connection.run(try connection.statement(sql)) { binder in
        if property.isExternal, case .blob(let data) = value {
          binder.bind(external: Data(data.dropFirst()))
        } else {
          binder.bind(exactly: value)
        }
        binder.bind(rowID)
        if let stamp { binder.bind(stamp) }
      }
    } catch let error as SwiftDataError {
      guard connection.hasRefusedRow else { throw error }
      throw SwiftDataError.modelValidationFailure.because(
        "\(entity.layout.entityName).\(property.name): \(error.explanation)", underlying: error)
    }
  }
}
