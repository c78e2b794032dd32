import Foundation

/// The conversion of a transformable attribute's values, by the transformer that its option names.
struct Transformation {
  let name: String

  /// Returns the data of a value.
  ///
  /// - Throws: ``SwiftDataError/unsupportedFeature`` if there is no such transformer;
  ///   ``SwiftDataError/modelValidationFailure`` if the transformer does not convert the value to
  ///   data.
  func data(of value: Any) throws -> Data {
    let transformer = try transformer
    let result =
      isReversed(transformer)
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    guard let data = (result as? Data) ?? (result as? NSData).map({ Data(referencing: $0) }) else {
      throw SwiftDataError.modelValidationFailure.because(
        "the transformer “\(name)” cannot convert \(value), a \(type(of: value)), to data")
    }
    return data
  }

  /// Returns the value of some data.
  ///
  /// - Throws: ``SwiftDataError/unsupportedFeature`` if there is no such transformer;
  ///   ``SwiftDataError/storeFailure`` if the transformer does not convert the data to a value of
  ///   the type.
  func value<Value>(_ type: Value.Type, from data: Data) throws -> Value {
    let transformer = try transformer
    let result =
      isReversed(transformer)
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    guard let result, let value = result as? Value else {
      throw SwiftDataError.storeFailure.because(
        "the transformer “\(name)” cannot convert \(data.count) bytes to \(type)")
    }
    return value
  }

  /// Returns `true` if a transformer's forward direction is from data to objects. This is the case
  /// for the transformer that unarchives. The forward direction of all others is to data.
  private func isReversed(_ transformer: ValueTransformer) -> Bool {
    transformer is NSSecureUnarchiveFromDataTransformer
  }

  private var transformer: ValueTransformer {
    get throws {
      #if canImport(Darwin)
      // This branch has not been run.
      let found = ValueTransformer(forName: NSValueTransformerName(name))
      #else
      let found = TransformerRegistry.transformer(named: name)
      #endif
      if let found { return found }
      throw SwiftDataError.unsupportedFeature.because(
        """
        there is no transformer “\(name)”; register one with \
        ValueTransformer.setValueTransformer(_:forName:) before the container is created
        """)
    }
  }
}
