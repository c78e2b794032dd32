import SwiftSyntax
import SwiftSyntaxMacros

/// A macro whose expansion has its line breaks and its indentation already.
///
/// SwiftSyntax formats an expansion unless the macro turns that off. Formatting took half of the plug-in's time, in each
/// build of each program with models. It also reads the source that an expansion repeats, such as the default value of a
/// property, which stays as its author wrote it here.
protocol PreformattedMacro: Macro {}

extension PreformattedMacro {
  static var formatMode: FormatMode { .disabled }
}

// The compiler parses the text of an expansion. To parse it here first took a third of the plug-in's time, and the text
// of such a node is all that SwiftSyntax reads of it.

extension DeclSyntax {
  /// Creates a declaration of an expansion from its text.
  init(verbatim text: String) {
    self.init(MissingDeclSyntax(attributes: [], modifiers: [], placeholder: .identifier(text)))
  }
}

extension AccessorDeclSyntax {
  /// Creates an accessor of an expansion from its text.
  init(verbatim text: String) { self.init(accessorSpecifier: .identifier(text)) }
}

extension String {
  /// The text, with each line indented by one more level. An empty line stays empty.
  ///
  /// All lines move by the same width, so a multi-line string literal keeps its value.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
  }
}
