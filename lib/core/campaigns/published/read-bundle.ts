import { ProtocolError } from '../../shared/ports/errors'
import type { Ports } from '../../shared/ports/ports'
import { fromUtf8 } from '../../shared/values/base64url'
import { type ByteSource, readTar } from '../bundle/tar'
import { verifyBundle } from '../bundle/verify-bundle'
import { type ConformanceStatement, zStatement } from '../statement/z-statement'

/** A statement from an intact bundle of this installation. */
interface BundledStatement {
  readonly statement: ConformanceStatement
  /** SHA-256 of the manifest of its bundle, hexadecimal. */
  readonly manifestSha256: string
  readonly sessions: number
}

/**
 * Reads the statement from a stranger's archive: strictly (decision 31), every byte signed, and by this installation.
 * Throws `invalid_request` that says what is wrong.
 * @param rootPem the root that certifies what this installation signs
 */
export async function readBundledStatement(
  archive: Uint8Array,
  { rootPem, baseUrl }: { readonly rootPem: string; readonly baseUrl: string },
  { sha256, turn }: Pick<Ports, 'sha256' | 'turn'>,
): Promise<BundledStatement> {
  const source: ByteSource = {
    bytes: archive.length,
    read: async (at, bytes) => archive.subarray(at, at + bytes),
  }
  const verdict = await verifyBundle(source, {
    sha256: async (bytes) => {
      await turn()
      return sha256(bytes)
    },
    roots: [rootPem],
  })
  if (verdict.result === 'unreadable') throw refused('The body is not an evidence bundle.')
  if (verdict.result === 'broken') throw refused(`The bundle was changed. ${verdict.problem}`)
  const { kind, baseUrl: madeBy, manifestSha256, sessions } = verdict.bundle
  if (verdict.result === 'unknown_signer' || madeBy !== baseUrl)
    throw refused('The bundle was signed by another installation: publish it there.')
  if (kind !== 'statement')
    throw refused('Only the bundle of official cases has a verdict for each case: send that of GET /coverage/bundle.')
  const read = zStatement.safeParse(await statementIn(source))
  if (!read.success) throw refused('The statement in the bundle was made by another version of this service.')
  return { statement: read.data, manifestSha256, sessions }
}

/** The JSON of the statement in an intact bundle. */
async function statementIn(source: ByteSource): Promise<unknown> {
  for await (const { name, at, bytes } of readTar(source))
    if (name === 'ics.json') return JSON.parse(fromUtf8(await source.read(at, bytes)) ?? 'null')
  return null
}

const refused = (description: string): ProtocolError => new ProtocolError('invalid_request', description)
