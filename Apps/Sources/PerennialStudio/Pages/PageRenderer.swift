import Foundation
import HTTPTypes
import Hummingbird
import Mustache
import NIOCore

/// Turns the content of a page into HTML by one of the templates.
struct PageRenderer: Sendable {
  private let library: MustacheLibrary

  /// Reads and checks all templates.
  ///
  /// - Throws: ``StudioError/invalidTemplate(name:reason:)``.
  init() throws {
    var library = MustacheLibrary()
    for (name, bytes) in StudioAssets.templates {
      do {
        // The last line end of a file would be in the middle of a line that has another template.
        let text = String(decoding: bytes, as: UTF8.self)
        try library.register(text.last == "\n" ? String(text.dropLast()) : text, named: name)
      } catch {
        throw StudioError.invalidTemplate(name: name, reason: "\(error)")
      }
    }
    self.library = library
  }

  /// Returns the page as a response.
  func page<Content: Page>(
    _ content: Content, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    guard let html = library.render(content, withTemplate: Content.template) else {
      throw StudioError.invalidTemplate(
        name: Content.template, reason: "the file is missing")
    }
    return Response(
      status: status,
      headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }
}

/// The content of a page; templates read its stored properties.
protocol Page: Sendable {
  /// The name of the template that shows it.
  static var template: String { get }

  /// The parts that the page shares with all others.
  var frame: PageFrame { get }
}
