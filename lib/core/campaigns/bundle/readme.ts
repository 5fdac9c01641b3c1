import { notPromised, promised } from './verdict'

/** `README.txt` of a bundle: what it holds, how to verify it, what it shows and what not. */
export const bundleReadme = ({
  wallet,
  baseUrl,
  madeAt,
  sessions,
}: {
  readonly wallet: { readonly name: string; readonly version: string }
  readonly baseUrl: string
  readonly madeAt: string
  readonly sessions: number
}): string => `Evidence bundle of a wallet

Wallet: ${JSON.stringify(wallet.name)}, version ${JSON.stringify(wallet.version)}
Service: ${baseUrl}
Made at: ${madeAt}

Files
  ics.json, ics.html, ics.csv   the conformance statement, three times the same
  table.csv                     how this service decides each official case
  root-ca.pem                   the root that certified the key of the signature
  sessions/ID/                  the evidence of the ${sessions} sessions that the statement names
    read-back.json              everything on record, as the service shows it
    report.json                 the same as a report
    exchanges.har               the requests and responses as an HTTP Archive
  manifest.json                 length and SHA-256 of each file, chained in this order
  manifest.jws                  the signature over manifest.json: a detached JWS (RFC 7515 appendix F)

Secrets are replaced as they are on record. Links that open a wallet, transaction codes, and values that a session with
reveal_claims shows are left out.

Verify it without this service and without a network, in a clone of Wallet Capture:
  npm run verify-report -- FILE --root ROOT.pem
or on the page ${baseUrl}/verify, which sends the file nowhere. Take the root from somewhere else than this bundle.

What an intact bundle shows
${promised.map((line) => `  - ${line}`).join('\n')}
What it does not show
${notPromised.map((line) => `  - ${line}`).join('\n')}
`
