extension Reference {
  static let schemas = ReferenceTable.tables(
    """
    Schema | SchemaConformance
    Schema
    Schema.schemaEncodingVersion
    Schema.encodingVersion
    Schema.version
    Schema.entities
    Schema.entitiesByName
    Schema.init()
    Schema.init(_:version:)
    Schema.init(versionedSchema:)
    Schema.save(to:)
    Schema.load(from:)
    Schema.entity(for:)
    Schema.entityName(for:)
    Schema.debugDescription
    Schema.Version
    Schema.Version.major
    Schema.Version.minor
    Schema.Version.patch
    Schema.Version.init(_:_:_:)
    Schema.Version.description
    Schema.PropertyMetadata
    Schema.PropertyMetadata.init(name:keypath:defaultValue:metadata:)

    Schema.Entity | SchemaEntityConformance
    Schema.Entity
    Schema.Entity.name
    Schema.Entity.storedProperties
    Schema.Entity.properties
    Schema.Entity.attributes
    Schema.Entity.relationships
    Schema.Entity.attributesByName
    Schema.Entity.relationshipsByName
    Schema.Entity.storedPropertiesByName
    Schema.Entity.uniquenessConstraints
    Schema.Entity.indices
    Schema.Entity.debugDescription
    Schema.Entity.init(_:)
    Schema.Entity.init(_:subentities:properties:)
    Schema.Entity.init(_:properties:)

    SchemaProperty | SchemaPropertyConformance
    SchemaProperty
    SchemaProperty.name
    SchemaProperty.originalName
    SchemaProperty.valueType
    SchemaProperty.isAttribute
    SchemaProperty.isRelationship
    SchemaProperty.isTransient
    SchemaProperty.isOptional
    SchemaProperty.isUnique
    Schema.CompositeAttribute | differs | its parts are the stored properties of the structure, not its coding keys
    Schema.CompositeAttribute.properties
    Schema.CompositeAttribute.init(name:originalName:options:valueType:defaultValue:hashModifier:)
    Schema.CompositeAttribute.==

    Schema.Attribute | SchemaAttributeConformance
    Schema.Attribute
    Schema.Attribute.name
    Schema.Attribute.originalName
    Schema.Attribute.options
    Schema.Attribute.valueType
    Schema.Attribute.defaultValue
    Schema.Attribute.isOptional
    Schema.Attribute.hashModifier
    Schema.Attribute.init(_:originalName:hashModifier:)
    Schema.Attribute.init(name:originalName:options:valueType:defaultValue:hashModifier:)
    Schema.Attribute.isAttribute
    Schema.Attribute.isRelationship
    Schema.Attribute.isTransient
    Schema.Attribute.isUnique
    Schema.Attribute.isTransformable
    Schema.Attribute.isCodable
    Schema.Attribute.debugDescription
    Schema.Attribute.Option
    Schema.Attribute.Option.debugDescription
    Schema.Attribute.Option.unique | differs | a changed object whose value is taken makes the save throw
    Schema.Attribute.Option.transformable(by:)
    Schema.Attribute.Option.externalStorage | differs | values of more than 100 KiB are files beside the store
    Schema.Attribute.Option.allowsCloudEncryption | differs | recorded, no effect
    Schema.Attribute.Option.preserveValueOnDeletion
    Schema.Attribute.Option.ephemeral
    Schema.Attribute.Option.spotlight | differs | full-text search by a call of our own, none by the system
    Schema.Attribute.Option.codable

    Schema.Relationship | SchemaRelationshipConformance
    Schema.Relationship
    Schema.Relationship.name
    Schema.Relationship.originalName
    Schema.Relationship.keypath
    Schema.Relationship.options
    Schema.Relationship.valueType
    Schema.Relationship.destination
    Schema.Relationship.deleteRule
    Schema.Relationship.inverseName
    Schema.Relationship.inverseKeyPath
    Schema.Relationship.minimumModelCount
    Schema.Relationship.maximumModelCount
    Schema.Relationship.hashModifier
    Schema.Relationship.isToOneRelationship
    Schema.Relationship.isUnique
    Schema.Relationship.isAttribute
    Schema.Relationship.isTransient
    Schema.Relationship.init(_:deleteRule:minimumModelCount:maximumModelCount:originalName:inverse:hashModifier:)
    Schema.Relationship.DeleteRule
    Schema.Relationship.DeleteRule.noAction | differs | a reference to what has gone reads as nil
    Schema.Relationship.DeleteRule.nullify
    Schema.Relationship.DeleteRule.cascade
    Schema.Relationship.DeleteRule.deny | throws | save() throws modelValidationFailure instead of a trap
    Schema.Relationship.debugDescription
    Schema.Relationship.Option
    Schema.Relationship.Option.debugDescription
    Schema.Relationship.Option.unique

    Schema.Index and Schema.Unique | SchemaIndexConformance
    Schema.Index
    Schema.Index.Types
    Schema.Index.Types.binary
    Schema.Index.Types.rtree | differs | an ordered index
    Schema.Index.indices
    Schema.Index.init(_:)
    Schema.Index.CodingKeys
    Schema.Index.CodingKeys.indices
    Schema.Index.name
    Schema.Index.originalName
    Schema.Index.valueType
    Schema.Index.isUnique
    Schema.Index.debugDescription
    Schema.Unique
    Schema.Unique.constraints
    Schema.Unique.init(_:)
    Schema.Unique.CodingKeys
    Schema.Unique.CodingKeys.constraints
    Schema.Unique.name
    Schema.Unique.originalName
    Schema.Unique.valueType
    Schema.Unique.isUnique
    Schema.Unique.debugDescription
    """)
}
