/// A link of the menu. Every page has the menu in its head, and the same links at its end.
struct MenuLink {
  var title: String
  var address: String
  /// A Boolean value that indicates whether the link leads to the page that has it.
  var isCurrent: Bool

  /// The pages of the menu. The names are those of their templates.
  private static let pages = [
    (template: "history", title: "History", address: "/history"),
    (template: "statistics", title: "Statistics", address: "/statistics"),
    (template: "deleted", title: "Deleted presets", address: "/deleted"),
    (template: "reset", title: "Reset…", address: "/reset"),
  ]

  /// Returns the links, as the pages of a template show them.
  static func all(onPagesOf template: String) -> [MenuLink] {
    pages.map {
      MenuLink(title: $0.title, address: $0.address, isCurrent: $0.template == template)
    }
  }
}
