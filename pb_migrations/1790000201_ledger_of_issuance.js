// Request capture records are about issuance, so the view no longer contains requests to the verifier. It tests for the
// same part of the path as lib/core/shared/http/exchange.ts; LIKE ignores case.
const ofIssuance = "WHERE path NOT LIKE '%/openid4vp/%'"

migrate(
  (app) => {
    const ledger = app.findCollectionByNameOrId('ledger')
    ledger.viewQuery = `${ledger.viewQuery.trimEnd()} ${ofIssuance}`
    app.save(ledger)
  },
  (app) => {
    const ledger = app.findCollectionByNameOrId('ledger')
    ledger.viewQuery = ledger.viewQuery.replace(ofIssuance, '')
    app.save(ledger)
  },
)
