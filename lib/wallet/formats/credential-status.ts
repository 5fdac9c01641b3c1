import { X509Certificate } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { WalletStop } from '../errors'
import { readJws, verifyEs256 } from '../jose/jws'
import { isObject, type JsonObject, objectMember, stringMember } from '../json'
import type { Run } from '../run'
import { sendStep } from '../step'
import { arrayOf, bytesOf, type CborMap, type CborValue, embeddedOf, mapOf, readCbor } from './mso-mdoc/cbor'
import { plain } from './mso-mdoc/verify'
import type { HeldCredential } from './stored-credential'

/** Maximum size of a status list after decompression, in bytes. */
const listBytesMax = 16 * 1024 * 1024

/** A URI (RFC 3986): a scheme, followed by no character that would have to be encoded. */
const uriForm = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/

/** The status of a credential as its issuer wrote it; undefined if it has none, or cannot be read. */
export function statusOf({ format, raw }: HeldCredential): unknown {
  if (format === 'dc+sd-jwt') return readJws(raw.split('~')[0] ?? '')?.claims.status
  try {
    const issuerAuth = mapOf(readCbor(Buffer.from(raw, 'base64url')), 'IssuerSigned').get('issuerAuth')
    const payload = readCbor(bytesOf(arrayOf(issuerAuth, 'issuerAuth')[2], 'The payload'))
    const object = mapOf(embeddedOf(payload, 'The payload').value, 'The payload') as CborMap
    const status: CborValue | undefined = object.get('status')
    return status === undefined ? undefined : plain(status)
  } catch (error) {
    // A careless wallet keeps what it could not read.
    if (error instanceof WalletStop) return undefined
    throw error
  }
}

/** The status list entry that a status refers to; null for a malformed status (Token Status List section 6). */
export function referenceIn(status: unknown): { idx: number; uri: string } | null {
  const list = isObject(status) ? status.status_list : undefined
  if (!isObject(list)) return null
  const { idx, uri } = list
  return typeof idx === 'number' &&
    Number.isSafeInteger(idx) &&
    idx >= 0 &&
    typeof uri === 'string' &&
    uriForm.test(uri)
    ? { idx, uri }
    : null
}

/** The entries of a status list, and how long it may be used, in epoch milliseconds. */
export interface StatusList {
  until: number
  bits: number
  bytes: Buffer
}

/**
 * The list of a token that is signed, valid at `now` (epoch milliseconds), and the requested one; null for any other.
 */
export function readList(body: string, { uri, now }: { uri: string; now: number }): StatusList | null {
  const jws = readJws(body.trim())
  if (jws === null || jws.header.typ !== 'statuslist+jwt' || jws.claims.sub !== uri) return null
  const [leaf] = Array.isArray(jws.header.x5c) ? jws.header.x5c : []
  if (typeof leaf !== 'string' || typeof jws.claims.iat !== 'number') return null
  const { exp, ttl } = jws.claims
  if (exp !== undefined && (typeof exp !== 'number' || exp * 1000 <= now)) return null
  // Without a ttl the list may be used while it is valid.
  const seconds = typeof ttl === 'number' && ttl > 0 ? ttl : exp === undefined ? 0 : Number.POSITIVE_INFINITY
  const until = Math.min(now + seconds * 1000, exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000)
  const list: JsonObject = objectMember(jws.claims, 'status_list') ?? {}
  const [bits, lst] = [Number(list.bits), stringMember(list, 'lst')]
  if (lst === null || ![1, 2, 4, 8].includes(bits)) return null
  try {
    const { publicKey } = new X509Certificate(Buffer.from(leaf, 'base64'))
    if (!verifyEs256(jws, publicKey)) return null
    return { until, bits, bytes: inflateSync(Buffer.from(lst, 'base64url'), { maxOutputLength: listBytesMax }) }
  } catch {
    // No certificate, or not in the ZLIB data format.
    return null
  }
}

/** The value of one entry, packed from the least significant bit; null if out of range. */
export function valueAt(list: StatusList | null, index: number): number | null {
  if (list === null) return null
  const perByte = 8 / list.bits
  const byte = list.bytes[Math.floor(index / perByte)]
  return byte === undefined ? null : (byte >> ((index % perByte) * list.bits)) & (2 ** list.bits - 1)
}

/** Fetches a status list; null if it cannot be read or relied on. TSL14-8.1 @throws WalletStop when no answer came */
export async function fetchStatusList<Facts, Profile>(
  run: Run<Facts, Profile>,
  uri: string,
): Promise<StatusList | null> {
  const answer = await sendStep(run, {
    step: 'status_list',
    method: 'GET',
    url: uri,
    headers: [['Accept', 'application/statuslist+jwt']],
    learned: () => 'the status of the credential',
  })
  return answer.status === 200 ? readList(answer.body, { uri, now: run.clock() }) : null
}
