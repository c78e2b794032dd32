import SwiftData

/// An object of an app that has several versions.
///
/// The properties have other names and types in other versions. Here they are fields, with their names in records.
protocol GardenObject: PersistentModel {
  init()

  static var fields: [GardenField<Self>] { get }
  static var references: [GardenReference<Self>] { get }
  static var links: [GardenLinks<Self>] { get }
  /// The number of an object, which devices add up; nil if it has none.
  static var counter: ReferenceWritableKeyPath<Self, Int>? { get }
  /// `true` if an edit is one of all fields.
  static var isMergedByRecord: Bool { get }
}

extension GardenObject {
  static var references: [GardenReference<Self>] { [] }
  static var links: [GardenLinks<Self>] { [] }
  static var counter: ReferenceWritableKeyPath<Self, Int>? { nil }
  static var isMergedByRecord: Bool { false }
  static var entity: String { "\(Self.self)" }

  var key: Int64 { persistentModelID.rowID ?? 0 }

  /// Assigns each value again, as a form does.
  func assignAgain() {
    for field in Self.fields { field.assignAgain(self) }
    for reference in Self.references { reference.assignAgain(self) }
  }
}

/// A property with a value.
struct GardenField<Object: GardenObject> {
  let name: String
  /// The text of each member. A value without members has one, which has no name.
  let members: (Object) -> [String: String]
  /// The members that this version of the app knows.
  let memberNames: Set<String>
  /// Writes a value that has a number.
  let write: (Object, Int) -> Void
  let assignAgain: (Object) -> Void
  /// Returns the text that the property has for that of another version; nil if it cannot have the value.
  let shown: (String) -> String?

  /// A value without members.
  static func value<Value: LosslessStringConvertible>(
    _ name: String, _ property: ReferenceWritableKeyPath<Object, Value>,
    _ make: @escaping (Int) -> Value
  ) -> GardenField {
    GardenField(
      name: name, members: { ["": "\($0[keyPath: property])"] }, memberNames: [""],
      write: { $0[keyPath: property] = make($1) },
      assignAgain: { $0[keyPath: property] = $0[keyPath: property] },
      shown: { text in
        // A whole number is the same in each type.
        let whole = Double(text).flatMap { Int(exactly: $0) }.map { "\($0)" }
        return (Value(text) ?? whole.flatMap { Value($0) }).map { "\($0)" }
      })
  }

  /// A text, or no value.
  static func optional(
    _ name: String, _ property: ReferenceWritableKeyPath<Object, String?>,
    _ make: @escaping (Int) -> String
  ) -> GardenField {
    GardenField(
      name: name, members: { object in object[keyPath: property].map { ["": $0] } ?? [:] },
      memberNames: [""], write: { $0[keyPath: property] = make($1) },
      assignAgain: { $0[keyPath: property] = $0[keyPath: property] }, shown: { $0 })
  }

  /// An enumeration, whose later versions have more cases.
  static func cases<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ property: ReferenceWritableKeyPath<Object, Value>
  ) -> GardenField {
    let all = Array(Value.allCases)
    return GardenField(
      name: name, members: { ["": $0[keyPath: property].rawValue] }, memberNames: [""],
      write: { $0[keyPath: property] = all[$1 % all.count] },
      assignAgain: { $0[keyPath: property] = $0[keyPath: property] },
      shown: { Value(rawValue: $0)?.rawValue })
  }

  /// A structure, whose later versions have more members.
  static func structure<Value>(
    _ name: String, _ property: ReferenceWritableKeyPath<Object, Value>,
    _ members: [String: GardenMember<Value>]
  ) -> GardenField {
    let names = members.keys.sorted()
    return GardenField(
      name: name,
      members: { object in members.compactMapValues { $0.text(object[keyPath: property]) } },
      memberNames: Set(names),
      write: { object, number in
        // One member, or all of them at once.
        let chosen = number % (names.count + 1)
        var value = object[keyPath: property]
        for (place, name) in names.enumerated() where chosen == place || chosen == names.count {
          members[name]?.write(&value, number)
        }
        object[keyPath: property] = value
      },
      assignAgain: { $0[keyPath: property] = $0[keyPath: property] }, shown: { $0 })
  }
}

/// A member of a structure.
struct GardenMember<Value> {
  /// The text of the member; nil if it has no value.
  let text: (Value) -> String?
  /// Writes a value that has a number.
  let write: (inout Value, Int) -> Void
}

/// A relationship to one object.
struct GardenReference<Object: GardenObject> {
  let name: String
  let target: any GardenObject.Type
  let shown: (Object) -> (any GardenObject)?
  let refer: (Object, (any GardenObject)?) -> Void

  init<Target: GardenObject>(
    _ name: String, _ property: ReferenceWritableKeyPath<Object, Target?>
  ) {
    (self.name, target) = (name, Target.self)
    shown = { $0[keyPath: property] }
    refer = { $0[keyPath: property] = $1 as? Target }
  }

  func assignAgain(_ object: Object) { refer(object, shown(object)) }
}

/// A relationship to many objects, which have many as well.
struct GardenLinks<Object: GardenObject> {
  let target: any GardenObject.Type
  let shown: (Object) -> [any GardenObject]
  let set: (Object, any GardenObject, Bool) -> Void

  init<Target: GardenObject>(_ property: ReferenceWritableKeyPath<Object, [Target]>) {
    target = Target.self
    shown = { $0[keyPath: property] }
    set = { object, target, isLinked in
      guard let target = target as? Target else { return }
      if isLinked {
        object[keyPath: property].append(target)
      } else {
        object[keyPath: property].removeAll { $0 === target }
      }
    }
  }
}
