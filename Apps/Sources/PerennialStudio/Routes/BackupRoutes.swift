import Foundation
import HardenedHTTP
import Hummingbird
import Perennial
import PerennialInspection

/// The backups of the store: the list, and the forms that make and restore one.
struct BackupRoutes: Sendable {
  let store: StudioStore
  let pages: PageRenderer

  func addRoutes(to router: Router<some RequestContext>) {
    router.get("/backups") { [store] request, _ in
      let fields = FormFields(queryOf: request)
      let outcome = BackupsPage.Outcome(
        made: fields["made"], restored: fields["restored"], kept: fields["kept"])
      return try pages.page(try await store.read { BackupsPage(outcome, store: $0, studio: store) })
    }
    router.post("/backups") { _, _ -> Response in
      let name = try await store.backUp().url.lastPathComponent
      return .redirect(to: Address("/backups").adding("made", name).text, type: .normal)
    }
    router.get("/restoration") { [store] request, _ in
      let name = FormFields(queryOf: request)["name"]
      return try pages.page(
        try await store.withRestoration(of: name) {
          try RestorationPage($0, store: $1, studio: store)
        })
    }
    router.post("/restoration") { request, _ -> Response in
      let name = try await FormFields(bodyOf: request)["name"]
      let kept = try await store.withRestoration(of: name) { restoration, _ in
        try restoration.run()?.url.lastPathComponent
      }
      let address = Address("/backups").adding("restored", name).adding("kept", kept)
      return .redirect(to: address.text, type: .normal)
    }
  }
}
