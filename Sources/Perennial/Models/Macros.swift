import Observation

// A build without the macro plug-in has its models expanded already; see Benchmarks/.
#if Macros

/// Turns a class into a persistent model.
///
/// Each stored `var` becomes a column of the model's table, or a relationship if its type is
/// another model, an optional or an array of one. Reads of a property are observed and writes are
/// tracked, so that views update and the next save writes the changes.
///
/// ```swift
/// @Model
/// final class Trip {
///   var name: String
///   var start: Date
///   @Relationship(deleteRule: .cascade) var stops: [Stop] = []
///
///   init(name: String, start: Date) {
///     self.name = name
///     self.start = start
///   }
/// }
/// ```
///
/// A `let` is a column too, as long as it has no default value. Computed, static and lazy
/// properties are not stored, and neither are properties with ``Transient()``. Property observers
/// run as in any other class. `@Attribute` and `@Relationship` refine a property, `#Unique` and
/// `#Index` the class.
///
/// A model is not `Sendable`: pass its `persistentModelID` to another actor, and fetch the model
/// there.
@attached(
  member,
  conformances: Observable,
  PersistentModel,
  Sendable,
  names: named(_$backingData),
  named(_$header),
  named(persistentBackingData),
  named(_$id),
  named(schemaMetadata),
  named(init),
  named(access),
  named(withMutation),
  named(_$Properties),
  named(_$Transformers),
  named(_$slots),
  named(_$emplace),
  named(_$load),
  named(_$bind),
  named(_$visit),
  named(_$make), named(_$keyPaths), named(_$inheritedKeyPaths),
  named(_$canEmplace),
  named(_$Root),
  named(_$storage),
  named(_$observationRegistrar)
)
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "PerennialMacros", type: "PersistentModelMacro")

/// Defines the storage of a property.
///
/// ```swift
/// @Model
/// final class Book {
///   @Attribute(.unique) var isbn: String
///   @Attribute(.externalStorage) var cover: Data?
///   @Attribute(originalName: "name") var title: String
///
///   init(isbn: String, title: String) {
///     self.isbn = isbn
///     self.title = title
///   }
/// }
/// ```
///
/// - Parameters:
///   - options: The options of the property: a unique value, storage in a separate file, a value
///     transformer, an index for search, preservation after a deletion.
///   - originalName: The name of the property in the previous version of the schema, so that a
///     migration keeps its values.
///   - hashModifier: A text that distinguishes two versions of the property which are otherwise
///     alike, so that a migration takes place between them.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option...,
  originalName: String? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "PerennialMacros", type: "AttributePropertyMacro")

/// Defines a relationship to other models.
///
/// A property whose type is a model, an optional model or an array of models is a relationship even
/// without this macro. Use the macro to define the delete rule, and to name the property of the
/// other model that is the inverse.
///
/// ```swift
/// @Model
/// final class Album {
///   @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []
///
///   init() {}
/// }
///
/// @Model
/// final class Photo {
///   var album: Album?
///
///   init() {}
/// }
/// ```
///
/// - Parameters:
///   - options: The options of the relationship.
///   - deleteRule: The effect on the related models when this one is deleted.
///   - minimumModelCount: The least number of related models.
///   - maximumModelCount: The greatest number of related models; 0 for any number.
///   - originalName: The name of the property in the previous version of the schema.
///   - inverse: The property of the related model that references this one. Either side may name
///     the other, but not both sides. To the compiler, two macros that reference each other's
///     property are a circular reference. Without this parameter, the inverse is inferred if there
///     is only one candidate and one of the two is not a collection. Between two collections it is
///     never inferred.
///   - hashModifier: A text that distinguishes two versions of the property which are otherwise
///     alike.
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0,
  maximumModelCount: Int? = 0,
  originalName: String? = nil,
  inverse: AnyKeyPath? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "PerennialMacros", type: "RelationshipPropertyMacro")

/// Excludes a property from the store.
///
/// The property is observed like any other. It needs a default value or an optional type. In an
/// object that is loaded from the store, the default is evaluated when it is first read.
///
/// ```swift
/// @Transient var isSelected = false
/// ```
@attached(peer)
public macro Transient() =
  #externalMacro(module: "PerennialMacros", type: "TransientPropertyMacro")

