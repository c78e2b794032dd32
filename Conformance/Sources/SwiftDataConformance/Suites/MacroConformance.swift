public import Foundation
public import SwiftData
import Testing

// The arguments that @Model, @ModelActor, @Attribute, @Relationship, @Transient, #Unique and #Index
// accept. All properties here use the macro that @Model adds to each property, `_PersistedProperty`
// (with Apple's framework also `_TransformablePersistedProperty`).

/// A public model whose properties have every access level.
///
/// It compiles only if the macro gives the members of a public class the access that they need. Its entity
/// has the attributes `createdAt`, `name`, `beds`, `code`, `motto` and `_keeper`, and the relationship
/// `visits`.
@Model
public final class Refuge {
  #Index<Refuge>(.binary([\.name]), .rtree([\.beds]))
  #Index<Refuge>([\.beds, \.name])

  /// A property that only the class sets, with an inferred type. The default is the reference date,
  /// 2001-01-01 00:00 UTC.
  public private(set) var createdAt = Date(timeIntervalSinceReferenceDate: .zero)
  /// A property with all arguments of `@Attribute`. Stores of an earlier version have it as `title`.
  @Attribute(.spotlight, originalName: "title", hashModifier: "1") public var name: String
  /// A property without a macro: the number of beds.
  public var beds: Int
  let code: UUID
  @Attribute(.transformable(by: Reversing.self)) var motto: String?
  var _keeper: String?
  @Relationship(
    deleteRule: .nullify, minimumModelCount: 0, maximumModelCount: 9, originalName: "visits",
    inverse: \Visit.refuge, hashModifier: "2")
  var visits: [Visit] = []
  @Transient var cache: [String: Int] = [:]

  var keeper: String { _keeper ?? "nobody" }

  /// Creates a refuge with its number of beds.
  ///
  /// ```swift
  /// let refuge = Refuge("Mischabel", beds: 130)
  /// refuge.visits.append(Visit(1, "Anna"))
  /// context.insert(refuge)
  /// ```
  public init(_ name: String, beds: Int = 0) {
    self.name = name
    self.beds = beds
    code = UUID()
  }
}

@Model
final class Visit {
  #Unique<Visit>([\.day, \.guest])

  var day: Int
  var guest: String
  var refuge: Refuge?

  init(_ day: Int, _ guest: String) {
    self.day = day
    self.guest = guest
  }
}

@ModelActor
actor Keeper {
  private var count = 0

  func note(_ guest: String) throws -> Int {
    modelContext.insert(Visit(count, guest))
    count += 1
    try modelContext.save()
    return try modelContext.fetchCount(FetchDescriptor<Visit>())
  }
}

/// The macros with all the arguments that they accept: `@Model`, `@ModelActor`, `@Attribute`,
/// `@Relationship`, `@Transient`, `#Unique` and `#Index`.
///
/// Checks which declarations become columns: stored properties of every access level, but no computed or
/// transient ones. Reading any property is observed.
@Suite("Conformance: macros")
struct MacroConformance {
  @Test("Declarations of all sorts become columns, and nothing else does")
  func columns() throws {
    let entity = try #require(try memoryContainer([Refuge.self]).schema.entitiesByName["Refuge"])
    #expect(
      Set(entity.properties.map(\.name))
        == ["createdAt", "name", "beds", "code", "motto", "_keeper", "visits"])
    #expect(entity.attributesByName["name"]?.originalName == "title")
    #expect(entity.relationshipsByName["visits"]?.maximumModelCount == 9)
  }

  @Test("Values, constants and transient properties")
  func values() throws {
    let context = ModelContext(try memoryContainer([Refuge.self]))
    let refuge = Refuge("Mischabel", beds: 130)
    refuge._keeper = "Maria"
    refuge.motto = "up"
    refuge.cache["a"] = 1
    refuge.visits.append(Visit(1, "Anna"))
    try context.add(refuge)
    let copy = try #require(try context.another.all(Refuge.self).first)
    #expect(copy.code == refuge.code)
    #expect(copy.keeper == "Maria")
    #expect(copy.motto == "up")
    #expect(copy.cache.isEmpty)
    #expect(copy.visits.map(\.guest) == ["Anna"])
    #expect(refuge.cache["a"] == 1)
  }

  @Test("An actor")
  func actors() async throws {
    let keeper = Keeper(modelContainer: try memoryContainer([Refuge.self]))
    #expect(try await keeper.note("a") == 1)
    #expect(try await keeper.note("b") == 2)
  }

  @Test("Every read is observed, of transient properties too")
  func observation() {
    let refuge = Refuge("Dom")
    for change in [{ refuge.beds = 1 }, { refuge.cache["b"] = 2 }] {
      nonisolated(unsafe) var isTold = false
      withObservationTracking {
        _ = (refuge.beds, refuge.cache)
      } onChange: {
        isTold = true
      }
      change()
      deviation("Transient properties are observed") { #expect(isTold) }
    }
  }
}
