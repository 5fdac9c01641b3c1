// What the ledger has to know of many exchanges to choose those that it holds: whose they are, and what they take. The view
// has no large column, so that a thousand of its rows are read as fast as a few whole exchanges.
// It tests for the same part of the path as lib/core/http/wallet-protocol.ts; LIKE ignores case.
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
