import Testing

@Suite("Expansion of property observers")
struct PropertyObserverTests {
  @Test("Observers run around the change, each in a function of its own")
  func both() throws {
    let expansion = Expansion(
      of: """
        @Model
        final class Counter {
          var count: Int = 0 {
            willSet { print(newValue) }
            didSet {
              guard count > oldValue else { return }
              count = 1
            }
          }
          init() {}
        }
        """
    )
    let property = try expansion.member("count")
    let setter = #"""
        set {
          let _$observing = Perennial._Model.beginObserving(self, _$Properties.count)
          defer { if _$observing { Perennial._Model.endObserving(self, _$Properties.count) } }
          let oldValue = _$s_count.get(self, _$Properties.count)
          func _$willSet() {
            print(newValue)
          }
          if _$observing { _$willSet() }
          Perennial._Model.willSet(self, \.count, _$Properties.count)
          Perennial._Model.didSet(self, \.count, _$Properties.count, _$s_count.replace(newValue))
          func _$didSet() {
            guard count > oldValue else { return }
            count = 1
          }
          if _$observing { _$didSet() }
        }
      """#
    #expect(property.contains(setter), "\(property)")
  }

  @Test("An observer may name its parameter, and the old value is read only if it is used")
  func parameters() throws {
    let named = Expansion(
      of: """
        @Model final class M {
          var a: Int = 0 { willSet(next) { print(next) } didSet(previous) { print(previous) } }
          var b: Int = 0 { didSet { print(b) } }
          init() {}
        }
        """
    )
    let a = try named.member("a")
    #expect(a.contains("let previous = _$s_a.get(self, _$Properties.a)"))
    #expect(a.contains("let next = newValue"))
    #expect(!(try named.member("b").contains("oldValue")))
  }

  @Test("A transient property with observers has a number below zero")
  func transient() throws {
    let expansion = Expansion(
      of: """
        @Model final class M {
          var a: Int = 0
          @Transient var b: Int = 0 { didSet { print(oldValue) } }
          init() {}
        }
        """
    )
    #expect(try expansion.member("b").contains("let oldValue = self.b"))
    #expect(
      try expansion.member("_$Properties") == """
        nonisolated enum _$Properties {
          @inline(__always) static var a: Swift.Int { 0 }
          @inline(__always) static var b: Swift.Int { -1 }
        }
        """
    )
  }
}
