import { type JwtDraft, signJwt } from '../../jose/jws'
import { isObject, type JsonObject } from '../../json'
import { sdHash } from './disclosures'

/** A credential that is about to be made. A misbehaviour changes it before. */
export interface SdJwtVcDraft {
  header: JsonObject
  /** What the issuer leaves in the clear. */
  payload: JsonObject
  /** What can be kept back: each claim, each member of an object and each element of an array by itself. */
  disclosable: JsonObject
  key: JwtDraft['key']
  salt: () => string
}

/** Makes an SD-JWT VC as issuers do (RFC9901-4.2), with every disclosure. For tests and faults of this wallet. */
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
