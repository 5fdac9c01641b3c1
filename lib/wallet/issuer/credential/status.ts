import { X509Certificate } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { WalletStop } from '../../errors'
import { type CborMap, type CborValue, readCbor } from '../../formats/mso-mdoc/cbor'
import { plain } from '../../formats/mso-mdoc/elements'
import { arrayOf, bytesOf, embeddedOf, mapOf } from '../../formats/mso-mdoc/members'
import type { HeldCredential } from '../../formats/stored-credential'
import { readJws, verifyEs256 } from '../../jose/jws'
import { isObject, type JsonObject, objectMember, stringMember } from '../../json'
import { aroundStep, sendStep } from '../../step'
import { requireThat } from '../care'
import type { Run } from '../run'

/** Bytes of a status list once it is inflated. */
const listBytesMax = 16 * 1024 * 1024

/** A URI of RFC 3986: a scheme, and behind it no character that has to be encoded. */
const uriForm = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/

/**
 * Looks up the status of each credential that has one (Token Status List sections 6 and 8). A list that serves several
 * credentials is fetched once, and again only after its `ttl` (section 8.3). One that cannot be read, or relied on, says nothing
 * of a credential, and is not kept.
 *
 * @throws WalletStop for a status that is malformed, or says that the credential is revoked or suspended
 */
export async function checkStatuses(run: Run, credentials: readonly HeldCredential[]): Promise<void> {
  const lists = new Map<string, Promise<StatusList | null>>()
  for (const credential of credentials) {
    const status = statusOf(credential)
    if (status === undefined) continue
    const reference = referenceIn(status)
    requireThat(run, 'status_reference', reference !== null, 'The status of the credential is malformed')
    if (reference === null) continue
    const { idx, uri } = reference
    const list = lists.get(uri) ?? currentList(run, uri)
    lists.set(uri, list)
    const value = valueAt(await list, idx)
    if (value !== null && value !== 0) throw new WalletStop('The credential is revoked or suspended')
  }
}

function statusOf({ format, raw }: HeldCredential): unknown {
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

function referenceIn(status: unknown): { idx: number; uri: string } | null {
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

interface StatusList {
  bits: number
  bytes: Buffer
}

/** A list that was fetched, and until when it is used, in epoch milliseconds. */
export interface KeptStatusList extends StatusList {
  until: number
}

async function currentList(run: Run, uri: string): Promise<StatusList | null> {
  const { statusLists } = run.facts
  const kept = statusLists.get(uri)
  if (kept !== undefined && run.clock() < kept.until) return kept
  const list = await fetchList(run, uri)
  if (list === null) statusLists.delete(uri)
  else statusLists.set(uri, list)
  return list
}

async function fetchList(run: Run, uri: string): Promise<KeptStatusList | null> {
  if (run.misbehaviour?.skip === 'status_list') {
    run.misbehaving = true
    return null
  }
  const answer = await aroundStep(run, 'status_list', () =>
    sendStep(run, {
      step: 'status_list',
      method: 'GET',
      url: uri,
      headers: [['Accept', 'application/statuslist+jwt']],
      learned: () => 'the status of the credential',
    }),
  )
  return answer.status === 200 ? readList(answer.body, { uri, now: run.clock() }) : null
}

/** The list of a token that is signed, current, and the one that was asked for; null for any other. */
function readList(body: string, { uri, now }: { uri: string; now: number }): KeptStatusList | null {
  const jws = readJws(body.trim())
  if (jws === null || jws.header.typ !== 'statuslist+jwt' || jws.claims.sub !== uri) return null
  const [leaf] = Array.isArray(jws.header.x5c) ? jws.header.x5c : []
  if (typeof leaf !== 'string' || typeof jws.claims.iat !== 'number') return null
  const { exp, ttl } = jws.claims
  if (exp !== undefined && (typeof exp !== 'number' || exp * 1000 <= now)) return null
  // Without a ttl the list says nothing of the next fetch, and is used as long as it is valid.
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

/** The value of one entry, packed from the least significant bit; null where there is none. */
function valueAt(list: StatusList | null, index: number): number | null {
  if (list === null) return null
  const perByte = 8 / list.bits
  const byte = list.bytes[Math.floor(index / perByte)]
  return byte === undefined ? null : (byte >> ((index % perByte) * list.bits)) & (2 ** list.bits - 1)
}
