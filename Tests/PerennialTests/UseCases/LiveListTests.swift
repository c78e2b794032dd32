import StoreTesting
import SwiftData
import Testing

@testable import Fixtures

// MARK: The app

/// The properties that every model states about itself, so that lists can be written once for all.
protocol Listed: PersistentModel {
  static var entityName: String { get }
  static var defaultSort: [SortDescriptor<Self>] { get }
}

extension Listed {
  static var entityName: String { String(describing: Self.self) }
  static var sortedFetch: FetchDescriptor<Self> { FetchDescriptor(sortBy: defaultSort) }
}

@Model
final class Post: Listed {
  enum Kind: String, Codable { case text, link, photo }

  var content: String
  var kind: Kind
  var userID: UUID
  var avatarColour: String
  var avatarImage: Data?
  var created: Date

  init(
    content: String,
    kind: Kind,
    userID: UUID,
    avatarColour: String,
    avatarImage: Data?,
    created: Date
  ) {
    self.content = content
    self.kind = kind
    self.userID = userID
    self.avatarColour = avatarColour
    self.avatarImage = avatarImage
    self.created = created
  }

  static var defaultSort: [SortDescriptor<Post>] { [SortDescriptor(\.created, order: .reverse)] }
}

/// A value that becomes a model when it is inserted.
protocol Draft {
  associatedtype Model: Listed
  func makeModel() -> Model
}

extension ModelContext {
  @discardableResult
  func insert<D: Draft>(_ draft: D) -> D.Model {
    let model = draft.makeModel()
    insert(model)
    return model
  }
}

struct PostDraft: Draft, Sendable {
  var content: String
  var kind = Post.Kind.text
  var userID = UUID()
  var avatarColour = "teal"
  var created = Date.now

  func makeModel() -> Post {
    Post(
      content: content,
      kind: kind,
      userID: userID,
      avatarColour: avatarColour,
      avatarImage: nil,
      created: created
    )
  }
}

/// The values of a post that a view shows.
struct PostRow: Equatable {
  let id: PersistentIdentifier
  let text: String

  @MainActor
  init(_ post: Post) {
    id = post.persistentModelID
    text = "\(post.kind.rawValue): \(post.content)"
  }
}

/// A list of models that follows every change, for a view that shows a row for each.
@MainActor
final class LiveList<Model: Listed, Row> {
  private(set) var rows: [Row] = []
  private var following: Task<Void, Never>?

  init(
    _ context: ModelContext,
    row: @escaping @MainActor (Model) -> Row,
    onChange: @escaping @MainActor (ResultsDifference) -> Void
  ) throws {
    let observer = try ResultsObserver<Model, Never>(
      fetchDescriptor: Model.sortedFetch,
      modelContext: context
    )
    observer.batchSize = 20
    following = Task { [weak self] in
      for await change in observer.changes {
        guard let self else { return }
        change.offsets.apply(to: &rows) { row(change.results[$0]) }
        onChange(change.offsets)
      }
    }
  }

  func stop() { following?.cancel() }
}

@ModelActor
actor PostImporter {
  func add(_ drafts: [PostDraft]) throws {
    for draft in drafts { modelContext.insert(draft) }
    try modelContext.save()
  }
}

// MARK: The tests

@Suite("UC4 A live list")
@MainActor
struct LiveListTests {
  private let directory: ScratchDirectory
  private let changes = Changes()

  /// The changes that the view received.
  final class Changes { var list: [ResultsDifference] = [] }

  init() throws { directory = try ScratchDirectory() }

  private func container(_ kind: StoreKind) throws -> ModelContainer {
    try ModelContainer(
      for: Post.self,
      configurations: kind == .file
        ? ModelConfiguration(url: directory.file("posts.store"))
        : ModelConfiguration(isStoredInMemoryOnly: true)
    )
  }

  private func list(_ container: ModelContainer) throws -> LiveList<Post, PostRow> {
    try LiveList(container.mainContext, row: PostRow.init) { [changes] in changes.list.append($0) }
  }

  private func draft(_ content: String, _ seconds: Double) -> PostDraft {
    PostDraft(content: content, created: Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test("The newest first, and every insert, edit and delete", arguments: StoreKind.allCases)
  func follows(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let context = container.mainContext
    let list = try list(container)
    let first = context.insert(draft("first", 1))
    context.insert(draft("second", 2))
    #expect(try await eventually { list.rows.count == 2 })
    #expect(list.rows.map(\.text) == ["text: second", "text: first"])

    first.content = "edited"
    #expect(try await eventually { list.rows.last?.text == "text: edited" })
    #expect(changes.list.last?.updates == [.init(before: 1, after: 1)])

    first.created = Date(timeIntervalSinceReferenceDate: 3)
    #expect(try await eventually { list.rows.first?.text == "text: edited" })
    #expect(changes.list.last?.moves.count == 1)

    context.delete(first)
    #expect(try await eventually { list.rows.count == 1 })
    #expect(changes.list.last?.removals == [0])
    list.stop()
  }

  @Test("What an importer saves elsewhere shows by itself", arguments: StoreKind.allCases)
  func imports(_ kind: StoreKind) async throws {
    let container = try container(kind)
    let list = try list(container)
    let importer = PostImporter(modelContainer: container)
    try await importer.add((0..<100).map { draft("\($0)", Double($0)) })
    #expect(try await eventually { list.rows.count == 100 })
    try await importer.add([draft("newest", 1000)])
    #expect(try await eventually { list.rows.count == 101 })
    #expect(list.rows.first?.text == "text: newest")
    #expect(changes.list.last?.insertions == [0])
    let stored = try ModelContext(container).fetch(Post.sortedFetch)
    #expect(list.rows.map(\.id) == stored.map(\.persistentModelID))
    list.stop()
  }

  @Test("Every model tells its name and its order")
  func listed() {
    #expect(Post.entityName == "Post")
    #expect(Post.sortedFetch.sortBy == Post.defaultSort)
  }
}
