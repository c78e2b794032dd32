extension PackedRow {
  /// Replaces a value with the metadata of a preset without edited fields; see
  /// ``PresetMetadata/pristine(_:firstID:)``.
  package func set(_ index: Int, toMetadataOf id: String, in catalog: String, firstID: String?) {
    if firstID == nil, set(index, toMetadataOfPlain: id, in: catalog) { return }
    let name = PresetMetadata.name(of: id, in: catalog)
    set(index, to: .text(PresetMetadata.pristine(name, firstID: firstID)))
  }

  /// Writes the metadata byte by byte, if neither the ID nor the name of the catalog has a character that is stored in
  /// another form. Nothing is allocated for a text.
  ///
  /// - Returns: `false` if they have.
  private func set(_ index: Int, toMetadataOfPlain id: String, in catalog: String) -> Bool {
    var (catalog, id) = (catalog, id)
    return catalog.withUTF8 { catalog in
      id.withUTF8 { id in
        guard catalog.isPlain, id.isPlain else { return false }
        let count = catalog.count + id.count + 5
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { text in
          let slash = catalog.count + 2
          (text[0], text[1]) = (UInt8(ascii: "["), UInt8(ascii: "\""))
          text[2...].copy(catalog)
          text[slash] = UInt8(ascii: "/")
          text[(slash + 1)...].copy(id)
          (text[count - 2], text[count - 1]) = (UInt8(ascii: "\""), UInt8(ascii: "]"))
          set(index, toUTF8: UnsafeRawBufferPointer(text))
        }
        return true
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// `true` if a text in UTF-8 is the same in JSON and in normalisation form C.
  fileprivate var isPlain: Bool {
    // Below U+0300 (bytes below CC 80) no character composes with another one.
    allSatisfy { $0 >= 0x20 && $0 < 0xCC && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}

extension Slice<UnsafeMutableRawBufferPointer> {
  /// Copies bytes to the beginning of the memory.
  fileprivate func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
    UnsafeMutableRawBufferPointer(rebasing: self).copyMemory(from: UnsafeRawBufferPointer(bytes))
  }
}
