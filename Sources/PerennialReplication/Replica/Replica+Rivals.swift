import PerennialRecords

extension Replica {
  /// Returns the fields of an entity whose values are unique, alone or together with others.
  func fieldsWithUniqueValues(ofType type: String) throws -> Set<String> {
    try store.schema.uniqueGroups(ofType: type).reduce(
      into: store.schema.uniqueFields(ofType: type)
    ) {
      $0.formUnion($1)
    }
  }

  /// Returns the other records that have, or have written, a unique value that a record has, had or has written.
  ///
  /// - Parameter states: The states of the record.
  func rivals(
    of record: Record, in states: [RecordState<RecordValue>]
  ) throws -> [RecordName] {
    let (name, type) = (record.name, record.type)
    let (fields, groups) = (
      try store.schema.uniqueFields(ofType: type), try store.schema.uniqueGroups(ofType: type)
    )
    if fields.isEmpty, groups.isEmpty { return [] }
    let content = try store.content(of: name)
    func values(_ field: String) -> [RecordValue] {
      let cells = states.flatMap { [$0.edits[field]?.value, $0.edits[field]?.base] }
      let offered = states.map { $0.catalogVersion?.values[field] }
      return Set((cells + offered + [content?.values[field]]).compactMap { $0 })
        .subtracting([.null]).sorted()
    }
    var rivals: Set<RecordName> = []
    for field in fields.sorted() {
      for value in values(field) {
        rivals.formUnion(try store.recordTable.records(ofType: type, claiming: value, in: field))
      }
    }
    for group in groups {
      for tuple in group.map(values).combinations {
        rivals.formUnion(try store.recordTable.records(ofType: type, claiming: tuple, in: group))
      }
    }
    rivals.remove(name)
    return rivals.sorted()
  }
}

extension Array where Element: Sequence {
  /// All lists with one element of each of these lists.
  package var combinations: [[Element.Element]] {
    reduce([[]]) { lists, choices in lists.flatMap { list in choices.map { list + [$0] } } }
  }
}
