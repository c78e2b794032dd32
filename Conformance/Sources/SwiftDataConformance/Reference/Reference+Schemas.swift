extension Reference {
  static let schemas = ReferenceTable.tables(
    """
    Schema | SchemaConformance
    Schema
    Schema: schemaEncodingVersion, encodingVersion, version, entities, entitiesByName, init()
    Schema: init(_:version:), init(versionedSchema:), save(to:), load(from:), entity(for:)
    Schema: entityName(for:), debugDescription, Version
    Schema.Version: major, minor, patch, init(_:_:_:), description
    Schema.PropertyMetadata
    Schema.PropertyMetadata.init(name:keypath:defaultValue:metadata:)

    Schema.Entity | SchemaEntityConformance
    Schema.Entity
    Schema.Entity: name, storedProperties, properties, attributes, relationships, attributesByName
    Schema.Entity: relationshipsByName, storedPropertiesByName, uniquenessConstraints, indices
    Schema.Entity: debugDescription, init(_:), init(_:subentities:properties:), init(_:properties:)

    SchemaProperty | SchemaPropertyConformance
    SchemaProperty
    SchemaProperty: name, originalName, valueType, isAttribute, isRelationship, isTransient
    SchemaProperty: isOptional, isUnique
    Schema.CompositeAttribute | differs | its parts are the stored properties of the structure, not its coding keys
    Schema.CompositeAttribute: properties
    Schema.CompositeAttribute: init(name:originalName:options:valueType:defaultValue:hashModifier:)
    Schema.CompositeAttribute: ==

    Schema.Attribute | SchemaAttributeConformance
    Schema.Attribute
    Schema.Attribute: name, originalName, options, valueType, defaultValue, isOptional, hashModifier
    Schema.Attribute: init(_:originalName:hashModifier:)
    Schema.Attribute: init(name:originalName:options:valueType:defaultValue:hashModifier:)
    Schema.Attribute: isAttribute, isRelationship, isTransient, isUnique, isTransformable, isCodable
    Schema.Attribute: debugDescription, Option
    Schema.Attribute.Option.debugDescription
    Schema.Attribute.Option.unique | differs | a changed object whose value is taken makes the save throw
    Schema.Attribute.Option.transformable(by:)
    Schema.Attribute.Option.externalStorage | differs | values of more than 100 KiB are files beside the store
    Schema.Attribute.Option.allowsCloudEncryption | differs | sealed before it is sent to a hub that is registered so
    Schema.Attribute.Option: preserveValueOnDeletion, ephemeral
    Schema.Attribute.Option.spotlight | differs | full-text search by a call of our own, none by the system
    Schema.Attribute.Option.codable

    Schema.Relationship | SchemaRelationshipConformance
    Schema.Relationship
    Schema.Relationship: name, originalName, keypath, options, valueType, destination, deleteRule
    Schema.Relationship: inverseName, inverseKeyPath, minimumModelCount, maximumModelCount
    Schema.Relationship: hashModifier, isToOneRelationship, isUnique, isAttribute, isTransient
    Schema.Relationship: init(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)
    Schema.Relationship: DeleteRule
    Schema.Relationship.DeleteRule.noAction | differs | a reference to what has gone reads as nil
    Schema.Relationship.DeleteRule: nullify, cascade
    Schema.Relationship.DeleteRule.deny | throws | save() throws modelValidationFailure instead of a trap
    Schema.Relationship: debugDescription, Option
    Schema.Relationship.Option: debugDescription, unique

    Schema.Index and Schema.Unique | SchemaIndexConformance
    Schema.Index
    Schema.Index.Types
    Schema.Index.Types.binary
    Schema.Index.Types.rtree | differs | an ordered index
    Schema.Index: indices, init(_:), CodingKeys
    Schema.Index.CodingKeys.indices
    Schema.Index: name, originalName, valueType, isUnique, debugDescription
    Schema.Unique
    Schema.Unique: constraints, init(_:), CodingKeys
    Schema.Unique.CodingKeys.constraints
    Schema.Unique: name, originalName, valueType, isUnique, debugDescription
    """)
}
