import Foundation
import SwiftData

/// A store of fifty entities, by Perennial.
enum PerennialFifty {
  private static let types: [any PersistentModel.Type] = [
    Fifty.Entity00.self, Fifty.Entity01.self, Fifty.Entity02.self, Fifty.Entity03.self,
    Fifty.Entity04.self, Fifty.Entity05.self, Fifty.Entity06.self, Fifty.Entity07.self,
    Fifty.Entity08.self, Fifty.Entity09.self, Fifty.Entity10.self, Fifty.Entity11.self,
    Fifty.Entity12.self, Fifty.Entity13.self, Fifty.Entity14.self, Fifty.Entity15.self,
    Fifty.Entity16.self, Fifty.Entity17.self, Fifty.Entity18.self, Fifty.Entity19.self,
    Fifty.Entity20.self, Fifty.Entity21.self, Fifty.Entity22.self, Fifty.Entity23.self,
    Fifty.Entity24.self, Fifty.Entity25.self, Fifty.Entity26.self, Fifty.Entity27.self,
    Fifty.Entity28.self, Fifty.Entity29.self, Fifty.Entity30.self, Fifty.Entity31.self,
    Fifty.Entity32.self, Fifty.Entity33.self, Fifty.Entity34.self, Fifty.Entity35.self,
    Fifty.Entity36.self, Fifty.Entity37.self, Fifty.Entity38.self, Fifty.Entity39.self,
    Fifty.Entity40.self, Fifty.Entity41.self, Fifty.Entity42.self, Fifty.Entity43.self,
    Fifty.Entity44.self, Fifty.Entity45.self, Fifty.Entity46.self, Fifty.Entity47.self,
    Fifty.Entity48.self, Fifty.Entity49.self,
  ]

  /// Makes the store, if there is none.
  static func open(_ file: URL) throws -> ModelContainer {
    try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: file))
  }
}
