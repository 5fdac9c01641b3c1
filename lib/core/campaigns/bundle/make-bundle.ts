import { signDetached } from '../../shared/jose/detached-jws'
import type { Sha256, Signer, Spool } from '../../shared/ports/ports'
import { type EpochMillis, toEpochSeconds, toIso } from '../../shared/time/time'
import { toHex, utf8 } from '../../shared/values/base64url'
import { sessionsLeftWords } from '../statement/statement-words'
import { type BundleKind, manifestName, signatureName } from './bounds'
import { type HashedFile, manifestOf, manifestText } from './manifest'
import { paddingOf, tarBytes, tarEnd, tarHeader } from './tar'
import { notPromised, promised } from './verdict'
import { manifestTyp } from './verify-bundle'

/** A file of a bundle, with its content. */
export interface BundleFile {
  readonly name: string
  readonly content: Uint8Array
}

/** Files that are made together. Memory holds one part at a time. */
export type BundlePart = () => Promise<readonly BundleFile[]>

/** A finished bundle, ready to send. */
export interface MadeBundle {
  readonly bytes: number
  /** SHA-256 of the manifest, hexadecimal. */
  readonly manifestSha256: string
  /** The archive in small pieces; can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Thrown if a bundle would exceed its size limit. */
export class BundleTooLarge extends Error {
  override readonly name = 'BundleTooLarge'
}

interface BundleInput {
  readonly baseUrl: string
  readonly madeAt: EpochMillis
  readonly signer: Signer
  readonly sha256: Sha256
  /** Maximum size of the archive, in bytes. */
  readonly bytesMax: number
  /** Stores the archive until it is sent; discarded on failure. */
  readonly spool: Spool
}

/**
 * Makes the archive part by part and signs its manifest. It is complete before its first byte is sent, so the length is
 * known, an oversized archive is refused with a status, and evidence deleted meanwhile is still included. Throws
 * BundleTooLarge, and whatever a part or the spool throws.
 */
export async function makeBundle(parts: readonly BundlePart[], input: BundleInput): Promise<MadeBundle> {
  try {
    return await made(parts, input)
  } catch (error) {
    await input.spool.discard()
    throw error
  }
}

async function made(parts: readonly BundlePart[], input: BundleInput): Promise<MadeBundle> {
  const { baseUrl, madeAt, signer, sha256, bytesMax, spool } = input
  const modified = toEpochSeconds(madeAt)
  let bytes = 0
  const put = async (files: readonly BundleFile[]) => {
    bytes += tarBytes(files.map(({ content }) => content.length)) - tarEnd.length
    if (bytes + tarEnd.length > bytesMax) throw new BundleTooLarge()
    for (const { name, content } of files) {
      await spool.write(tarHeader({ name, bytes: content.length, modified }))
      await spool.write(content)
      await spool.write(new Uint8Array(paddingOf(content.length)))
    }
  }
  const hashed: HashedFile[] = []
  for (const make of parts) {
    const files = await make()
    await put(files)
    hashed.push(...files.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256(content) })))
  }
  const manifest = utf8(manifestText(await manifestOf({ base_url: baseUrl, made_at: toIso(madeAt) }, hashed, sha256)))
  const jws = signDetached(manifest, { header: { typ: manifestTyp, x5c: signer.x5c }, signer })
  await put([
    { name: manifestName, content: manifest },
    { name: signatureName, content: utf8(jws) },
  ])
  await spool.write(tarEnd)
  return { bytes: bytes + tarEnd.length, manifestSha256: toHex(sha256(manifest)), chunks: await spool.chunks() }
}

/** `README.txt` of a bundle: what it holds, how to verify it, what it shows and what it does not. */
export const bundleReadme = ({
  kind,
  wallet,
  edition = null,
  sessionsLeft = 0,
  baseUrl,
  madeAt,
  sessions,
}: {
  readonly kind: BundleKind
  /** `null` if the bundle names none. */
  readonly wallet: { readonly name: string; readonly version: string } | null
  /** Of the official cases; `null` for a bundle that holds none. */
  readonly edition?: { readonly id: string; readonly complete: boolean } | null
  /** How many sessions its statement does not count yet. */
  readonly sessionsLeft?: number
  readonly baseUrl: string
  readonly madeAt: string
  readonly sessions: number
}): string => `${kind === 'published' ? 'Published statement of a wallet' : `Evidence bundle of a ${kind === 'statement' ? 'wallet' : kind}`}

${wallet === null ? '' : `Wallet: ${JSON.stringify(wallet.name)}, version ${JSON.stringify(wallet.version)}\n`}${edition === null ? '' : editionLine(edition)}${sessionsLeft === 0 ? '' : `${sessionsLeftWords(sessionsLeft)}\n`}Service: ${baseUrl}
Made at: ${madeAt}

Files
${filesOf[kind](sessions)}
  manifest.json                 length and SHA-256 of each file, chained in this order
  manifest.jws                  the signature over manifest.json: a detached JWS (RFC 7515 appendix F)

${heldBack[kind === 'published' ? 'published' : 'evidence']}

Verify it without this service and without a network, in a clone of Wallet Capture:
  npm run verify-report -- FILE --root ROOT.pem
or on the page ${baseUrl}/verify, which sends the file nowhere. Take the root from somewhere else than this bundle.

What an intact bundle shows
${promised.map((line) => `  - ${line}`).join('\n')}
What it does not show
${notPromised.map((line) => `  - ${line}`).join('\n')}
`

const editionLine = ({ id, complete }: { readonly id: string; readonly complete: boolean }): string =>
  `Official cases: edition ${id}${complete ? '' : ', partial: it does not hold all cases of its draft'}\n`

/** What is in no bundle of a kind. */
const heldBack = {
  evidence: `Secrets are replaced as they are on record. Links that open a wallet, transaction codes, and values that a session with
reveal_claims shows are left out.`,
  published: `Its owner published verdicts, methods and dates. Sessions, exchanges, who tested, and what was presented are left out.`,
} as const

const oneSession = `  sessions/ID/                  the evidence of a session
    report.html, report.json    its report to read, and everything on record
    report.xml, report.md       the report as JUnit and as Markdown
    exchanges.har               the requests and responses as an HTTP Archive`

/** Contents of each kind of bundle, given the number of sessions. */
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
  published: (
    sessions,
  ) => `  statement.json                the statement: a verdict for each official case, from ${sessions} sessions
  root-ca.pem                   the root that certified the key of the signature`,
}
