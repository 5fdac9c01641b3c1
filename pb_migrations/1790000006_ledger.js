// The request ledger: only the ten members of a request capture record, plus `seq` to order equal instants. A missing
// relation or text is '' in a table; here it is null, as in the record.
migrate(
  (app) => {
    const ledger = new Collection({
      type: 'view',
      name: 'ledger',
      viewQuery: `
        SELECT
          id,
          at,
          method,
          path,
          (json_quote(nullif(session_id, ''))) AS session_id,
          (json_quote(nullif(issuer_configuration_id, ''))) AS issuer_configuration_id,
          headers,
          query,
          body,
          (json_object('status', json_extract(response, '$.status'), 'content_type', json_extract(response, '$.content_type'))) AS response,
          seq
        FROM exchanges
      `,
    })
    app.save(ledger)
  },
  (app) => app.delete(app.findCollectionByNameOrId('ledger')),
)
