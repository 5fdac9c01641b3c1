// The columns by which the ledger chooses which of many exchanges to keep: their client and size. The view has no large
// columns, so reading a thousand of its rows is as fast as reading a few whole exchanges. It tests for the same part of
// the path as lib/core/shared/http/exchange.ts; LIKE ignores case.
migrate(
  (app) => {
    const shares = new Collection({
      type: 'view',
      name: 'exchange_shares',
      viewQuery: `
        SELECT
          id, seq, at, client,
          CAST(octet_length(headers) + octet_length(query) + octet_length(body) + octet_length(response) + octet_length(decoded) AS INT)
            AS characters,
          CAST(path LIKE '%/openid4vp/%' AS BOOL) AS of_verifier
        FROM exchanges
      `,
    })
    app.save(shares)
  },
  (app) => app.delete(app.findCollectionByNameOrId('exchange_shares')),
)
