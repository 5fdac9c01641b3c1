import { type JwtDraft, signJwt } from '../../jose/jws'
import { isObject, type JsonObject } from '../../json'
import { sdHash } from './disclosures'

/** The input of a credential, before a misbehaviour changes it. */
export interface SdJwtVcDraft {
  header: JsonObject
  /** The claims in the clear. */
  payload: JsonObject
  /** The selectively disclosable claims: each claim, each member of an object and each array element separately. */
  disclosable: JsonObject
  key: JwtDraft['key']
  salt: () => string
}

/** Issues an SD-JWT VC (RFC9901-4.2) with every disclosure. For tests and for the misbehaviours of this wallet. */
export function issueSdJwtVc({ header, payload, disclosable, key, salt }: SdJwtVcDraft): string {
  const hash = sdHash(payload)
  const disclosures: string[] = []
  const disclose = (...content: unknown[]): string => {
    const encoded = Buffer.from(JSON.stringify([salt(), ...content])).toString('base64url')
    disclosures.push(encoded)
    return hash(encoded)
  }
  const hide = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((element: unknown) => ({ '...': disclose(hide(element)) }))
    return isObject(value) ? { _sd: digests(value) } : value
  }
  const digests = (object: JsonObject): string[] =>
    Object.entries(object)
      .map(([name, value]) => disclose(name, hide(value)))
      .sort()
  const claims = { ...payload, _sd: digests(disclosable) }
  return [signJwt({ header, claims, key }), ...disclosures, ''].join('~')
}
