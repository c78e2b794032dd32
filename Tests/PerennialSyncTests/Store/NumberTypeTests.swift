import PerennialRecords
import SwiftData
import Testing

/// A later version of the app has given a number another type.
@Suite("40: Numbers of another type")
struct NumberTypeTests {
  enum V1 {
    @Model final class Jar {
      var title = ""
      var amount = 0
      init(_ title: String) { self.title = title }
    }
  }

  enum V2 {
    @Model final class Jar {
      var title = ""
      var amount = 0.0
      init(_ title: String) { self.title = title }
    }
  }

  let hub = MemoryHub()
  let old: Device
  let new: Device

  init() throws { (old, new) = (try Device([V1.Jar.self]), try Device([V2.Jar.self])) }

  private func exchange() throws {
    for _ in 1...2 { for device in [old, new] { try device.sync(with: hub) } }
  }

  private var cell: FieldEdit<RecordValue>? {
    hub.records.values.first { $0.type == "Jar" }?.state.edits["amount"]
  }

  @Test(
    "A whole number is shown, others are kept",
    arguments: [(2.0, 2), (2.5, 0), (1e300, 0), (-0.0, 0)])
  func older(amount: Double, shown: Int) throws {
    let jar = V2.Jar("Honey")
    jar.amount = amount
    new.context.insert(jar)
    try new.context.save()
    try exchange()
    #expect(try old.all(V1.Jar.self).map(\.amount) == [shown])
    #expect(cell?.value == .real(amount))
  }

  @Test("An integer is shown as a number with a fraction")
  func newer() throws {
    let jar = V1.Jar("Honey")
    jar.amount = 3
    old.context.insert(jar)
    try old.context.save()
    try exchange()
    #expect(try new.all(V2.Jar.self).map(\.amount) == [3.0])
    #expect(cell?.value == .integer(3))
  }

  @Test("A form that assigns the shown number again sends nothing", arguments: [true, false])
  func form(isOlder: Bool) throws {
    let first = isOlder ? new : old
    if isOlder {
      let jar = V2.Jar("Honey")
      jar.amount = 2
      first.context.insert(jar)
    } else {
      let jar = V1.Jar("Honey")
      jar.amount = 2
      first.context.insert(jar)
    }
    try first.context.save()
    try exchange()
    let known = cell
    func assignAgain() throws {
      for jar in try old.all(V1.Jar.self) where isOlder {
        (jar.title, jar.amount) = ("Jam", jar.amount)
      }
      for jar in try new.all(V2.Jar.self) where !isOlder {
        (jar.title, jar.amount) = ("Jam", jar.amount)
      }
      try (isOlder ? old : new).context.save()
    }
    try assignAgain()
    try exchange()
    #expect(cell == known)
    #expect(try old.all(V1.Jar.self).map(\.amount) == [2])
    #expect(try new.all(V2.Jar.self).map(\.amount) == [2.0])
    #expect(try old.all(V1.Jar.self).map(\.title) == ["Jam"])
  }
}
