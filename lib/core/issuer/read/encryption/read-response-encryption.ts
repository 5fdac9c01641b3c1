import { encryptJwe } from '../../../ground/jose/jwe'
import { type JwkFacts, keyContradictions, readPublicJwk } from '../../../ground/jose/jwk'
import { isObject } from '../../../ground/values/json'
import { encValues, responseCurves } from './parameters'

/** The response encryption that a request asks for. OID4VCI-1FINAL-8.2 */
export interface ResponseEncryptionReading {
  readonly isObject: boolean
  /** `null` if there is no `jwk`. */
  readonly jwk: JwkFacts | null
  /** Whether something can be encrypted to the key: a point of low order looks like a key and is none. */
  readonly usable: boolean
  /** `use` of the key; empty if present but not a string. */
  readonly use: string | null
  /** `key_ops` of the key if it lists no key agreement; otherwise `null`. RFC7517-4.3 */
  readonly foreignOperations: readonly unknown[] | null
  /** `null` if absent or not a string. */
  readonly enc: string | null
  readonly hasEnc: boolean
  readonly hasZip: boolean
  /** Whether the key has the member `alg` of older drafts. */
  readonly hasLegacyAlg: boolean
}

/** Reads `credential_response_encryption`; `null` if the request has none. Never throws. */
export async function readResponseEncryption(
  request: Readonly<Record<string, unknown>> | null,
): Promise<ResponseEncryptionReading | null> {
  const value = request?.credential_response_encryption
  if (value === undefined) return null
  const member = isObject(value) ? value : {}
  const { jwk, enc } = member
  const facts = jwk === undefined ? null : await readPublicJwk(jwk)
  return {
    isObject: isObject(value),
    jwk: facts,
    usable: await isUsable(facts),
    use: isObject(jwk) && jwk.use !== undefined ? textOf(jwk.use) : null,
    foreignOperations: keyContradictions(jwk, 'agrees')?.key_ops ?? null,
    enc: typeof enc === 'string' ? enc : null,
    hasEnc: enc !== undefined,
    hasZip: member.zip !== undefined,
    hasLegacyAlg: 'alg' in member,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function isUsable(jwk: JwkFacts | null): Promise<boolean> {
  if (!jwk?.publicJwk || !responseCurves.some((curve) => curve === jwk.crv)) return false
  try {
    await encryptJwe({ plaintext: '', jwk: jwk.publicJwk, kid: null, enc: encValues[0] })
    return true
  } catch {
    return false
  }
}
