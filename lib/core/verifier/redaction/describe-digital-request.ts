import { redactMember } from '../../engine/redaction/message/redact-json'
import { type Place, within } from '../../engine/redaction/place'
import type { MemberDescriber, Redaction } from '../../engine/redaction/redaction'
import { redactSensitiveText, redactUnknown } from '../../engine/redaction/values/redact-sensitive'
import { isObject, type Json, type JsonObject } from '../../ground/values/json'
import { describeTransactionData } from './describe-transaction-data'
import { describeVerifierInfo } from './describe-verifier-info'
import { showText } from './show-text'

/**
 * The request that we hand to a browser. It is ours and everybody who fetches it sees its nonce: parameters are shown, JWSs are
 * decoded, those of a multi-signed request one by one. What anybody sends under this name is not shown.
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

/** CBOR of ours, in base64url: what is asked for and under which certificate, and the key and nonce of the answer. ISO18013-7-C */
const isoMdocMembers: readonly string[] = ['deviceRequest', 'encryptionInfo']

function parameterView(name: string, value: Json, place: Place, redaction: Redaction): Json {
  if (name === 'nonce') return showText(value, redaction)
  if (isoMdocMembers.includes(name) && typeof value === 'string') return value
  if (name === 'verifier_info') return describeVerifierInfo(value, place, redaction)
  if (name === 'transaction_data') return describeTransactionData(value, place, redaction)
  if (name === 'request' && isObject(value)) return multiSignedView(value as JsonObject, place, redaction)
  return redactMember(name, value, place, redaction)
}

/** Each signature as the compact JWS that it would be. RFC7515-7.2.1 */
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
