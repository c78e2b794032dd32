public import Perennial

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

/// A property that the host has to prepare before its view is evaluated.
@MainActor
protocol HostedProperty {
  func prepare(_ environment: EnvironmentValues, _ state: inout Any?)
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  fileprivate final class Seat {
    var box: Box
    init(_ box: Box) { self.box = box }
  }

  fileprivate final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  fileprivate let seat: Seat

  public init(wrappedValue: Value) { seat = Seat(Box(wrappedValue)) }

  public var wrappedValue: Value {
    get { seat.box.value }
    nonmutating set { seat.box.value = newValue }
  }
}

extension State: HostedProperty {
  /// The value of the first view of a place stays, whatever views come after it.
  func prepare(_ environment: EnvironmentValues, _ state: inout Any?) {
    if let box = state as? Box { seat.box = box } else { state = seat.box }
  }
}

extension State: @unchecked Sendable where Value: Sendable {}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  fileprivate final class Seat {
    var values = EnvironmentValues()
  }

  private let keyPath: KeyPath<EnvironmentValues, Value>
  fileprivate let seat = Seat()

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  public var wrappedValue: Value { seat.values[keyPath: keyPath] }
}

extension Environment: HostedProperty {
  func prepare(_ environment: EnvironmentValues, _ state: inout Any?) {
    seat.values = environment
  }
}

extension Environment: @unchecked Sendable where Value: Sendable {}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  /// SwiftUI's own is that of the window.
  var windowUndoManager: UndoManager?

  public init() {}

  public var undoManager: UndoManager? { windowUndoManager }

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}
