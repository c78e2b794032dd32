package import Foundation

/// Reads the values of keyed archives and property lists.
///
/// Foundation's value classes are known by name. An object of another class becomes its fields. The reader counts the
/// values it makes: an archive may refer to an object many times, and would otherwise expand without end.
struct ArchivedValueReader {
  private let list: PropertyList
  private let archive: KeyedArchive?
  private let limits: ArchiveLimits
  private var made = 0
  /// The nodes that contain the one which is read.
  private var path: Set<UInt64> = []

  /// Returns the value of data that is a keyed archive or a binary property list.
  ///
  /// - Throws: ``ArchiveError``.
  static func value(in data: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> AppleValue {
    let list = try PropertyList(data, limits: limits)
    let archive = KeyedArchive.isArchive(list) ? try KeyedArchive(list) : nil
    var reader = ArchivedValueReader(list, archive: archive, limits: limits)
    if let archive { return try reader.value(ofNode: archive.root, depth: 0) }
    return try reader.value(of: list.object(list.root), depth: 0)
  }

  /// Returns the value of a field in an archive.
  ///
  /// - Throws: ``ArchiveError``.
  static func value(
    of field: PropertyList.Object, in archive: KeyedArchive, _ list: PropertyList,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws -> AppleValue {
    var reader = ArchivedValueReader(list, archive: archive, limits: limits)
    return try reader.value(of: field, depth: 0)
  }

  private init(_ list: PropertyList, archive: KeyedArchive?, limits: ArchiveLimits) {
    (self.list, self.archive, self.limits) = (list, archive, limits)
  }

  private mutating func count(_ number: Int, depth: Int) throws {
    made += number
    guard made <= limits.values else {
      throw ArchiveError.tooLarge("the value has more than \(limits.values) parts")
    }
    guard depth <= limits.depth else {
      throw ArchiveError.tooLarge("the value is nested deeper than \(limits.depth) levels")
    }
  }

  private mutating func value(of object: PropertyList.Object, depth: Int) throws -> AppleValue {
    try count(1, depth: depth)
    switch object {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .integer(let integer): return .integer(integer)
    case .unsigned(let integer): return .unsigned(integer)
    case .real(let real): return .real(real)
    case .date(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let data): return .data(data)
    case .text(let text): return archive != nil && text == "$null" ? .null : .text(text)
    case .uid(let uid):
      guard archive != nil else { return .unsigned(uid) }
      return try value(ofNode: uid, depth: depth)
    case .array(let members): return .array(try values(of: members, depth: depth))
    case .set(let members): return .set(try values(of: members, depth: depth))
    case .dictionary(let pairs):
      try count(pairs.count, depth: depth)
      return .dictionary(
        try pairs.map { pair in
          AppleValue.Entry(
            key: try value(of: list.object(pair.key), depth: depth + 1),
            value: try value(of: list.object(pair.value), depth: depth + 1))
        })
    }
  }

  private mutating func values(
    of members: [PropertyList.Reference], depth: Int
  ) throws -> [AppleValue] {
    try count(members.count, depth: depth)
    return try members.map { try value(of: list.object($0), depth: depth + 1) }
  }

  // MARK: Archives

  private mutating func value(ofNode uid: UInt64, depth: Int) throws -> AppleValue {
    guard let archive else { return .unsigned(uid) }
    try count(1, depth: depth)
    switch try archive.node(uid) {
    case .plain(.uid):
      throw ArchiveError.damaged("the keyed archive has a reference to a reference")
    case .plain(let object): return try value(of: object, depth: depth + 1)
    case .instance(let instance):
      guard path.insert(uid).inserted else { return .cycle(instance.className) }
      defer { path.remove(uid) }
      try count(instance.fields.count, depth: depth)
      return try value(of: instance, depth: depth + 1)
    }
  }

  private mutating func value(of instance: KeyedArchive.Instance, depth: Int) throws -> AppleValue {
    if let value = try foundationValue(of: instance, depth: depth) { return value }
    var fields: [AppleValue.Field] = []
    for (name, field) in instance.fields.sorted(by: { $0.key < $1.key }) {
      fields.append(AppleValue.Field(name: name, value: try value(of: field, depth: depth)))
    }
    return .object(AppleValue.Object(className: instance.className, fields: fields))
  }

  /// Returns the value of an instance of a class of Foundation; nil if its class is unknown, or its fields are not those
  /// of the class.
  private mutating func foundationValue(
    of instance: KeyedArchive.Instance, depth: Int
  ) throws -> AppleValue? {
    let fields = instance.fields
    switch instance.className {
    case "NSNull": return .null
    case "NSString", "NSMutableString":
      guard case .text(let text)? = fields["NS.string"] else { return nil }
      return .text(text)
    case "NSAttributedString", "NSMutableAttributedString":
      guard let string = fields["NSString"],
        case .text(let text) = try value(of: string, depth: depth)
      else { return nil }
      return .text(text)
    case "NSData", "NSMutableData":
      switch fields["NS.data"] {
      case .data(let data)?: return .data(data)
      case let field?:
        guard case .data(let data) = try value(of: field, depth: depth) else { return nil }
        return .data(data)
      case nil: return nil
      }
    case "NSDate":
      guard case .real(let seconds)? = fields["NS.time"] else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case "NSUUID":
      guard case .data(let data)? = fields["NS.uuidbytes"], let uuid = UUID(bytes: data) else {
        return nil
      }
      return .uuid(uuid)
    case "NSURL": return try url(fields, depth: depth)
    case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return decimal(fields)
    case "NSNumber":
      // Numbers are values of the property list; some writers make objects of them.
      for name in ["NS.boolval", "NS.intval", "NS.dblval"] {
        if let field = fields[name] { return try value(of: field, depth: depth) }
      }
      return nil
    case "NSArray", "NSMutableArray":
      return try members(fields["NS.objects"], depth: depth).map { .array($0) }
    case "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
      let isOrdered = instance.className.hasSuffix("OrderedSet")
      return try members(fields["NS.objects"], depth: depth).map {
        isOrdered ? .array($0) : .set($0)
      }
    case "NSDictionary", "NSMutableDictionary":
      guard let keys = try members(fields["NS.keys"], depth: depth),
        let values = try members(fields["NS.objects"], depth: depth), keys.count == values.count
      else { return nil }
      return .dictionary(zip(keys, values).map { AppleValue.Entry(key: $0, value: $1) })
    default: return nil
    }
  }

  private mutating func members(
    _ field: PropertyList.Object?, depth: Int
  ) throws -> [AppleValue]? {
    guard case .array(let members)? = field else { return nil }
    return try values(of: members, depth: depth)
  }

  private mutating func url(
    _ fields: [String: PropertyList.Object], depth: Int
  ) throws -> AppleValue? {
    guard let relative = fields["NS.relative"],
      case .text(let text) = try value(of: relative, depth: depth)
    else { return nil }
    guard let base = fields["NS.base"], case .url(let start) = try value(of: base, depth: depth)
    else { return .url(text) }
    let url = URL(string: start).flatMap { URL(string: text, relativeTo: $0) }
    return .url(url?.absoluteString ?? text)
  }

  /// Returns a decimal number of its mantissa, which is archived in units of 16 bits.
  private func decimal(_ fields: [String: PropertyList.Object]) -> AppleValue? {
    guard case .integer(let exponent)? = fields["NS.exponent"], (-128...127).contains(exponent),
      case .integer(let length)? = fields["NS.length"], (0...8).contains(length),
      case .bool(let isNegative)? = fields["NS.negative"],
      case .data(let mantissa)? = fields["NS.mantissa"], mantissa.count >= 2 * length
    else { return nil }
    // In Core Foundation, 1 is the little byte order, and 2 the big one.
    let isBig = fields["NS.mantissa.bo"] == .integer(2)
    if length == 0 { return .decimal(isNegative ? .nan : 0) }
    let bytes = [UInt8](mantissa)
    var significand = Decimal(0)
    for index in (0..<Int(length)).reversed() {
      let (first, second) = (Int(bytes[2 * index]), Int(bytes[2 * index + 1]))
      significand *= 65_536
      significand += Decimal(isBig ? first << 8 | second : second << 8 | first)
    }
    guard significand.isFinite, (-128...127).contains(significand.exponent + Int(exponent)) else {
      return nil
    }
    return .decimal(
      Decimal(
        sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: significand))
  }
}

extension UUID {
  /// Returns the UUID of 16 bytes; nil if there are more or fewer.
  package init?(bytes data: Data) {
    guard data.count == 16 else { return nil }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    _ = withUnsafeMutableBytes(of: &uuid) { data.copyBytes(to: $0) }
    self.init(uuid: uuid)
  }
}
