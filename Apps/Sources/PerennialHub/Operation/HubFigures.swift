import HardenedHTTP

/// The numbers of a hub, for the metrics and the admin pages.
struct HubFigures: Sendable {
  let metrics: HubMetrics
  let listeners: ZoneListeners
  let lag: DeviceLag
  let stored: StoredFigures
  let connections: ConnectionLimit
  /// The most connections.
  let connectionLimit: Int
  let storage: any StorageMaintenance
  /// The time of the start, in seconds since 1970.
  let started: Double

  /// All numbers in Prometheus' text format.
  var text: String {
    var text = MetricsText()
    metrics.write(to: &text)
    text.gauge(
      "perennial_hub_listeners", help: "Requests that wait for changes.", value: listeners.count)
    text.gauge("perennial_hub_connections", help: "Open connections.", value: connections.count)
    text.gauge(
      "perennial_hub_connections_limit", help: "The most connections.",
      value: connectionLimit)
    let load = storage.load
    text.gauge(
      "perennial_hub_database_connections", help: "Connections to the database that may be used.",
      value: load.size)
    text.gauge(
      "perennial_hub_database_connections_busy", help: "Connections to the database in use.",
      value: load.busy)
    text.gauge(
      "perennial_hub_database_waiting",
      help: "Requests that wait for a connection to the database.",
      value: load.waiting)
    let figures = stored.current
    text.gauge(
      "perennial_hub_database_up", help: "1 if the database was counted, and 0 if that has failed.",
      value: figures.isCurrent ? 1 : 0)
    for (name, help, value) in [
      ("accounts", "Accounts.", Int64(figures.statistics.accounts)),
      ("devices", "Devices that are signed in.", Int64(figures.statistics.devices)),
      ("zones", "Zones.", Int64(figures.statistics.zones)),
      ("records", "Records.", Int64(figures.statistics.records)),
      ("assets", "Assets.", Int64(figures.statistics.assets)),
      ("asset_bytes", "Bytes of assets.", figures.statistics.assetBytes),
      ("content_bytes", "Bytes of records and assets.", figures.statistics.bytes),
      ("database_bytes", "Bytes of the database.", figures.databaseBytes),
    ] {
      text.gauge("perennial_hub_\(name)", help: help, value: value)
    }
    let lag = lag.totals
    text.gauge(
      "perennial_hub_lag_devices", help: "Devices whose position in a zone this hub knows.",
      value: lag.devices)
    text.gauge(
      "perennial_hub_lag_devices_behind", help: "Devices that have not read all changes.",
      value: lag.behind)
    text.gauge(
      "perennial_hub_lag_changes", help: "Changes that devices have not read, together.",
      value: lag.changes)
    text.gauge(
      "perennial_hub_lag_changes_max", help: "The most changes that a device has not read.",
      value: lag.most)
    ProcessFigures().write(to: &text, since: started)
    return text.text
  }
}
