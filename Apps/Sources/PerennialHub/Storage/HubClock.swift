/// The hub's clock. It returns the time in milliseconds since 1970.
typealias HubClock = @Sendable () -> Int64
