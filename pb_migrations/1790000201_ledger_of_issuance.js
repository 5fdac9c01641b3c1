// A request capture record is one of issuance: what was sent to the verifier leaves the view. Storage looks for the same
// part of a path as lib/core/http/wallet-protocol.ts; LIKE has no case.
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
