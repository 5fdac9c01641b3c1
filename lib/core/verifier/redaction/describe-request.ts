import { redactMember } from '../../engine/redaction/message/redact-json'
import { type Place, within } from '../../engine/redaction/place'
import type { MemberDescriber, Redaction, TokenRule } from '../../engine/redaction/redaction'
import { isCompactToken } from '../../engine/redaction/tokens/token-text'
import { redactSensitiveText, redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import type { Digest } from '../../shared/ports/ports'
import { fromBase64url, fromUtf8, toBase64url } from '../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../shared/values/json'
import { decodeTransactionData, transactionHashAlgorithms } from '../read/request/read-transaction-data'
import { showText } from './show-text'

/**
 * Describes the `transaction_data` of our own request: decoded entries, which are safe because the tester wrote them,
 * and their hashes by algorithm, for comparison with the wallet's proof. Undecodable entries are shown like other text.
 * OID4VP-1FINAL-8.4, OID4VP-1FINALA-B.3.3.1
 */
export function describeTransactionData(value: Json, place: Place, redaction: Redaction): Json {
  if (!Array.isArray(value)) return redactMember('transaction_data', value, place, redaction)
  return value.map((entry, index) => {
    const inside = within(place, index)
    const data = typeof entry === 'string' ? decodeTransactionData(entry) : null
    if (typeof entry !== 'string' || data === null) return redactMember('transaction_data', entry, inside, redaction)
    return {
      decoded: redactMember('transaction_data', data as JsonObject, inside, redaction),
      ...(redaction.digest === undefined ? {} : { hashes: hashesOf(entry, data, redaction.digest) }),
    }
  })
}

/** Hashes the entry with each supported algorithm that it names, or sha-256 if it names none. */
function hashesOf(entry: string, { transaction_data_hashes_alg: named }: Record<string, unknown>, digest: Digest) {
  const wanted: readonly unknown[] = Array.isArray(named) ? named : ['sha-256']
  const known = transactionHashAlgorithms.filter((algorithm) => wanted.includes(algorithm))
  return Object.fromEntries(known.map((algorithm) => [algorithm, toBase64url(digest(algorithm, entry))]))
}

/** Name of a registration certificate in all views. */
const registrationName = 'registration_certificate'

/**
 * A registration certificate in our own request is no secret: we made it, or the tester wrote it. A wallet may send
 * anything under that name. E475-5.2.4
 */
export const registrationToken: TokenRule = {
  kind: 'registration_certificate',
  names: ['registrationcertificate'],
  types: ['rc-wrp+jwt', 'rc-rp+jwt'],
  insists: true,
  isOurs: true,
  describeClaim: (_, value, place, redaction) => (place.ours ? value : redactUnknown(value, redaction)),
}

/** Describes `verifier_info` of our own request, with decoded certificates. E4722-6.3.2.2 */
export function describeVerifierInfo(value: Json, place: Place, redaction: Redaction): Json {
  if (!Array.isArray(value)) return redactMember('verifier_info', value, place, redaction)
  return value.map((entry, index) => {
    const inside = within(place, index)
    const compact = isObject(entry) && entry.format === 'registration_cert' ? compactOf(entry.data) : null
    if (compact === null) return redactMember('verifier_info', entry, inside, redaction)
    const { data: _, ...others } = entry as JsonObject
    return {
      ...(redactMember('verifier_info', others, inside, redaction) as JsonObject),
      data: redactSensitiveText(registrationName, compact, within(inside, 'data'), redaction),
    }
  })
}

/** The compact JWS of an entry, possibly encoded again; `null` for anything else. */
function compactOf(data: unknown): string | null {
  if (typeof data !== 'string') return null
  const bytes = isCompactToken(data) ? null : fromBase64url(data)
  const compact = bytes === null ? data : (fromUtf8(bytes) ?? '')
  return isCompactToken(compact) ? compact : null
}

/**
 * Describes our browser request. Its nonce is public to whoever fetches it, so parameters are shown and JWSs decoded,
 * those of a multi-signed request one by one. Messages from others under this name are not shown.
 * @see OID4VP-1FINALA-A.3
 */
export const describeDigitalRequest: MemberDescriber = function* (_, value, place, redaction) {
  if (!place.ours || !isObject(value) || !Array.isArray(value.requests)) return redactUnknown(value, redaction)
  const at = within(place, 'requests')
  const requests: Json[] = []
  for (const [index, entry] of value.requests.entries()) {
    requests.push(entryView(entry, within(at, index), redaction))
    yield
  }
  return { requests }
}

function entryView(entry: Json, place: Place, redaction: Redaction): Json {
  if (!isObject(entry)) return redactUnknown(entry, redaction)
  const { protocol = null, data = null } = entry as JsonObject
  return { protocol: showText(protocol, redaction), data: dataView(data, within(place, 'data'), redaction) }
}

function dataView(data: Json, place: Place, redaction: Redaction): Json {
  if (!isObject(data)) return redactUnknown(data, redaction)
  return Object.fromEntries(
    Object.entries(data as JsonObject).map(([name, value]) => [
      name,
      parameterView(name, value, within(place, name), redaction),
    ]),
  )
}

/** Our CBOR in base64url: the requested data, certificate, and key and nonce of the response. ISO18013-7-C */
const isoMdocMembers: readonly string[] = ['deviceRequest', 'encryptionInfo']

function parameterView(name: string, value: Json, place: Place, redaction: Redaction): Json {
  if (name === 'nonce') return showText(value, redaction)
  if (isoMdocMembers.includes(name) && typeof value === 'string') return value
  if (name === 'verifier_info') return describeVerifierInfo(value, place, redaction)
  if (name === 'transaction_data') return describeTransactionData(value, place, redaction)
  if (name === 'request' && isObject(value)) return multiSignedView(value as JsonObject, place, redaction)
  return redactMember(name, value, place, redaction)
}

/** Shows each signature as a compact JWS. RFC7515-7.2.1 */
function multiSignedView(jws: JsonObject, place: Place, redaction: Redaction): Json {
  const { payload, signatures } = jws
  if (typeof payload !== 'string' || !Array.isArray(signatures)) return redactUnknown(jws, redaction)
  const at = within(place, 'signatures')
  return {
    signatures: signatures.map((one, index): Json => {
      const { protected: head, signature } = isObject(one) ? one : {}
      if (typeof head !== 'string' || typeof signature !== 'string') return redactUnknown(one, redaction)
      return redactSensitiveText('request', `${head}.${payload}.${signature}`, within(at, index), redaction)
    }),
  }
}
