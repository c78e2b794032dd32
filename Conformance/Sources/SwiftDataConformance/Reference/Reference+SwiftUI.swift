extension Reference {
  /// The names that SwiftData has for SwiftUI. No suite of this kit tests them. On platforms without
  /// SwiftUI, the framework's own tests use them with a stub.
  ///
  /// The table is not one of ``tables``, because its suite belongs to another module. To list all names that
  /// the framework declares, add it:
  ///
  /// ```swift
  /// let names = (Reference.tables + [Reference.swiftUI]).flatMap(\.symbols).map(\.name)
  /// ```
  public static let swiftUI = ReferenceTable(
    """
    SwiftUI, type-checked and run against a stub, not against SwiftUI itself | QueryTests | QueryOverloads | QueryAnimationTests | ModelContainerTests
    @Query
    @Query(animation:)
    @Query(transaction:)
    @Query(filter:sort:order:animation:)
    @Query(filter:sort:order:transaction:)
    @Query(filter:sort:animation:)
    @Query(filter:sort:transaction:)
    @Query(_:animation:)
    @Query(_:transaction:)
    @Query(filter:sort:order:animation:sectionBy:)
    @Query(filter:sort:order:transaction:sectionBy:)
    @Query(filter:sort:animation:sectionBy:)
    @Query(filter:sort:transaction:sectionBy:)
    @Query(_:animation:sectionBy:)
    @Query(_:transaction:sectionBy:)
    Query.modelContext
    Query.fetchError | differs | the last results stay, until a fetch succeeds
    Query: wrappedValue, sections, update(), init(filter:sort:order:animation:)
    Query: init(filter:sort:order:transaction:), init(filter:sort:animation:)
    Query: init(filter:sort:transaction:), init(_:animation:), init(_:transaction:)
    Query: init(filter:sort:order:animation:sectionBy:)
    Query: init(filter:sort:order:transaction:sectionBy:), init(filter:sort:animation:sectionBy:)
    Query: init(filter:sort:transaction:sectionBy:), init(_:animation:sectionBy:)
    Query: init(_:transaction:sectionBy:)
    View: modelContext(_:), modelContainer(_:)
    View: modelContainer(for:inMemory:isAutosaveEnabled:isUndoEnabled:onSetup:)
    Scene: modelContext(_:), modelContainer(_:)
    Scene.modelContainer(for:inMemory:isAutosaveEnabled:isUndoEnabled:onSetup:) | differs | the undo manager is the context's own
    EnvironmentValues.modelContext | differs | without a container, fetching and saving objects throws unknownSchema
    AppStorage.init(wrappedValue:_:store:) | missing | SwiftUI has no public way to store an identifier
    AppStorage.init(_:store:) | missing | the same
    SceneStorage.init(wrappedValue:_:) | missing | the same
    SceneStorage.init(_:) | missing | the same
    DocumentGroup.init(editing:migrationPlan:editor:prepareDocument:) | missing | stores as documents are not supported
    DocumentGroup.init(viewing:migrationPlan:viewer:) | missing | the same
    DocumentGroup.init(editing:contentType:editor:prepareDocument:) | missing | the same
    DocumentGroup.init(viewing:contentType:viewer:) | missing | the same
    ModelDocument | missing | the same
    NewDocumentAction.callAsFunction(contentType:prepareDocument:) | missing | the same
    """)
}
