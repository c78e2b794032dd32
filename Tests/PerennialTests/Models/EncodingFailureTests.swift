import Foundation
import PerennialSQLite
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

/// A value that cannot be written is never written as NULL, nor compared as if it were.
@Suite("Values that cannot be encoded")
struct EncodingFailureTests {
  /// The ways in which values are encoded that can fail.
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case secret, letter, whisper
    var testDescription: String { rawValue }

    func set(_ text: String, in confession: Confession) {
      switch self {
      case .secret: confession.secret = Secret(text)
      case .letter: confession.letter = Secret(text)
      case .whisper: confession.whisper = text
      }
    }

    func text(_ confession: Confession) -> String? {
      switch self {
      case .secret: confession.secret.text
      case .letter: confession.letter?.text
      case .whisper: confession.whisper
      }
    }

    func update(_ text: String) -> PropertyUpdate<Confession> {
      switch self {
      case .secret: .set(\.secret, to: Secret(text))
      case .letter: .set(\.letter, to: Secret(text))
      case .whisper: .set(\.whisper, to: text)
      }
    }
  }

  private let directory: ScratchDirectory
  private var url: URL { directory.file("confessions.store") }

  init() throws { directory = try ScratchDirectory() }

  private func open() throws -> ModelContainer {
    try ModelContainer(for: Confession.self, configurations: ModelConfiguration(url: url))
  }

  /// A store with one object, whose values can be read and not be written again.
  private func container() throws -> ModelContainer {
    let container = try open()
    let context = ModelContext(container)
    let confession = Confession("one")
    for kind in Kind.allCases { kind.set("b", in: confession) }
    context.insert(confession)
    try context.save()
    try RawDatabase(url).run(
      """
      UPDATE Confession SET secret = '"!b"', letter = CAST(x'01' || '"!b"' AS BLOB), \
      whisper = CAST('!b' AS BLOB)
      """)
    return container
  }

  private func only(_ context: ModelContext) throws -> Confession {
    try #require(try context.fetch(FetchDescriptor<Confession>()).first)
  }

  @Test("A save names the property, and writes nothing", arguments: Kind.allCases)
  func save(_ kind: Kind) throws {
    let container = try container()
    let context = ModelContext(container)
    let confession = try only(context)
    confession.title = "two"
    kind.set("!c", in: confession)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.explanation.contains("Confession.\(kind)") == true)
    #expect(try only(ModelContext(container)).title == "one")
    kind.set("c", in: confession)
    try context.save()
    #expect(try kind.text(only(ModelContext(container))) == "c")
  }

  @Test("A batch update names the property, and changes nothing", arguments: Kind.allCases)
  func batch(_ kind: Kind) throws {
    let container = try container()
    let context = ModelContext(container)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.update(
        model: Confession.self, setting: [.set(\.title, to: "two"), kind.update("!c")])
    }
    #expect(error?.explanation.contains("Confession.\(kind)") == true)
    #expect(try only(ModelContext(container)).title == "one")
    #expect(try kind.text(only(ModelContext(container))) == "!b")
    try context.update(model: Confession.self, setting: [kind.update("c")])
    #expect(try kind.text(only(ModelContext(container))) == "c")
  }

  @Test(
    "Who wants to know whether others have changed it is told that this cannot be known",
    arguments: Kind.allCases, [MergePolicy.error, .mergeByPropertyStoreTrump, .rollback])
  func comparison(_ kind: Kind, _ policy: MergePolicy) throws {
    let container = try container()
    let context = ModelContext(container)
    context.mergePolicy = policy
    let confession = try only(context)
    kind.set("c", in: confession)
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(error?.explanation.contains("Confession.\(kind)") == true)
    #expect(error?.identifiers == [confession.persistentModelID])
    // Once.
    try context.save()
    #expect(try kind.text(only(ModelContext(container))) == "c")
  }

  @Test("Conflicts of other properties are found", arguments: MergePolicy.allCases)
  func conflicts(_ policy: MergePolicy) throws {
    let container = try container()
    let (context, other) = (ModelContext(container), ModelContext(container))
    context.mergePolicy = policy
    context.automaticallyMergesChanges = false
    let (mine, theirs) = (try only(context), try only(other))
    #expect(mine.title == theirs.title)
    theirs.title = "theirs"
    try other.save()
    mine.title = "mine"
    switch policy {
    case .error:
      #expect(throws: SwiftDataError.mergeConflict) { try context.save() }
    case .overwrite:
      // All that the object shows is to be written, and some of it cannot be.
      #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    default:
      try context.save()
    }
    let isOurs = policy == .mergeByPropertyObjectTrump
    let stored = try only(ModelContext(container))
    #expect(stored.title == (isOurs ? "mine" : "theirs"))
    for kind in Kind.allCases { #expect(kind.text(stored) == "!b") }
  }

  @Test("A migration whose default cannot be encoded is refused, and the file is as it was")
  func migration() throws {
    let bench = try MigrationBench()
    try bench.fill(PostOpen.Parcel("a"))
    try bench.expectRefusal(
      of: PostSecret.Parcel.self, saying: "Parcel.secret", "default", "Refusal")
    let context = try bench.open(PostOpen.Parcel.self)
    #expect(try context.fetchCount(FetchDescriptor<PostOpen.Parcel>()) == 1)
  }

  // MARK: Too large

  /// SQLite takes a thousand million bytes; here it takes ten thousand.
  private func narrow() throws -> ModelContainer {
    let container = try open()
    container.coordinator.stores[0].exclusively {
      _ = sqlite3_limit($0.handle, SQLITE_LIMIT_LENGTH, 10_000)
    }
    return container
  }

  private func expectRefusal(naming property: String, _ attempt: () throws -> Void) {
    let error = #expect(throws: SwiftDataError.modelValidationFailure) { try attempt() }
    #expect(error?.explanation.contains("Confession.\(property)") == true)
    #expect(error?.explanation.contains("10000") == true, "\(String(describing: error))")
  }

  @Test("A value that is too large for SQLite is named, and not written as nil")
  func tooLarge() throws {
    let container = try narrow()
    let context = ModelContext(container)
    let confession = Confession("one")
    context.insert(confession)
    try context.save()
    let text = String(repeating: "x", count: 20_000)
    let changes:
      [(String, (Confession) -> Void, (Confession) -> Void, PropertyUpdate<Confession>)] = [
        ("note", { $0.note = text }, { $0.note = nil }, .set(\.note, to: text)),
        (
          "scan", { $0.scan = Data(text.utf8) }, { $0.scan = nil },
          .set(\.scan, to: Data(text.utf8))
        ),
        ("pages", { $0.pages = [text] }, { $0.pages = [] }, .set(\.pages, to: [text])),
        ("whisper", { $0.whisper = text }, { $0.whisper = nil }, .set(\.whisper, to: text)),
      ]
    for (name, change, restore, update) in changes {
      confession.title = name
      change(confession)
      expectRefusal(naming: name) { try context.save() }
      context.rollback()
      expectRefusal(naming: name) { try context.update(model: Confession.self, setting: [update]) }
      restore(confession)
      try context.save()
    }
    #expect(try only(ModelContext(container)).note == nil)
    // Beside the store there is room.
    confession.letter = Secret(String(repeating: "x", count: 120_000))
    try context.save()
    #expect(try only(ModelContext(container)).letter == confession.letter)
  }
}
