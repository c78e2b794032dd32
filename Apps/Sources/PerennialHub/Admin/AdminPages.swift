import Foundation
import HTTPTypes
import HardenedHTTP
import Hummingbird
import Mustache
import NIOCore
import PageStyle

/// The content of an admin page; templates read its stored properties.
protocol AdminPage: Sendable {
  /// The name of the template.
  static var template: String { get }
  /// The title of the window.
  var title: String { get }
  /// `true` if the page follows the hub.
  var isLive: Bool { get }
}

/// A fact with its name.
struct AdminFact: Sendable {
  let name: String
  let value: String
}

/// Turns the contents of admin pages into HTML.
struct AdminPages: Sendable {
  /// The style sheet, the script and the icon.
  static let assets = StaticAssets([
    "pages.css": PageStyle.sheet, "icon.svg": PageStyle.icon,
    "admin.js": Data(PackageResources.admin_js),
  ])

  private let library: MustacheLibrary

  /// - Throws: ``HubServerError/invalidTemplate(name:reason:)``.
  init() throws {
    var library = MustacheLibrary()
    for (name, bytes) in [
      ("adminLayout", PackageResources.adminLayout_mustache),
      ("adminOverview", PackageResources.adminOverview_mustache),
      ("adminAccount", PackageResources.adminAccount_mustache),
      ("adminError", PackageResources.adminError_mustache),
    ] {
      do {
        try library.register(String(decoding: bytes, as: UTF8.self), named: name)
      } catch {
        throw HubServerError.invalidTemplate(name: name, reason: "\(error)")
      }
    }
    self.library = library
  }

  func response<Page: AdminPage>(
    _ page: Page, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    guard let html = library.render(page, withTemplate: Page.template) else {
      throw HubServerError.invalidTemplate(name: Page.template, reason: "the file is missing")
    }
    return Response(
      status: status,
      headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }
}

extension Int64 {
  /// A time in milliseconds since 1970, in UTC to the second.
  var timeText: String {
    Date(timeIntervalSince1970: Double(self) / 1000).formatted(
      .iso8601.year().month().day().dateTimeSeparator(.space).time(
        includingFractionalSeconds: false))
  }
}
