import Foundation
import StoreTesting
import SwiftData
import Testing

@testable import Fixtures
@testable import Perennial

@Suite("Both sides of a relationship")
struct InverseTests {
  /// The states of a test's objects at the time when their relationships change.
  enum DeletionState: CaseIterable {
    /// In none; they are inserted at the end.
    case detached
    /// Inserted, not saved.
    case inserted
    case saved

    func begin(_ context: ModelContext, _ models: [any PersistentModel]) throws {
      guard self != .detached else { return }
      for model in models { insert(model, context) }
      if self == .saved { try context.save() }
    }

    func end(_ context: ModelContext, _ models: [any PersistentModel]) throws {
      if self == .detached { for model in models { insert(model, context) } }
      try context.save()
    }

    private func insert<T: PersistentModel>(_ model: T, _ context: ModelContext) {
      context.insert(model)
    }
  }

  private func first<T: PersistentModel>(
    _ type: T.Type,
    _ container: ModelContainer,
    where predicate: Predicate<T>? = nil
  ) throws -> T {
    try #require(try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).first)
  }

  // MARK: One to many

  @Test("Setting the parent fills its collection", arguments: DeletionState.allCases)
  func parent(life: DeletionState) throws {
    try Place.memory.with(Planet.self) { container in
      let context = ModelContext(container)
      let mars = Planet("Mars")
      let (phobos, deimos) = (Moon("Phobos"), Moon("Deimos"))
      try life.begin(context, [mars, phobos, deimos])
      phobos.planet = mars
      deimos.planet = mars
      #expect(mars.moons.map(\.name) == ["Phobos", "Deimos"])
      phobos.planet = nil
      #expect(mars.moons.map(\.name) == ["Deimos"])
      try life.end(context, [mars, phobos, deimos])
      let found = try first(Planet.self, container)
      #expect(found.moons.map(\.name) == ["Deimos"])
      #expect(found.moons.first?.planet === found)
    }
  }

  @Test("Changing the collection sets the parents", arguments: DeletionState.allCases)
  func collection(life: DeletionState) throws {
    try Place.memory.with(Planet.self) { container in
      let context = ModelContext(container)
      let mars = Planet("Mars")
      let moons = ["A", "B", "C", "D"].map { Moon($0) }
      try life.begin(context, [mars] + moons)
      mars.moons.append(moons[0])
      #expect(moons[0].planet === mars)
      mars.moons += [moons[1], moons[2]]
      #expect(moons[1].planet === mars)
      #expect(moons[2].planet === mars)
      mars.moons.remove(at: 0)
      #expect(moons[0].planet == nil)
      mars.moons.insert(moons[3], at: 0)
      #expect(moons[3].planet === mars)
      #expect(mars.moons.map(\.name) == ["D", "B", "C"])
      mars.moons.removeAll { $0 === moons[1] }
      #expect(moons[1].planet == nil)
      mars.moons = [moons[0]]
      #expect(moons.map { $0.planet === mars } == [true, false, false, false])
      mars.moons.removeAll()
      #expect(moons[0].planet == nil)
      mars.moons = [moons[2], moons[1]]
      try life.end(context, [mars] + moons)
      let found = try first(Planet.self, container)
      #expect(found.moons.map(\.name) == ["C", "B"])
    }
  }

  @Test(
    "A child that moves leaves its old parent", arguments: DeletionState.allCases, [true, false])
  func move(life: DeletionState, byParent: Bool) throws {
    try Place.memory.with(Planet.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Planet("1"), Planet("2"))
      let (moon, other) = (Moon("M", planet: one), Moon("N", planet: one))
      try life.begin(context, [one, two, moon, other])
      if byParent { two.moons.append(moon) } else { moon.planet = two }
      #expect(one.moons.map(\.name) == ["N"])
      #expect(two.moons.map(\.name) == ["M"])
      #expect(moon.planet === two)
      try life.end(context, [one, two, moon, other])
      let found = try first(Planet.self, container, where: #Predicate { $0.name == "1" })
      #expect(found.moons.map(\.name) == ["N"])
    }
  }

