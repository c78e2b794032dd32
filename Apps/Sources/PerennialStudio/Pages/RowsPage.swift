import Foundation
import Mustache
import PerennialInspection
import ReadableText

/// The objects of an entity.
struct RowsPage: Page {
  static let template = "rows"

  /// A column of the table.
  struct Column: Sendable {
    let name: String
    let type: String
    /// The address that sorts by the column; nil if its values have no order.
    let address: String?
    /// The direction of the order: `ascending`, `descending` or `none`.
    let order: String
    let arrow: String?
    let isNumber: Bool
  }

  /// A property that can be a column of the table.
  struct Choice: Sendable {
    let columnName: String
    let columnType: String
    let isShown: Bool
    /// The addresses that show the column one place earlier and later; nil if there is no such place.
    let earlier: String?
    let later: String?
  }

  /// A row of the table.
  struct Line: Sendable {
    let key: String
    let address: String
    /// The words about the preset that the object is; nil for other objects.
    let mark: PresetMark?
    let cells: [CellView]
  }

  /// A name that is probably meant in a filter, and the address with the corrected filter.
  struct Correction: Sendable {
    let name: String
    let correctedAddress: String
  }

  /// Consecutive rows, and the addresses of the windows beside them.
  struct Window: Sendable {
    /// The address of a page that begins with the rows.
    let address: String
    let pager: Pager
    let rows: [Line]
  }

  let frame: PageFrame
  let entity: String
  let filter: String
  let search: String
  let sort: String?
  let order: String?
  /// A filter that can be understood, as an example.
  let example: String
  /// The reason why the filter is not understood. The table then has the objects without the filter.
  let problem: TextProblem?
  let correction: Correction?
  /// The number of objects, and words about it.
  let count: String
  let columns: [Column]
  /// The columns of the address; nil if it names none.
  let columnNames: String?
  /// All properties, beginning with the shown ones in the order of the columns.
  let choices: [Choice]
  /// The number of shown properties and of all properties.
  let shownColumns: String
  let isChoosing: Bool
  /// The address that shows all columns.
  let allColumns: String
  let windows: [Window]
  let isEmpty: Bool
  let isNarrowed: Bool
  let startsOver: Bool
  /// The links to the windows beside the first one.
  let pager: Pager
  /// The condition of the filter in SQL, and the values of its parameters; nil without a filter.
  let sql: String?
  let parameters: String?
  /// The whole query in SQL, with its values; nil without a filter.
  let statement: String?
  /// The address of the console with the query.
  let console: String?
  /// The filter as a `#Predicate`, or the reason why it cannot be one.
  let predicate: String?
  let predicateProblem: String?
  let clear: String
  /// The address of the form for a new object.
  let new: String
  let csv: String
  let json: String

  private static let limit = 50
  private static let queryTime: Duration = .seconds(5)
  private static let countTime: Duration = .milliseconds(50)

  /// - Parameter names: The names of the chosen columns, in their order; empty for all. Unknown names are left out.
  init(
    _ request: RowRequest, columns names: [String], store: InspectedStore, studio: StudioStore
  ) throws {
    let details = try store.details(of: request.entity)
    frame = PageFrame(request.entity, studio: studio, store: store, entity: request.entity)
    (entity, filter, search) = (request.entity, request.filter, request.search)
    (sort, order) = (request.sort.isEmpty ? nil : request.sort, request.isDescending ? "down" : nil)
    clear = Address.rows(of: request.entity).text
    new = Address("/new").adding("entity", request.entity).text
    csv = request.address("/export").adding("format", "csv").text
    json = request.address("/export").adding("format", "json").text
    isNarrowed = !request.filter.isEmpty || !request.search.isEmpty
    let shown = Self.shown(details, names)
    columns = Self.columns(shown, of: details, in: request)
    columnNames = request.columns.isEmpty ? nil : request.columns.joined(separator: ",")
    choices = Self.choices(shown, of: details, in: request)
    shownColumns = "\(shown.count) of \(choices.count)"
    isChoosing = request.isChoosing
    allColumns = request.choosing([RowRequest.allColumns]).text
    example = try store.exampleFilter(of: request.entity)
    let query: RowQuery
    do {
      query = try request.query(in: store)
      (problem, correction) = (nil, nil)
    } catch let error as FilterError {
      query = request.unfilteredQuery
      problem = TextProblem(request.filter, position: error.position, reason: error.reason)
      correction = Correction(error, request)
    }
    let window = try store.limited(to: Self.queryTime) {
      try store.window(of: query, request.start, limit: Self.limit * request.windows)
    }
    windows = Self.windows(
      try Self.lines(window.rows, showing: shown, of: details, in: store), of: window,
      request.address())
    isEmpty = window.rows.isEmpty
    startsOver = window.startsOver
    count = try Self.count(of: query, window: window, in: store)
    pager =
      windows.first?.pager
      ?? Pager(
        request.address(), keys: nil, hasPrevious: window.hasPrevious, hasNext: window.hasNext)
    sql = query.filter?.sql
    parameters = query.filter.map { filter in
      filter.values.map(\.description).joined(separator: ", ")
    }
    statement = query.filter == nil ? nil : try store.statement(of: query)
    console = statement.map { Address("/sql").adding("sql", $0).text }
    predicate = query.filter?.predicate
    predicateProblem = query.filter?.predicateProblem
  }

