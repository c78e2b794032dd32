import HardenedHTTP

extension Hub {
  /// Returns all numbers of the hub in Prometheus' text format.
  func metricsText(_ connections: ConnectionLimit) -> String {
    var text = MetricsText()
    metrics.write(to: &text)
    text.gauge("perennial_hub_listeners", "Requests that wait for changes.", listeners.count)
    text.gauge("perennial_hub_connections", "Open connections.", connections.count)
    text.gauge(
      "perennial_hub_connections_limit", "The most connections.", options.limits.connections)
    let load = storage.load
    text.gauge(
      "perennial_hub_database_connections", "Connections to the database that may be used.",
      load.size)
    text.gauge(
      "perennial_hub_database_connections_busy", "Connections to the database in use.", load.busy)
    text.gauge(
      "perennial_hub_database_waiting", "Requests that wait for a connection to the database.",
      load.waiting)
    let figures = figures.current
    text.gauge(
      "perennial_hub_database_up", "1 if the database was counted, and 0 if that has failed.",
      figures.isCurrent ? 1 : 0)
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
      text.gauge("perennial_hub_\(name)", help, value)
    }
    let lag = lag.totals
    text.gauge(
      "perennial_hub_lag_devices", "Devices whose position in a zone this hub knows.", lag.devices)
    text.gauge(
      "perennial_hub_lag_devices_behind", "Devices that have not read all changes.", lag.behind)
    text.gauge(
      "perennial_hub_lag_changes", "Changes that devices have not read, together.", lag.changes)
    text.gauge(
      "perennial_hub_lag_changes_max", "The most changes that a device has not read.", lag.most)
    ProcessFigures().write(to: &text, since: started)
    return text.text
  }
}
