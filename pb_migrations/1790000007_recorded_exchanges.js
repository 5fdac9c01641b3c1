// Exchanges joined with their findings, so that one request reads both.
migrate(
  (app) => {
    const recorded = new Collection({
      type: 'view',
      name: 'recorded_exchanges',
      viewQuery: `
        SELECT
          e.id, e.seq, e.at, e.duration_millis, e.session_id, e.issuer_configuration_id, e.origin, e.correlation, e.operation,
          e.method, e.path, e.headers, e.query, e.body, e.response, e.decoded, e.client, f.results AS findings
        FROM exchanges e LEFT JOIN findings f ON f.id = e.id
      `,
    })
    app.save(recorded)
  },
  (app) => app.delete(app.findCollectionByNameOrId('recorded_exchanges')),
)
