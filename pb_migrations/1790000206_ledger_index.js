// Adds an index to find the newest requests of one protocol. Without it, storage searched every exchange for those of a
// rarely used protocol, which with a million exchanges takes longer than a reader waits. The view gets a column with
// the index's expression, so that filters on it can use the index. It tests for the same part of the path as
// lib/core/shared/http/exchange.ts; LIKE ignores case.
const isOfVerifier = (/** @type {string} */ path) => `CAST(${path} LIKE '%/openid4vp/%' AS BOOL)`
const index = `CREATE INDEX idx_exchanges_protocol ON exchanges (${isOfVerifier('path')}, at, seq)`
const before = 'f.results AS findings'
const after = `${before}, ${isOfVerifier('e.path')} AS of_verifier`

migrate(
  (app) => {
    const exchanges = app.findCollectionByNameOrId('exchanges')
    exchanges.indexes = /** @type {typeof exchanges.indexes} */ ([...exchanges.indexes, index])
    app.save(exchanges)
    const recorded = app.findCollectionByNameOrId('recorded_exchanges')
    recorded.viewQuery = recorded.viewQuery.replace(before, after)
    app.save(recorded)
  },
  (app) => {
    const recorded = app.findCollectionByNameOrId('recorded_exchanges')
    recorded.viewQuery = recorded.viewQuery.replace(after, before)
    app.save(recorded)
    const exchanges = app.findCollectionByNameOrId('exchanges')
    const kept = [...exchanges.indexes].filter((one) => !String(one).includes('idx_exchanges_protocol'))
    exchanges.indexes = /** @type {typeof exchanges.indexes} */ (kept)
    app.save(exchanges)
  },
)
