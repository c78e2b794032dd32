import PerennialSQLite

/// A regular expression that a statement caches as long as its pattern does not change.
final class CachedRegex {
  private let regex: Regex<AnyRegexOutput>

  private init(_ regex: Regex<AnyRegexOutput>) { self.regex = regex }

  /// Returns the regular expression in a function's second argument, or nil if the argument has
  /// none.
  static func of(
    _ context: SQLFunctionContext, _ arguments: SQLFunctionArguments
  ) -> Regex<AnyRegexOutput>? {
    if let known = sqlite3_get_auxdata(context.pointer, 1) {
      return Unmanaged<CachedRegex>.fromOpaque(known).takeUnretainedValue().regex
    }
    guard let pattern = arguments.text(1)?.string, let regex = try? Regex(pattern) else {
      return nil
    }
    sqlite3_set_auxdata(
      context.pointer, 1, Unmanaged.passRetained(CachedRegex(regex)).toOpaque(),
      { data in
        if let data { Unmanaged<CachedRegex>.fromOpaque(data).release() }
      })
    return regex
  }
}
