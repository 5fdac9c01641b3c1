import type { BundleKind } from './bounds'
import { notPromised, promised } from './verdict'

/** `README.txt` of a bundle: what it holds, how to verify it, what it shows and what not. */
export const bundleReadme = ({
  kind,
  wallet,
  baseUrl,
  madeAt,
  sessions,
}: {
  readonly kind: BundleKind
  /** `null` where the bundle names none. */
  readonly wallet: { readonly name: string; readonly version: string } | null
  readonly baseUrl: string
  readonly madeAt: string
  readonly sessions: number
}): string => `Evidence bundle of a ${kind === 'statement' ? 'wallet' : kind}

${wallet === null ? '' : `Wallet: ${JSON.stringify(wallet.name)}, version ${JSON.stringify(wallet.version)}\n`}Service: ${baseUrl}
Made at: ${madeAt}

Files
${filesOf[kind](sessions)}
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

const oneSession = `  sessions/ID/                  the evidence of a session
    report.html, report.json    its report to read, and everything on record
    report.xml, report.md       the report as JUnit and as Markdown
    exchanges.har               the requests and responses as an HTTP Archive`

/** What stands in a bundle of each kind, with so many sessions. */
const filesOf: Readonly<Record<BundleKind, (sessions: number) => string>> = {
  statement: (sessions) => `  ics.json, ics.html, ics.csv   the conformance statement, three times the same
  table.csv                     how this service decides each official case
  root-ca.pem                   the root that certified the key of the signature
  sessions/ID/                  the evidence of the ${sessions} sessions that the statement names
    read-back.json              everything on record, as the service shows it
    report.json                 the same as a report
    exchanges.har               the requests and responses as an HTTP Archive`,
  campaign: (
    sessions,
  ) => `  report.html, report.json      the report of the campaign and its ${sessions} sessions: begin here
  report.xml, report.md         the same as JUnit and as Markdown
  root-ca.pem                   the root that certified the key of the signature
${oneSession}`,
  session: () => `  root-ca.pem                   the root that certified the key of the signature
${oneSession}`,
}
