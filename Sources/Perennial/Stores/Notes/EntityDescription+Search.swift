extension EntityDescription {
  /// Returns the property of the entity, or of one that it inherits from, that meets a condition.
  func property(
    in entities: [String: EntityDescription], where condition: (PropertyDescription) -> Bool
  ) -> PropertyDescription? {
    var (next, passed) = (Optional(self), 0)
    while let entity = next, passed <= entities.count {
      if let found = entity.properties.first(where: condition) { return found }
      next = entity.superentity.flatMap { entities[$0] }
      passed += 1
    }
    return nil
  }
}
