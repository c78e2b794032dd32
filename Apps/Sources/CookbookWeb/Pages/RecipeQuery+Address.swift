import CookbookModel
import Foundation
import Hummingbird
import HardenedHTTP

extension RecipeQuery {
  /// The most recipes that one page can be asked for.
  static let largestPage = 200

  /// Reads a query from the fields of an address; what is missing or senseless is left at its
  /// default, so that every address shows a list.
  init(_ fields: FormFields) {
    self.init(
      text: String(fields["q"].prefix(200)),
      tag: fields["tag"].isEmpty ? nil : fields["tag"],
      favoritesOnly: fields["favorites"] == "1",
      state: StateFilter(rawValue: fields["state"]),
      order: Order(rawValue: fields["sort"]) ?? .title,
      offset: max(0, Int(fields["offset"]) ?? 0),
      limit: min(Self.largestPage, max(1, Int(fields["limit"]) ?? 60))
    )
  }

  /// Reads a query for a program, which is told what it got wrong.
  init(checking fields: FormFields) throws {
    self.init(fields)
    if !fields["sort"].isEmpty, Order(rawValue: fields["sort"]) == nil {
      let orders = Order.allCases.map(\.rawValue).joined(separator: ", ")
      throw HTTPError(.badRequest, message: "“sort” must be one of \(orders).")
    }
    if !fields["state"].isEmpty, state == nil {
      let states = StateFilter.allCases.map(\.rawValue).joined(separator: ", ")
      throw HTTPError(.badRequest, message: "“state” must be one of \(states).")
    }
    if !fields["limit"].isEmpty, Int(fields["limit"]) != limit {
      let message = "“limit” must be a number from 1 to \(Self.largestPage)."
      throw HTTPError(.badRequest, message: message)
    }
    if !fields["offset"].isEmpty, Int(fields["offset"]) != offset {
      throw HTTPError(.badRequest, message: "“offset” must be a number from 0.")
    }
    if !["", "0", "1"].contains(fields["favorites"]) {
      throw HTTPError(.badRequest, message: "“favorites” must be 0 or 1.")
    }
  }

  /// The address of the list page that shows this query.
  var address: String { address(of: "/") }

  /// The address of the page with the statement of this query.
  var explanationAddress: String { address(of: "/query") }

  private func address(of page: String) -> String {
    var items: [(String, String)] = []
    if !text.isEmpty { items.append(("q", text)) }
    if let tag { items.append(("tag", tag)) }
    if favoritesOnly { items.append(("favorites", "1")) }
    if let state { items.append(("state", state.rawValue)) }
    if order != .title { items.append(("sort", order.rawValue)) }
    if offset > 0 { items.append(("offset", String(offset))) }
    if items.isEmpty { return page }
    return page + "?" + items.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
  )
}
