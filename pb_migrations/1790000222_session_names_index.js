// An index for the names that testers gave to sessions. The search through all runs reads each, and few sessions have
// one. The down migration removes the index.
const index = "CREATE INDEX idx_events_named ON events (session_id, at, seq) WHERE type = 'session_named'"

migrate(
  (app) => {
    const events = app.findCollectionByNameOrId('events')
    events.indexes = /** @type {typeof events.indexes} */ ([...events.indexes, index])
    app.save(events)
  },
  (app) => {
    const events = app.findCollectionByNameOrId('events')
    const kept = [...events.indexes].filter((one) => !String(one).includes('idx_events_named'))
    events.indexes = /** @type {typeof events.indexes} */ (kept)
    app.save(events)
  },
)
