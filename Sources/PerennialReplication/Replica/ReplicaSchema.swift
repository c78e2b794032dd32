/// The entities of a store, by the types of their records.
public protocol ReplicaSchema {
  /// Returns `true` if a field of an entity can reference records of a type. Another version of the program can have given
  /// the field another destination, and another client can have sent any.
  ///
  /// - Parameters:
  ///   - type: The type of the referenced record.
  ///   - field: The first name of the relationship.
  ///   - owner: The type of the record that has the field.
  func admits(_ type: String, in field: String, ofType owner: String) throws -> Bool
  /// Returns the fields of an entity that must have a reference, by the first names of the relationships.
  func requiredReferences(ofType type: String) throws -> Set<String>
  /// Returns the fields of an entity that have unique values, by the first names of the properties.
  func uniqueFields(ofType type: String) throws -> Set<String>
  /// Returns the groups of two or more fields of an entity whose values are unique together.
  func uniqueGroups(ofType type: String) throws -> [[String]]
  /// Returns `true` if the objects of an entity are merged as a whole: a change of one field is one of all fields,
  /// so that all values of an object are those of one device. Presets are always merged by field.
  func mergesWholeRecords(ofType type: String) throws -> Bool
  /// Returns the counters of an entity, by the first names of the properties, with their declared starts: the values
  /// that new objects have.
  func counters(ofType type: String) throws -> [String: Int64]
}

extension ReplicaSchema {
  /// Fields can reference records of all types, unless the store says otherwise.
  public func admits(_ type: String, in field: String, ofType owner: String) throws -> Bool { true }

  /// No field must have a reference, unless the store says otherwise.
  public func requiredReferences(ofType type: String) throws -> Set<String> { [] }

  /// No entity has unique values, unless the store says otherwise.
  public func uniqueFields(ofType type: String) throws -> Set<String> { [] }

  /// No values are unique together, unless the store says otherwise.
  public func uniqueGroups(ofType type: String) throws -> [[String]] { [] }

  /// Objects are merged by field, unless the store says otherwise.
  public func mergesWholeRecords(ofType type: String) throws -> Bool { false }

  /// Returns no counters, by default.
  public func counters(ofType type: String) throws -> [String: Int64] { [:] }
}
