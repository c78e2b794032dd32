package import Foundation
import PerennialZlib

package import PerennialAppleStores

/// Writes keyed archives, in the form of `NSKeyedArchiver`.
package struct ArchiveWriter {
  private var objects: [ListValue] = [.text("$null")]
  private var classes: [String: UInt64] = [:]

  package init() {}

  /// The reference to nil.
  package static let nothing = ListValue.uid(0)

  /// Adds an object, and returns the reference to it.
  package mutating func add(_ object: ListValue) -> ListValue {
    objects.append(object)
    return .uid(UInt64(objects.count - 1))
  }

  /// Keeps a place for an object that is added later.
  package mutating func reserve() -> UInt64 {
    objects.append(.null)
    return UInt64(objects.count - 1)
  }

  /// Fills a reserved place with an instance.
  package mutating func fill(_ uid: UInt64, _ className: String, _ fields: [(String, ListValue)]) {
    objects[Int(uid)] = .fields(fields + [("$class", classReference(className))])
  }

  /// Adds an instance, and returns the reference to it.
  package mutating func instance(_ className: String, _ fields: [(String, ListValue)]) -> ListValue
  {
    let uid = reserve()
    fill(uid, className, fields)
    return .uid(uid)
  }

  /// Adds an array, and returns the reference to it.
  package mutating func array(_ members: [ListValue], _ className: String = "NSArray") -> ListValue
  {
    instance(className, [("NS.objects", .array(members))])
  }

  package mutating func dictionary(_ entries: [(ListValue, ListValue)]) -> ListValue {
    instance(
      "NSMutableDictionary",
      [("NS.keys", .array(entries.map(\.0))), ("NS.objects", .array(entries.map(\.1)))])
  }

  package mutating func text(_ text: String?) -> ListValue {
    text.map { add(.text($0)) } ?? Self.nothing
  }

  private mutating func classReference(_ name: String) -> ListValue {
    if let uid = classes[name] { return .uid(uid) }
    let classes = name == "NSObject" ? [name] : [name, "NSObject"]
    let reference = add(
      .fields([
        ("$classname", .text(name)), ("$classes", .array(classes.map { .text($0) })),
      ]))
    if case .uid(let uid) = reference { self.classes[name] = uid }
    return reference
  }

  /// Returns the archive with a root.
  package func archive(root: ListValue) -> Data {
    ListValue.fields([
      ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")),
      ("$top", .fields([("root", root)])), ("$objects", .array(objects)),
    ]).propertyList
  }
}

extension ArchiveWriter {
  /// Adds a value as Foundation archives it, and returns the reference to it.
  package mutating func value(_ value: AppleValue) -> ListValue {
    switch value {
    case .null: return instance("NSNull", [])
    case .bool(let bool): return add(.bool(bool))
    case .integer(let integer): return add(.integer(integer))
    case .unsigned(let integer): return add(.unsigned(integer))
    case .real(let real): return add(.real(real))
    case .text(let text): return add(.text(text))
    case .data(let data):
      return instance("NSMutableData", [("NS.data", .data(data))])
    case .date(let date):
      return instance("NSDate", [("NS.time", .real(date.timeIntervalSinceReferenceDate))])
    case .uuid(let uuid):
      let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
      return instance("NSUUID", [("NS.uuidbytes", .data(bytes))])
    case .url(let url):
      return instance("NSURL", [("NS.base", Self.nothing), ("NS.relative", text(url))])
    case .decimal(let decimal): return self.decimal(decimal)
    case .array(let members): return array(members.map { self.value($0) })
    case .set(let members): return array(members.map { self.value($0) }, "NSSet")
    case .dictionary(let entries):
      return dictionary(entries.map { (self.value($0.key), self.value($0.value)) })
    case .object(let object):
      return instance(object.className, object.fields.map { ($0.name, self.value($0.value)) })
    case .composite, .reference, .cycle, .invalid: return Self.nothing
    }
  }

  private mutating func decimal(_ decimal: Decimal) -> ListValue {
    var rest = decimal.significand
    var units: [UInt8] = []
    while rest > 0 {
      var (quotient, whole) = (rest / 65_536, Decimal())
      NSDecimalRound(&whole, &quotient, 0, .down)
      let unit = NSDecimalNumber(decimal: rest - whole * 65_536).intValue
      units += [UInt8(unit & 255), UInt8(unit >> 8)]
      rest = whole
    }
    return instance(
      "NSDecimalNumberPlaceholder",
      [
        ("NS.exponent", .integer(Int64(decimal.exponent))),
        ("NS.length", .integer(Int64(units.count / 2))),
        ("NS.negative", .bool(decimal.sign == .minus)), ("NS.compact", .bool(true)),
        ("NS.mantissa.bo", .integer(1)), ("NS.mantissa", .data(Data(units))),
      ])
  }

  /// Returns the archive of a value.
  package static func archive(_ value: AppleValue) -> Data {
    var writer = ArchiveWriter()
    let root = writer.value(value)
    return writer.archive(root: root)
  }
}

/// Compresses data without a header, as Core Data does with the model.
package func deflated(_ data: Data) -> Data {
  var stream = z_stream()
  let size = Int32(MemoryLayout<z_stream>.size)
  guard
    deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      size) == Z_OK
  else { return Data() }
  defer { deflateEnd(&stream) }
  var input = [UInt8](data)
  var output = [UInt8](repeating: 0, count: data.count + data.count / 100 + 100)
  return input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      _ = deflate(&stream, Z_FINISH)
      return Data(output.prefix(output.count - Int(stream.avail_out)))
    }
  }
}