  @Test("A child moves from a parent whose collection is not loaded")
  func moveUnloaded() throws {
    try Place.memory.with(Planet.self) { container in
      let context = ModelContext(container)
      let (one, two) = (Planet("1"), Planet("2", moons: [Moon("N")]))
      context.insert(one)
      context.insert(two)
      one.moons = [Moon("M")]
      try context.save()
      let other = ModelContext(container)
      let moon = try #require(
        try other.fetch(FetchDescriptor<Moon>(predicate: #Predicate { $0.name == "M" })).first
      )
      let target = try #require(
        try other.fetch(FetchDescriptor<Planet>(predicate: #Predicate { $0.name == "2" })).first
      )
      moon.planet = target
      #expect(target.moons.map(\.name) == ["N", "M"])
      let source = try #require(
        try other.fetch(FetchDescriptor<Planet>(predicate: #Predicate { $0.name == "1" })).first
      )
      #expect(source.moons.isEmpty)
      try other.save()
      #expect(one.moons.isEmpty)
      #expect(two.moons.map(\.name) == ["N", "M"])
    }
  }

  @Test(
    "Assigning the parent that is there already changes nothing", arguments: DeletionState.allCases)
  func sameParent(life: DeletionState) throws {
    try Place.memory.with(Planet.self) { container in
      let context = ModelContext(container)
      let mars = Planet("Mars", moons: [Moon("A"), Moon("B")])
      try life.begin(context, [mars])
      mars.moons[0].planet = mars
      #expect(mars.moons.map(\.name) == ["A", "B"])
      try life.end(context, [mars])
      let found = try first(Planet.self, container)
      found.moons[0].planet = found
      #expect(found.moons.map(\.name) == ["A", "B"])
      found.moons[1].planet = found
      #expect(found.moons.map(\.name) == ["A", "B"])
    }
  }

  @Test(
    "An object is in a collection once, however often it is added",
    arguments: DeletionState.allCases)
  func once(life: DeletionState) throws {
    try Place.memory.with(Planet.self, Student.self) { container in
      let context = ModelContext(container)
      let mars = Planet("Mars")
      let moon = Moon("A")
      let student = Student("S")
      let course = Course("C")
      try life.begin(context, [mars, moon, student, course])
      mars.moons.append(moon)
      mars.moons.append(moon)
      mars.moons = [moon, moon]
      student.courses.append(course)
      course.students.append(student)
      #expect(mars.moons.count == 1)
      #expect(student.courses.count == 1)
      #expect(course.students.count == 1)
      try life.end(context, [mars, moon, student, course])
      #expect(try first(Planet.self, container).moons.count == 1)
      #expect(try first(Course.self, container).students.count == 1)
    }
  }

  @Test("What initialisers are given counts on both sides", arguments: DeletionState.allCases)
  func initialisers(life: DeletionState) throws {
    try Place.memory.with(Planet.self, Student.self) { container in
      let context = ModelContext(container)
      let mars = Planet("Mars", moons: [Moon("A"), Moon("B")])
      let student = Student("S", courses: [Course("C"), Course("D")])
      try life.begin(context, [mars, student])
      let moon = Moon("X", planet: mars)
      let course = Course("E", students: [student])
      if life != .detached {
        #expect(mars.moons.map { $0.planet === mars } == [true, true, true])
        #expect(student.courses.map { $0.students.count } == [1, 1, 1])
        #expect(moon.modelContext === context)
        context.insert(course)
      }
      try life.end(context, [mars, student, moon, course])
      #expect(mars.moons.map(\.name) == ["A", "B", "X"])
      #expect(moon.planet === mars)
      #expect(student.courses.map(\.title) == ["C", "D", "E"])
      #expect(course.students.map(\.name) == ["S"])
      #expect(try first(Planet.self, container).moons.map(\.name) == ["A", "B", "X"])
      #expect(try first(Student.self, container).courses.map(\.title) == ["C", "D", "E"])
    }
  }

  // MARK: One to one

  @Test("A one-to-one relationship has one object at each end", arguments: DeletionState.allCases)
  func oneToOne(life: DeletionState) throws {
    try Place.memory.with(Citizen.self) { container in
      let context = ModelContext(container)
      let (ada, bob) = (Citizen("Ada"), Citizen("Bob"))
      let (one, two) = (Passport(1), Passport(2))
      try life.begin(context, [ada, bob, one, two])
      ada.passport = one
      #expect(one.holder === ada)
      two.holder = ada
      #expect(ada.passport === two)
      #expect(one.holder == nil)
      bob.passport = two
      #expect(ada.passport == nil)
      #expect(two.holder === bob)
      ada.passport = one
      bob.passport = one
      #expect(ada.passport == nil)
      #expect(two.holder == nil)
      #expect(one.holder === bob)
      one.holder = nil
      #expect(bob.passport == nil)
      ada.passport = two
      try life.end(context, [ada, bob, one, two])
      let found = try first(Passport.self, container, where: #Predicate { $0.number == 2 })
      #expect(found.holder?.name == "Ada")
      #expect(found.holder?.passport === found)
      let other = try first(Passport.self, container, where: #Predicate { $0.number == 1 })
      #expect(other.holder == nil)
    }
  }

  // MARK: Many to many

  @Test("A many-to-many relationship follows either side", arguments: DeletionState.allCases)
  func manyToMany(life: DeletionState) throws {
    try Place.memory.with(Student.self) { container in
      let context = ModelContext(container)
      let students = ["A", "B"].map { Student($0) }
      let courses = ["X", "Y", "Z"].map { Course($0) }
      try life.begin(context, students + courses)
      students[0].courses = [courses[0], courses[1]]
      courses[1].students.append(students[1])
      #expect(courses[0].students.map(\.name) == ["A"])
      #expect(courses[1].students.map(\.name) == ["A", "B"])
      #expect(students[1].courses.map(\.title) == ["Y"])
      courses[1].students.removeAll { $0 === students[0] }
      #expect(students[0].courses.map(\.title) == ["X"])
      students[0].courses.append(courses[2])
      students[0].courses.removeFirst()
      #expect(courses[0].students.isEmpty)
      try life.end(context, students + courses)
      let found = try first(Student.self, container, where: #Predicate { $0.name == "A" })
      #expect(found.courses.map(\.title) == ["Z"])
      #expect(found.courses.first?.students.map(\.name) == ["A"])
    }
  }

  @Test(
    "A relationship of a model to itself, alone, has one direction",
    arguments: DeletionState.allCases)
  func toItself(life: DeletionState) throws {
    try Place.memory.with(Neighbour.self) { container in
      let context = ModelContext(container)
      let all = ["A", "B", "C"].map { Neighbour($0) }
      try life.begin(context, all)
      all[0].friends.append(all[1])
      all[2].friends = [all[0], all[2]]
      #expect(all[1].friends.isEmpty)
      #expect(all[0].friends.map(\.name) == ["B"])
      try life.end(context, all)
      let found = try first(Neighbour.self, container, where: #Predicate { $0.name == "C" })
      #expect(found.friends.map(\.name) == ["A", "C"])
      #expect(found.friends.first?.friends.map(\.name) == ["B"])
    }
  }

  @Test("A tree knows its parents and children", arguments: DeletionState.allCases)
  func tree(life: DeletionState) throws {
    try Place.memory.with(Folder.self) { container in
      let context = ModelContext(container)
      let root = Folder("root")
      let (a, b) = (Folder("a", parent: root), Folder("b"))
      try life.begin(context, [root, a, b])
      root.children.append(b)
      b.parent = a
      if life != .detached { #expect(root.children.map(\.name) == ["a"]) }
      #expect(a.children.map(\.name) == ["b"])
      try life.end(context, [root, a, b])
      let found = try first(Folder.self, container, where: #Predicate { $0.name == "root" })
      #expect(found.children.map(\.name) == ["a"])
      #expect(found.children.first?.children.first?.parent?.parent === found)
    }
  }

  // MARK: What the inverse is

  @Test(
    "The inverse may be named by the side with the reference", arguments: DeletionState.allCases)
  func named(life: DeletionState) throws {
    try Place.memory.with(River.self) { container in
      let context = ModelContext(container)
      let river = River("Spree", bridges: [Bridge("A")])
      let bridge = Bridge("B")
      try life.begin(context, [river, bridge])
      bridge.river = river
      if life != .detached { #expect(river.bridges.map { $0.river === river } == [true, true]) }
      try life.end(context, [river, bridge])
      #expect(Set(try first(River.self, container).bridges.map(\.name)) == ["A", "B"])
      let entity = try #require(container.schema.entitiesByName["River"])
      #expect(entity.relationshipsByName["bridges"]?.inverseName == "river")
    }
  }

  @Test("Where the inverse is ambiguous there is none", arguments: DeletionState.allCases)
  func ambiguous(life: DeletionState) throws {
    try Place.memory.with(Club.self) { container in
      let context = ModelContext(container)
      let club = Club("Union")
      let match = Match(1, home: club)
      try life.begin(context, [club, match])
      #expect(club.matches.isEmpty)
      let other = Match(2)
      club.matches.append(other)
      #expect(other.home == nil)
      #expect(other.away == nil)
      try life.end(context, [club, match, other])
      let found = try first(Club.self, container)
      #expect(found.matches.map(\.day) == [2])
      let home = try first(Match.self, container, where: #Predicate { $0.day == 1 })
      #expect(home.home?.name == "Union")
      #expect(home.away == nil)
      let entity = try #require(container.schema.entitiesByName["Club"])
      #expect(entity.relationshipsByName["matches"]?.inverseName == nil)
    }
  }

  @Test("41/31: An ambiguous inverse is named, with the candidates and the line to write")
  func ambiguityIsNamed() throws {
    func warnings(_ type: any PersistentModel.Type) -> [String] {
      let layout = ModelLayout.of(type)
      return layout.ownProperties.compactMap { ResolvedInverse.ambiguity(of: $0, in: layout) }
    }
    let warning = try #require(warnings(Club.self).first)
    #expect(warnings(Club.self).count == 1)
    #expect(
      warning.hasPrefix(
        "Club.matches has no inverse, because Match.home and Match.away could be it"))
    #expect(warning.hasSuffix(#"@Relationship(inverse: \Match.home) var matches"#))
    // The other end has one candidate, and is named by the first warning.
    #expect(warnings(Match.self).isEmpty)
    for type in [Cabinet.self, Drawer.self, Choir.self, River.self] as [any PersistentModel.Type] {
      #expect(warnings(type).isEmpty, "\(type)")
    }
  }

  @Test("13.3 No inverse is inferred between two collections", arguments: DeletionState.allCases)
  func twoCollections(life: DeletionState) throws {
    try Place.memory.with(Choir.self) { container in
      let context = ModelContext(container)
      let (choir, singer) = (Choir("C"), Chorister("S"))
      try life.begin(context, [choir, singer])
      choir.singers.append(singer)
      #expect(singer.choirs.isEmpty)
      try life.end(context, [choir, singer])
      #expect(try first(Choir.self, container).singers.map(\.name) == ["S"])
      #expect(try first(Chorister.self, container).choirs.isEmpty)
      singer.choirs = [choir]
      choir.singers = []
      try context.save()
      #expect(try first(Chorister.self, container).choirs.map(\.name) == ["C"])
      let entities = container.schema.entitiesByName
      #expect(entities["Choir"]?.relationshipsByName["singers"]?.inverseName == nil)
      #expect(entities["Chorister"]?.relationshipsByName["choirs"]?.inverseName == nil)
    }
  }

  @Test(
    "13.3 A collection is inferred to be the inverse of a reference, and a reference of another")
  func inferred() throws {
    let schema = Schema([Planet.self, Moon.self, Boat.self, Skipper.self])
    func inverse(_ entity: String, _ name: String) -> String? {
      schema.entitiesByName[entity]?.relationshipsByName[name]?.inverseName
    }
    #expect(inverse("Planet", "moons") == "planet" && inverse("Moon", "planet") == "moons")
    #expect(inverse("Boat", "skipper") == "boat" && inverse("Skipper", "boat") == "skipper")
  }

  // MARK: Many

  @Test("Two thousand appends take a moment", arguments: [false, true])
  func manyAppends(isLinkedFromChild: Bool) throws {
    try Place.memory.with(Planet.self) { container in
      let context = ModelContext(container)
      let planet = Planet("P")
      context.insert(planet)
      try context.save()
      let clock = ContinuousClock()
      let time = clock.measure {
        for number in 0..<2_000 {
          if isLinkedFromChild {
            Moon("\(number)").planet = planet
          } else {
            planet.moons.append(Moon("\(number)"))
          }
        }
      }
      try context.save()
      let found = try first(Planet.self, container)
      #expect(found.moons.count == 2_000)
      #expect(found.moons.first?.name == "0")
      #expect(found.moons.last?.name == "1999")
      #expect(time < .seconds(20))
    }
  }
}
