import { type Exchange, mediaTypeOf } from '../../ground/http/exchange'
import { type JsonBody, readJsonBody, readJsonText } from '../../ground/http/read-json'
import { isObject } from '../../ground/values/json'
import type { EncryptedBodyReading } from './encryption/read-encrypted-body'

/** The body of a credential request, as far as it can be read. OID4VCI-1FINAL-8.2 */
export interface CredentialBodyReading {
  readonly mediaType: string | null
  /** Number of bytes received, as far as they were counted. */
  readonly bytes: number
  /** `null` if the request is not encrypted. */
  readonly encrypted: EncryptedBodyReading | null
  /** The body, decrypted if necessary. */
  readonly json: JsonBody
  /** The request object; `null` if the body is not an object. */
  readonly request: Readonly<Record<string, unknown>> | null
  readonly configurationId: unknown
  readonly proofs: ProofsShape
}

/** The shape of `proofs`, before any proof is read. */
interface ProofsShape {
  readonly sent: boolean
  readonly isObject: boolean
  /** Names of its first members. */
  readonly types: readonly string[]
  /** Elements of the first member that is an array, in order. */
  readonly elements: readonly unknown[]
  /** The first member holds an array. */
  readonly isArray: boolean
}

/** Reads the body whatever its media type, decrypted if necessary; never throws. */
export function readCredentialBody(exchange: Exchange, encrypted: EncryptedBodyReading | null): CredentialBodyReading {
  const json = encrypted === null ? readJsonBody(exchange) : readJsonText(encrypted.plaintext ?? '')
  const request = json.ok && isObject(json.value) ? json.value : null
  return {
    mediaType: mediaTypeOf(exchange),
    bytes: exchange.bodyOverflow ? Math.max(exchange.bodyBytes, exchange.body.length) : exchange.body.length,
    encrypted,
    json,
    request,
    configurationId: request?.credential_configuration_id,
    proofs: shapeOf(request?.proofs),
  }
}

function shapeOf(proofs: unknown): ProofsShape {
  const members = isObject(proofs) ? Object.entries(proofs) : []
  const first = members[0]?.[1]
  return {
    sent: proofs !== undefined,
    isObject: isObject(proofs),
    types: members.slice(0, 10).map(([name]) => name),
    elements: Array.isArray(first) ? first : [],
    isArray: Array.isArray(first),
  }
}
