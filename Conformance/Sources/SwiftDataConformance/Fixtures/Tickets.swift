public import Foundation
public import SwiftData

// Models in the spellings that programs use.

/// A model with properties of every sort that programs declare.
///
/// Its values have raw types, structures, enumerations with associated values, nested collections, sets and
/// optional elements. Its properties are declared with inferred and explicit types, with every option of
/// `@Attribute`, and with `@Relationship` in all its forms, including an implicitly unwrapped collection.
///
/// The suite “Conformance: declarations” inserts tickets and reads each value again:
///
/// ```swift
/// let ticket = Ticket.make("Broken lift", in: context)
/// ticket.outcome = .done(by: "Ada", at: 3)
/// try context.save()
/// ```
@Model
public final class Ticket {
  #Unique<Ticket>([\.code], [\.code, \._state], [])
  #Index<Ticket>([\._state], [\.owner], [\.code, \.due])

  enum State: String, Codable, CaseIterable { case open, closed }

  enum Outcome: Codable, Hashable {
    case none
    case done(by: String, at: Int)
    case mixed([String: Int])
  }

  enum Either<First: Codable & Hashable, Second: Codable & Hashable>: Codable, Hashable {
    case first(First)
    case second(Second)
  }

  struct Money: Codable, Hashable {
    struct Currency: Codable, Hashable { var code = "EUR" }
    var amount: Decimal = 0
    var currency = Currency()
    var rates: [String: Double]?
  }

  /// A type that cannot be encoded.
  final class Memory<Key: Hashable> { var values: [Key: String] = [:] }

  // Properties whose types are inferred from the defaults.
  /// A property that only the class sets, with an inferred type.
  public private(set) var createdAt = Date(timeIntervalSinceReferenceDate: .zero)
  /// A property whose type is inferred from a static member. It is stored exactly, without the rounding of
  /// a `Double`.
  public var price = Decimal.zero
  var tags = [String]()
  var notes = [String: String?]()
  var priority = 3

  var grid: [[Int]] = [[1], [2, 3]]
  var words: Set<String> = ["a"]
  var holes: [String?] = [nil, "x"]
  var span: TimeInterval = 0
  var states: [State] = [.open]
  var outcome: Outcome = Outcome.none
  var either: Either<Int, String> = Either<Int, String>.first(1)
  var cost: Money?
  var site: URL?
  var ratio: Float?
  var due: Date?

  @Attribute(originalName: "key_") let code: UUID
  let text: String
  private(set) var _state: String = "open"
  @Attribute(.codable) var whole = Money()
  @Attribute(.spotlight, .allowsCloudEncryption, .preserveValueOnDeletion) var secret = ""
  @Attribute(hashModifier: "v2") var marked = 0
  @Attribute() var plain = 0
  /// A property that is deprecated on a platform. The macro repeats the attribute on the code that it adds.
  @available(iOS, deprecated: 100000.0, message: "of an older version")
  public private(set) var legacy: Int = 0

  @Relationship var owner: TicketOwner?
  var next: Ticket?
  @Relationship(deleteRule: .nullify, inverse: \Ticket.next) var previous: Ticket?
  @Relationship(deleteRule: .cascade) var images: [Data] = []
  var scans: [Scan]! = []

  // Properties that are not persisted.
  var state: State { State(rawValue: _state) ?? .open }
  @Transient var isOverdue: Bool { due.map { $0 < Date() } ?? false }
  @Attribute(.ephemeral) var shout: String { text.uppercased() }
  @Transient private var memory = Memory<Int>()

  private init(text: String) {
    self.text = text
    code = UUID()
  }

  static func make(_ text: String, in context: ModelContext) -> Ticket {
    let ticket = Ticket(text: text)
    context.insert(ticket)
    ticket.tags.append("new")
    return ticket
  }

  convenience init(shouting text: String) { self.init(text: text.uppercased()) }

  func close() { _state = State.closed.rawValue }
}

/// A class that is not final, with its own `id` and `description`.
///
/// A declared `id` meets the requirement of `Identifiable` in place of the persistent identifier. Equality
/// and hashing still use the identity of the object.
@Model
public class TicketOwner: Identifiable, CustomStringConvertible {
  /// A stored property that meets the requirement of `Identifiable`.
  @Attribute(.unique) public var id: UUID = UUID()
  /// The name of the owner.
  public var name: String
  /// The tickets, which are deleted with their owner. Assigning a ticket's `owner` adds it here at once.
  @Relationship(deleteRule: .cascade, inverse: \Ticket.owner) public var tickets: [Ticket] = []

  public var description: String { "owner \(name)" }

  /// Creates an owner.
  public init(name: String = "nobody") { self.name = name }
}

@Model
final class Scan {
  @Attribute(.transformable(by: Reversing.self)) var front: String?
  @Attribute(.transformable(by: "Reversing")) var back: String?
  @Attribute(.transformable(by: Reversing.name.rawValue)) var left: String?
  @Attribute(.externalStorage, .transformable(by: Reversing.self)) var right: String?
  var ticket: Ticket?

  init() {}
}

/// A model with further attributes, whose values are read by dynamic member lookup:
///
/// ```swift
/// let luggage = Luggage()
/// luggage.weights["rope"] = 3
/// luggage.rope  // 3
/// ```
@available(macOS 15, iOS 18, *)
@Model
@dynamicMemberLookup
public final class Luggage {
  var weights: [String: Int] = [:]

  /// The weight of an item; 0 if there is none.
  public subscript(dynamicMember name: String) -> Int { weights[name] ?? 0 }

  /// Creates luggage without items.
  public init() {}
}

@Model
final class Receipt: Codable, Equatable {
  enum CodingKeys: CodingKey { case text }

  var text: String

  init(text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
  }
}

/// A schema whose models have the names of common types.
///
/// The code that the macro adds must mean `Swift.Task`, `Swift.Collection` and `SwiftData.Schema` where a
/// program's own types hide them.
public enum OfficeV1 {}

extension OfficeV1: VersionedSchema {
  /// The version of the schema.
  public static let versionIdentifier = SwiftData.Schema.Version(1, 0, 0)
  /// The models of the schema.
  public static var models: [any PersistentModel.Type] {
    [Task.self, Category.self, Collection.self, Schema.self]
  }
}

extension OfficeV1 {
  @Model
  final class Task {
    var title: String = ""
    var category: Category?
    init(title: String) { self.title = title }
  }

  @Model
  final class Category {
    var name = ""
    @Relationship(inverse: \Task.category) var tasks: [Task]? = []
    init() {}
  }

  @Model
  final class Collection {
    var schema: Schema?
    init() {}
  }

  @Model
  final class Schema {
    var version: Int = 1
    init() {}
  }
}