  /// Returns the rows in windows, each with the address that finds it again while other windows change.
  private static func windows(
    _ lines: [Line], of window: RowWindow, _ base: Address
  ) -> [Window] {
    stride(from: 0, to: lines.count, by: limit).map { start in
      let end = min(start + limit, lines.count)
      let before = start == 0 ? window.predecessor : window.rows[start - 1].key
      return Window(
        address: base.adding("after", before.map { "\($0)" }).text,
        pager: Pager(
          base, keys: (window.rows[start].key, window.rows[end - 1].key),
          hasPrevious: start > 0 || window.hasPrevious,
          hasNext: end < lines.count || window.hasNext),
        rows: Array(lines[start..<end]))
    }
  }

  private static func count(
    of query: RowQuery, window: RowWindow, in store: InspectedStore
  ) throws -> String {
    let shown = window.rows.count
    if !window.hasPrevious, !window.hasNext { return shown.of("object") }
    let total = try store.count(of: query, within: countTime)
    // The window and the one beside it have more objects than a count without time may have found.
    return total.isLowerBound
      ? "at least \(max(total.value, shown + 1).of("object"))" : total.value.of("object")
  }

  /// Returns the properties of the columns. An entity can inherit a property and declare it again.
  private static func shown(_ details: EntityDetails, _ names: [String]) -> [PropertySummary] {
    var seen: Set<String> = []
    let chosen = names.compactMap { name in
      seen.insert(name).inserted ? details.properties.last { $0.name == name } : nil
    }
    return chosen.isEmpty ? details.properties : chosen
  }

  private static func choices(
    _ shown: [PropertySummary], of details: EntityDetails, in request: RowRequest
  ) -> [Choice] {
    let names = shown.map(\.name)
    func swapping(_ one: Int, _ other: Int) -> String? {
      guard names.indices.contains(one), names.indices.contains(other) else { return nil }
      var moved = names
      moved.swapAt(one, other)
      return request.choosing(moved).text
    }
    let hidden = details.properties.filter { !names.contains($0.name) }
    return shown.enumerated().map { place, property in
      Choice(
        columnName: property.name, columnType: property.form ?? property.type, isShown: true,
        earlier: swapping(place, place - 1), later: swapping(place, place + 1))
    }
      + hidden.map { property in
        Choice(
          columnName: property.name, columnType: property.form ?? property.type, isShown: false,
          earlier: nil, later: nil)
      }
  }

  private static func columns(
    _ shown: [PropertySummary], of details: EntityDetails, in request: RowRequest
  ) -> [Column] {
    func column(_ name: String, _ type: String, sortedAs property: String?) -> Column {
      let isSorted = property == request.sort
      return Column(
        name: name, type: type, address: property.map { request.sorting(by: $0).text },
        order: isSorted ? (request.isDescending ? "descending" : "ascending") : "none",
        arrow: isSorted ? (request.isDescending ? "↓" : "↑") : nil,
        isNumber: ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
          .contains(type) || ["double", "float", "decimal"].contains(type))
    }
    return [column("key", "primary key", sortedAs: "")]
      + shown.map { property in
        column(
          property.name, property.form ?? property.type,
          sortedAs: details.sortable.contains(property.name) ? property.name : nil)
      }
  }

  private static func lines(
    _ rows: [RowExcerpt], showing shown: [PropertySummary], of details: EntityDetails,
    in store: InspectedStore
  ) throws -> [Line] {
    let keys = rows.map(\.key)
    var labels: [String: [Int64: RowLabel]] = [:]
    var counts: [String: [Int64: Int]] = [:]
    for property in shown {
      guard let relationship = property.relationship else { continue }
      if relationship.isToMany {
        // A file may describe a relationship without its links.
        counts[property.name] = try? store.linkCounts(of: details.name, keys, property.name)
      } else {
        labels[property.name] = try? store.labels(
          of: relationship.destination,
          rows.compactMap { if case .key(let key)? = $0[property.name] { key } else { nil } })
      }
    }
    let presets = try store.presets(of: details.name, keys: rows.filter(\.isPreset).map(\.key))
    return rows.map { row in
      let address = Address.row(of: row.entity, key: row.key).text
      let cells = shown.map { property -> CellView in
        if property.relationship?.isToMany == true {
          guard let counts = counts[property.name] else { return CellView(text: "", kind: "nil") }
          let count = counts[row.key] ?? 0
          return count == 0
            ? CellView(text: "none", kind: "nil")
            : CellView(text: count.of("object"), kind: "link", link: "\(address)#\(property.name)")
        }
        guard let cell = row.cells.first(where: { $0.name == property.name }) else {
          return CellView(text: "", kind: "nil")
        }
        return CellView(cell, labels: labels[property.name] ?? [:])
      }
      return Line(
        key: "\(row.key)", address: address, mark: presets[row.key].map(PresetMark.init),
        cells: cells)
    }
  }
}

extension RowsPage.Correction {
  fileprivate init?(_ error: FilterError, _ request: RowRequest) {
    guard let name = error.suggestion?.name, let filter = error.corrected(request.filter) else {
      return nil
    }
    var corrected = request
    corrected.filter = filter
    self.name = name
    correctedAddress = corrected.address().text
  }
}

/// Templates find properties of rows without reflection, as those of ``CellView``.
extension RowsPage.Line: MustacheParent {
  func child(named name: String) -> Any? {
    switch name {
    case "key": key
    case "address": address
    // For nil, templates would look for a mark in the page.
    case "mark": mark.map { $0 as Any } ?? false
    case "cells": cells
    default: nil
    }
  }
}
