import Observation

// A build without the macro plug-in has its models expanded already; see Benchmarks/.
#if Macros

/// Turns a class into a persistent model.
///
/// Each stored `var` becomes a column of the model's table, or a relationship when its type is
/// another model, an optional or an array of one. Reading a property is observed and writing one
/// is tracked, so that views follow and the next save knows what to write.
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
/// properties are left alone, and so is what ``Transient()`` excludes. Property observers run as
/// they do in any other class. `@Attribute` and `@Relationship` refine a property, `#Unique` and
/// `#Index` the class.
///
/// A model is not `Sendable`: hand its `persistentModelID` to another actor, and fetch it there.
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

/// Says how a property is stored.
///
/// ```swift
/// @Attribute(.unique) var isbn: String
/// @Attribute(.externalStorage) var cover: Data?
/// @Attribute(originalName: "name") var title: String
/// ```
///
/// - Parameters:
///   - options: What is particular about the property: whether its value is unique, kept in a file
///     of its own, transformed, indexed for search, preserved after a deletion.
///   - originalName: The name the property had in the previous version of the schema, so that a
///     migration carries its values over.
///   - hashModifier: A text that makes two versions of the property differ which are otherwise
///     alike, so that a migration takes place between them.
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option...,
  originalName: String? = nil,
  hashModifier: String? = nil
) = #externalMacro(module: "PerennialMacros", type: "AttributePropertyMacro")

/// Says how a model refers to other models.
///
/// A property whose type is a model, an optional model or an array of models is a relationship
/// without this macro; it is needed to say what a deletion does and which property of the other
/// model is the other direction of the same relationship.
///
/// ```swift
/// @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []
/// ```
///
/// - Parameters:
///   - options: What is particular about the relationship.
///   - deleteRule: What becomes of the related models when this one is deleted.
///   - minimumModelCount: How many related models there must be.
///   - maximumModelCount: How many related models there may be; 0 for any number.
///   - originalName: The name the property had in the previous version of the schema.
///   - inverse: The property of the related model that leads back. Either side may name the other,
///     but only one of them: to the compiler, two macros that refer to each other's property are a
///     circular reference.
///     Without it the inverse is inferred if there is only one candidate and one of the two
///     is not a collection. Between two collections it is never inferred.
///   - hashModifier: A text that makes two versions of the property differ which are otherwise
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

/// Keeps a property out of the store.
///
/// The property is observed like any other. It needs a default value or an optional type: in an
/// object that comes from the store, the default is evaluated when it is first read.
///
/// ```swift
/// @Transient var isSelected = false
/// ```
@attached(peer)
public macro Transient() =
  #externalMacro(module: "PerennialMacros", type: "TransientPropertyMacro")

/// Makes the values of a property, or of several together, unique among the objects of a model.
///
/// Saving an object whose values are already there updates the one that has them.
///
/// ```swift
/// @Model
/// final class Seat {
///   #Unique<Seat>([\.row, \.number])
///   …
/// }
/// ```
///
/// - Parameter constraints: For each constraint, the key paths of its properties.
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "PerennialMacros", type: "UniqueConstraintsMacro")

/// Adds indices of a chosen kind to a model's table.
///
/// ```swift
/// #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
/// ```
///
/// - Parameter indices: For each index, its kind and the key paths of its properties.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "PerennialMacros", type: "IndexMacro")

/// Adds ordered indices to a model's table, to speed up what is often searched or sorted by.
///
/// ```swift
/// #Index<Trip>([\.start], [\.name, \.start])
/// ```
///
/// - Parameter indices: For each index, the key paths of its properties.
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: [PartialKeyPath<T>]...) =
  #externalMacro(module: "PerennialMacros", type: "IndexMacro")

/// Gives an actor a model context of its own, for work away from the main actor.
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
/// An `init(modelContainer:)` comes with it. An initialiser of your own assigns `modelExecutor`
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

/// The storage and accessors of a column whose storage the init accessor of another property
/// initialises, too. ``Model()`` adds it; programs do not write it.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$s_))
public macro _SharedPersistedProperty() =
  #externalMacro(module: "PerennialMacros", type: "PersistedPropertyMacro")

/// The storage of a constant, and of a column whose accessors a program wrote itself. ``Model()``
/// adds it; programs do not write it.
@attached(peer, names: prefixed(_), prefixed(_$s_))
public macro _PersistedStorage() =
  #externalMacro(module: "PerennialMacros", type: "PersistedStorageMacro")

#endif
