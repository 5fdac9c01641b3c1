import { thumbprintBytes } from '../../../../ground/jose/jwk'
import type { DcApi, DcApiEntry, DcApiProtocol } from '../../../../ground/ports/dc-api'
import type { ResponseKey } from '../../../../ground/ports/keys'
import type { Ports } from '../../../../ground/ports/ports'
import { toBase64url } from '../../../../ground/values/base64url'
import type { Json, JsonObject } from '../../../../ground/values/json'
import { makeEncryptionInfo } from '../../annex-c/encryption-info'
import { furtherKid } from '../../dc-api/entry-kid'
import { isSigned, verifierMembers } from './entry-parameters'

/** The form of ISO/IEC 18013-7, whose answers are always encrypted, and not as a JWE. ISO18013-7-C */
const isIsoMdoc = (protocol: DcApiProtocol): boolean => protocol === 'org-iso-mdoc'

/** A fresh key for each entry; none for responses in the clear. OID4VP-1FINALA-A.2, HAIP-5 */
export async function makeEntryKeys(
  protocols: readonly DcApiProtocol[],
  { isEncrypted, verifierKeys }: { readonly isEncrypted: boolean } & Pick<Ports, 'verifierKeys'>,
): Promise<readonly (ResponseKey | null)[]> {
  const keys: (ResponseKey | null)[] = []
  for (const [place, protocol] of protocols.entries()) {
    const first = keyOfParameters(protocols, keys)
    // That form names no key.
    if (isIsoMdoc(protocol)) keys.push(await verifierKeys.createResponseKey())
    else if (!isEncrypted) keys.push(null)
    else keys.push(await verifierKeys.createResponseKey(first === null ? undefined : furtherKid(first.kid, place)))
  }
  return keys
}

/** The key that stands in the parameters of the session: that of the first entry of OpenID4VP. */
export const keyOfParameters = (
  protocols: readonly DcApiProtocol[],
  keys: readonly (ResponseKey | null)[],
): ResponseKey | null => keys.find((key, place) => key !== null && protocols[place] !== 'org-iso-mdoc') ?? null

/**
 * The entries of a session.
 * @param nonce that of the first entry; the others get fresh ones of `randomValue`
 * @see OID4VP-1FINAL-5.2
 */
export const makeEntries = (
  protocols: readonly DcApiProtocol[],
  {
    keys,
    nonce,
    randomValue,
    digest,
  }: {
    readonly keys: readonly (ResponseKey | null)[]
    readonly nonce: string
    readonly randomValue: () => string
  } & Pick<Ports, 'digest'>,
): readonly DcApiEntry[] =>
  protocols.map((protocol, index): DcApiEntry => {
    const key = keys[index] ?? null
    const bytes = key && thumbprintBytes(key.publicJwk, digest)
    const thumbprint = bytes && toBase64url(bytes)
    const own = index === 0 ? nonce : randomValue()
    if (key === null) return { protocol, nonce: own, encryptionKid: null, thumbprint }
    if (isIsoMdoc(protocol)) {
      const encryptionInfo = makeEncryptionInfo(own, key.publicJwk)
      return { protocol, nonce: own, encryptionKid: null, thumbprint, encryptionInfo }
    }
    return { protocol, nonce: own, encryptionKid: key.kid, thumbprint, publicJwk: key.publicJwk }
  })

/**
 * A request that was built for a link, as signed ones to a browser are: without an address for the response, and with the origins
 * that may show it.
 * @param state that of the tester; `null` for none
 * @param origins ours first; a tester may have named it again
 * @see OID4VP-1FINALA-A.2
 */
export function toBrowserRequest(
  request: JsonObject,
  { state, origins }: { readonly state: string | null; readonly origins: readonly string[] },
): JsonObject {
  const { response_uri: _, state: __, client_id = null, ...others } = request
  return { client_id, expected_origins: [...new Set(origins)], ...others, ...(state === null ? {} : { state }) }
}

/**
 * What signed and unsigned requests say of the verifier, each apart, and the request of the first entry.
 * @param unsignedInfo `verifier_info` without a registration certificate, which only a signature vouches for
 */
export function splitBySignature(
  signedRequest: JsonObject,
  {
    first,
    unsignedInfo,
    signatures,
  }: {
    readonly first: DcApiProtocol
    readonly unsignedInfo: Json | undefined
  } & Pick<DcApi, 'signatures'>,
): { readonly request: JsonObject } & Required<Pick<DcApi, 'signed' | 'unsigned'>> {
  const isOfVerifier = ([name]: [string, Json]) => verifierMembers.some((member) => member === name)
  const members = Object.entries(signedRequest)
  const signed = Object.fromEntries(members.filter(isOfVerifier))
  const unsigned: JsonObject = unsignedInfo === undefined ? {} : { verifier_info: unsignedInfo }
  const others = Object.fromEntries(members.filter((member) => !isOfVerifier(member)))
  const [signature] = signatures ?? []
  const request = isSigned(first) ? signedRequest : { ...others, ...unsigned }
  return {
    request:
      first === 'openid4vp-v1-multisigned' && signature !== undefined
        ? { ...request, client_id: signature.clientId }
        : request,
    signed,
    unsigned,
  }
}
