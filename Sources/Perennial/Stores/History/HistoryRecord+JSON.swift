import Foundation

// The JSON in which the history stores the changes of a transaction: a list of groups. Most keys are
// consecutive, so a range of keys without a gap is written as the pair of the first and the last key.
//
//     [{"entity":"Book","kind":"insert","keys":[[7,1006],1010]},
//      {"entity":"Genre","kind":"update","properties":["note"],"keys":[8,12],"upserts":[12]},
//      {"entity":"Author","kind":"update","properties":["name"],"collections":["books"],"keys":[3]},
//      {"entity":"Book","kind":"link","property":"genres","pairs":[[7,12]]},
//      {"entity":"Book","kind":"order","property":"author","keys":[7]}]

extension HistoryRecord {
  /// The largest number of keys in one pair. It limits the memory that a damaged file can request.
  private static let longestRun: Int64 = 1 << 20

  var text: String {
    if isErasure { return #"[{"kind":"erase"}]"# }
    if isRestoration { return #"[{"kind":"restore"}]"# }
    var text = "["
    // The text is written with every save, and mostly lists few objects.
    text.reserveCapacity(128)
    for group in groups {
      text += text.utf8.count == 1 ? #"{"entity":"# : #",{"entity":"#
      Self.write(quoted: group.entityName, to: &text)
      text += #","kind":""#
      text += group.kind.rawValue
      if group.kind == .update {
        text += "\""
        Self.write(group.properties, as: "properties", to: &text)
        Self.write(group.collections, as: "collections", to: &text)
        text += #","keys":["#
      } else {
        text += #"","keys":["#
      }
      Self.write(group.rowIDs, to: &text)
      if !group.upserts.isEmpty {
        text += #"],"upserts":["#
        Self.write(group.upserts, to: &text)
      }
      text += "]}"
    }
    for group in links { Self.write(group, to: &text) }
    return text + "]"
  }

  private static func write(_ names: [String], as key: String, to text: inout String) {
    if names.isEmpty { return }
    text += #","\#(key)":["#
    for (number, name) in names.enumerated() {
      if number > 0 { text += "," }
      write(quoted: name, to: &text)
    }
    text += "]"
  }

  private static func write(_ group: LinkGroup, to text: inout String) {
    text += text.utf8.count == 1 ? #"{"entity":"# : #",{"entity":"#
    write(quoted: group.entityName, to: &text)
    text += #","kind":"\#(group.kind.rawValue)","property":"#
    write(quoted: group.property, to: &text)
    text += group.pairs.isEmpty ? #","keys":["# : #","pairs":["#
    write(group.rowIDs, to: &text)
    for (number, pair) in group.pairs.enumerated() {
      if number > 0 { text += "," }
      text += "["
      text += String(pair.source)
      text += ","
      text += String(pair.target)
      text += "]"
    }
    text += "]}"
  }

  private static func write(_ rowIDs: [Int64], to text: inout String) {
    // A comma and two brackets beside two keys.
    let capacity = rowIDs.count * (DecimalDigits.longest + 2)
    text += String(unsafeUninitializedCapacity: capacity) { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var end = start
      func add(_ mark: Unicode.Scalar) {
        end.pointee = UInt8(ascii: mark)
        end += 1
      }
      func add(_ key: Int64) { end += DecimalDigits.write(key, to: end) }
      var index = 0
      while index < rowIDs.count {
        let first = rowIDs[index]
        var last = first
        index += 1
        while index < rowIDs.count, rowIDs[index] == last &+ 1, last - first + 1 < longestRun {
          last = rowIDs[index]
          index += 1
        }
        if end > start { add(",") }
        if last == first {
          add(first)
        } else {
          add("[")
          add(first)
          add(",")
          add(last)
          add("]")
        }
      }
      return end - start
    }
  }

  private static func write(quoted name: String, to text: inout String) {
    text += "\""
    text += JSONColumn.escaped(name)
    text += "\""
  }

  // MARK: Reading

  private struct Part: Decodable {
    let entity: String?
    let kind: String
    let properties: [String]?
    let collections: [String]?
    let property: String?
    let pairs: [[Int64]]?
    let keys: [Run]?
    let upserts: [Run]?
  }

  private struct Run: Decodable {
    let first: Int64
    let last: Int64

    init(from decoder: any Decoder) throws {
      if let key = try? decoder.singleValueContainer().decode(Int64.self) {
        (first, last) = (key, key)
        return
      }
      let pair = try decoder.singleValueContainer().decode([Int64].self)
      guard pair.count == 2, pair[0] > 0, pair[0] < pair[1], pair[1] - pair[0] < longestRun else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "\(pair) is not a range of keys"))
      }
      (first, last) = (pair[0], pair[1])
    }
  }

  /// Decodes the changes of a transaction.
  ///
  /// - Throws: ``SwiftDataError/storeFailure`` if the text is damaged.
  package init(text: String, transaction: Int64, path: String) throws {
    self.init()
    func damage(_ reason: String) -> SwiftDataError {
      .storeFailure.because(
        """
        \(path): the transaction \(transaction) of the history cannot be read: \(reason). \
        deleteHistory(_:) removes it
        """)
    }
    let parts: [Part]
    do {
      parts = try JSONDecoder().decode([Part].self, from: Data(text.utf8))
    } catch {
      throw damage("\(error)")
    }
    for part in parts {
      if part.kind == "erase" {
        isErasure = true
        continue
      }
      if part.kind == "restore" {
        isRestoration = true
        continue
      }
      if let kind = LinkChanges.Kind(rawValue: part.kind) {
        guard let entity = part.entity, let property = part.property else {
          throw damage("the changes of links lack their relationship")
        }
        let pairs = (part.pairs ?? []).compactMap {
          $0.count == 2 ? LinkChanges.Pair(source: $0[0], target: $0[1]) : nil
        }
        if pairs.count != part.pairs?.count ?? 0 { throw damage("a link isn't a pair of keys") }
        links.append(
          LinkGroup(
            entityName: entity, property: property, kind: kind, pairs: pairs,
            rowIDs: (part.keys ?? []).flatMap { $0.first...$0.last }))
        continue
      }
      guard let entity = part.entity, let keys = part.keys, let kind = Kind(rawValue: part.kind)
      else { throw damage("“\(part.kind)” is an unknown kind of change or lacks its objects") }
      groups.append(
        Group(
          entityName: entity, kind: kind, properties: part.properties ?? [],
          collections: part.collections ?? [],
          rowIDs: keys.flatMap { $0.first...$0.last },
          upserts: (part.upserts ?? []).flatMap { $0.first...$0.last }))
    }
  }
}
