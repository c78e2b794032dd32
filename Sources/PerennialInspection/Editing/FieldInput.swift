/// The former name of ``FieldInput``.
@available(*, deprecated, renamed: "FieldInput")
public typealias FieldEdit = FieldInput

/// A new text for a property of an object, from a form.
public struct FieldInput: Sendable {
  /// The name of the property.
  public let name: String
  /// The text that the form had for the property; nil for nil.
  public let former: String?
  /// The new text; nil for nil.
  public let text: String?

  /// Creates an input. A property whose texts are equal stays unchanged.
  ///
  /// ```swift
  /// let rating = FieldInput(name: "rating", from: "3", to: "5")
  /// let noSlug = FieldInput(name: "slug", from: "soup", to: nil)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the property.
  ///   - former: The text that the form had for the property; nil for nil.
  ///   - text: The new text; nil for nil.
  public init(name: String, from former: String? = nil, to text: String?) {
    self.name = name
    // Web browsers send all line ends as two characters.
    self.former = former?.withPlainLineEnds
    self.text = text?.withPlainLineEnds
  }
}

extension String {
  /// The text with a line feed as the end of each line.
  var withPlainLineEnds: String { replacing("\r\n", with: "\n") }
}
