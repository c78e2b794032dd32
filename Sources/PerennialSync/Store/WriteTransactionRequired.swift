/// A read transaction has found something that only a transaction that writes can do first.
struct WriteTransactionRequired: Error {}