/// Makes the values of a property, or of several together, unique among the objects of a model.
///
/// If a saved object has values that are already stored, the save updates the object that has them.
///
/// ```swift
/// @Model
/// final class Seat {
///   #Unique<Seat>([\.row, \.number])
///   var row: Int
///   var number: Int
///
///   init(row: Int, number: Int) {
///     self.row = row
///     self.number = number
///   }
/// }
/// ```
///
/// - Parameter constraints: The key paths of the properties, for each constraint.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "PerennialMacros", type: "UniqueConstraintsMacro")

/// Adds indices of a chosen kind to a model's table.
///
/// ```swift
/// @Model
/// final class Place {
///   #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
///   var name = ""
///   var latitude = 0.0
///   var longitude = 0.0
///
///   init() {}
/// }
/// ```
///
/// - Parameter indices: The kind and the key paths of the properties, for each index.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "PerennialMacros", type: "IndexMacro")

/// Adds ordered indices to a model's table, to speed up frequent searches and sorting.
///
/// ```swift
/// #Index<Trip>([\.start], [\.name, \.start])
/// ```
///
/// - Parameter indices: The key paths of the properties, for each index.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "PerennialMacros", type: "IndexMacro")

/// Sets the rule by which sync merges the changes that two devices have made to one object.
///
/// Without this macro, objects are merged field by field. The rule `.byRecord` is for models whose fields
/// belong together, such as the parts of an address: a change of one field counts as a change of all.
///
/// ```swift
/// @Model
/// final class Address {
///   #Merge<Address>(.byRecord)
///   var street = ""
///   var city = ""
///   …
/// }
/// ```
///
/// Many-to-many relationships are merged link by link, and presets field by field, with either rule. A
/// subclass has the rule of its superclass, unless it declares its own. A store that isn't synced ignores the
/// rule.
///
/// The rule belongs to the version of the schema. Change it on all devices at once: a device with another
/// rule merges by its own.
///
/// - Parameter rule: The rule.
@freestanding(declaration)
public macro Merge<T: PersistentModel>(_ rule: Schema.MergeRule) =
  #externalMacro(module: "PerennialMacros", type: "MergeRuleMacro")

/// Gives an actor its own model context, for work away from the main actor.
///
/// ```swift
/// @ModelActor
/// actor Importer {
///   func add(_ names: [String]) throws {
///     for name in names { modelContext.insert(Tag(name: name)) }
///     try modelContext.save()
///   }
/// }
///
/// let importer = Importer(modelContainer: container)
/// ```
///
/// The macro adds an `init(modelContainer:)`. An initialiser of your own assigns `modelExecutor`
/// and `modelContainer`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() =
  #externalMacro(module: "PerennialMacros", type: "PersistentModelActorMacro")

/// The storage and accessors of a column. ``Model()`` adds it; programs do not write it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$s_))
public macro _PersistedProperty() =
  #externalMacro(module: "PerennialMacros", type: "PersistedPropertyMacro")

/// The storage and accessors of a transformable column. ``Model()`` adds it; programs do not write
/// it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$s_))
public macro _TransformablePersistedProperty() =
  #externalMacro(module: "PerennialMacros", type: "PersistedPropertyMacro")

/// The storage and accessors of a transient property. ``Model()`` adds it; programs do not write
/// it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$s_))
public macro _TransientProperty() =
  #externalMacro(module: "PerennialMacros", type: "ObservedTransientPropertyMacro")

/// The storage and accessors of a column whose storage is also initialised by the init accessor of
/// another property. ``Model()`` adds it; programs do not write it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$s_))
public macro _SharedPersistedProperty() =
  #externalMacro(module: "PerennialMacros", type: "PersistedPropertyMacro")

/// The storage of a constant, and of a column with handwritten accessors. ``Model()`` adds it;
/// programs do not write it.
@attached(peer, names: prefixed(_), prefixed(_$s_))
public macro _PersistedStorage() =
  #externalMacro(module: "PerennialMacros", type: "PersistedStorageMacro")

#endif
