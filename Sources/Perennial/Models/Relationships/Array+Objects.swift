import PerennialRuntime

// The comparison of lists of objects by identity. It compares memory, and retains nothing.

extension Array where Element: AnyObject {
  /// Returns the number of objects at the start of two lists that are the same.
  func commonPrefix(with other: [Element]) -> Int {
    withWords { words in
      other.withWords { others in
        guard let first = words.baseAddress, let second = others.baseAddress else { return 0 }
        let count = Swift.min(words.count, others.count)
        return first == second ? count : Int(perennial_equal_words(first, second, count))
      }
    }
  }

  /// Returns the number of objects at the end of two lists that are the same.
  ///
  /// - Parameter prefix: The number of objects at the start that do not count.
  func commonSuffix(with other: [Element], behind prefix: Int) -> Int {
    withWords { words in
      other.withWords { others in
        let limit = Swift.min(words.count, others.count) - prefix
        var count = 0
        while count < limit,
          words[words.count - 1 - count] == others[others.count - 1 - count]
        {
          count += 1
        }
        return count
      }
    }
  }

  /// Returns `true` if two lists are in the same memory, and so have the same objects.
  func isSameBuffer(as other: [Element]) -> Bool {
    withWords { words in
      other.withWords { words.baseAddress == $0.baseAddress && words.count == $0.count }
    }
  }

  /// Returns `true` if the list contains an object.
  func containsObject(_ object: AnyObject) -> Bool {
    let word = Self.word(of: object)
    return withWords { words in
      words.baseAddress.map { perennial_contains_word($0, words.count, word) } ?? false
    }
  }

  /// Returns `true` if an object is the last of the list.
  func ends(with object: AnyObject) -> Bool {
    let word = Self.word(of: object)
    return withWords { $0.last == word }
  }

  private static func word(of object: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  /// Calls a block with the references to the objects as numbers.
  private func withWords<Result>(_ body: (UnsafeBufferPointer<UInt>) -> Result) -> Result {
    withUnsafeBytes { body($0.assumingMemoryBound(to: UInt.self)) }
  }
}
