import { thumbprintBytes } from '../../../../shared/jose/jwk'
import type { DcApi, DcApiEntry, DcApiProtocol } from '../../../../shared/ports/dc-api'
import type { ResponseKey } from '../../../../shared/ports/keys'
import type { Ports } from '../../../../shared/ports/ports'
import type { PresentationSession } from '../../../../shared/ports/store-types'
import { toBase64url } from '../../../../shared/values/base64url'
import { isObject, type Json, type JsonObject } from '../../../../shared/values/json'
import { makeEncryptionInfo } from '../../annex-c/device-request'

/** Parameters that a browser session stores for signed and unsigned requests. OID4VP-1FINALA-A.2 */
const verifierMembers = ['client_id', 'aud', 'expected_origins', 'verifier_info'] as const

/** Whether a protocol's requests are signed. OID4VP-1FINALA-A.1 */
export const isSigned = (protocol: DcApiProtocol): boolean =>
  protocol === 'openid4vp-v1-signed' || protocol === 'openid4vp-v1-multisigned'

type BrowserSession = Pick<PresentationSession, 'request' | 'dcApi'>

/**
 * Parameters of an entry, without `iat` and `exp`: the session's, with the entry's nonce and key, and with the verifier
 * data of a signed or unsigned request. Those of the first entry equal the session's.
 * @see OID4VP-1FINALA-A.2, OID4VP-1FINALA-A.3
 */
export function entryParameters({ request, dcApi }: BrowserSession, entry: DcApiEntry): JsonObject {
  const [first] = dcApi?.entries ?? []
  if (dcApi === undefined || first === undefined || first === entry) return request
  const keyed = dcApi.entries.find(({ encryptionKid }) => encryptionKid !== null)
  return withEntryValues(withVerifier(request, { dcApi, from: first.protocol, to: entry.protocol }), {
    first,
    keyed,
    entry,
  })
}

/** The session as seen by a wallet that answers this entry. */
export const sessionOfEntry = (session: PresentationSession, entry: DcApiEntry): PresentationSession => ({
  ...session,
  request: entryParameters(session, entry),
})

/** Replaces the verifier data by that of another protocol. */
function withVerifier(
  request: JsonObject,
  { dcApi, from, to }: { readonly dcApi: DcApi; readonly from: DcApiProtocol; readonly to: DcApiProtocol },
): JsonObject {
  const [signature] = dcApi.signatures ?? []
  const { signed = {}, unsigned = {} } = dcApi
  if (!isSigned(to)) return isSigned(from) ? { ...withoutVerifier(request), ...unsigned } : request
  const of = isSigned(from) ? request : { ...signed, ...withoutVerifier(request) }
  const clientId = to === 'openid4vp-v1-multisigned' ? signature?.clientId : signed.client_id
  return from === to || clientId === undefined ? of : { ...of, client_id: clientId }
}

const withoutVerifier = (request: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(request).filter(([name]) => !verifierMembers.some((member) => member === name)))

/** Applies nonce and key of an entry; values changed by a test stay. */
function withEntryValues(
  request: JsonObject,
  {
    first,
    keyed,
    entry,
  }: {
    readonly first: DcApiEntry
    /** The entry whose key the request has; `undefined` if none. */
    readonly keyed: DcApiEntry | undefined
    readonly entry: DcApiEntry
  },
): JsonObject {
  const { nonce, client_metadata: metadata } = request
  return {
    ...request,
    ...(nonce === first.nonce ? { nonce: entry.nonce } : {}),
    ...(isObject(metadata) ? { client_metadata: withKey(metadata as JsonObject, keyed, entry) } : {}),
  }
}

function withKey(
  metadata: JsonObject,
  keyed: DcApiEntry | undefined,
  { publicJwk, encryptionKid }: DcApiEntry,
): JsonObject {
  const { jwks } = metadata
  if (keyed === undefined || !isObject(jwks) || !Array.isArray(jwks.keys)) return metadata
  const keys = jwks.keys.map(
    (key): Json =>
      isObject(key) && key.kid === keyed.encryptionKid
        ? { ...(key as JsonObject), ...publicJwk, kid: encryptionKid }
        : key,
  )
  return { ...metadata, jwks: { ...(jwks as JsonObject), keys } }
}

/**
 * `kid` of a further entry's key. Sessions are looked up by the `kid` of their first key, from which the others derive.
 * Without a full stop, since findings would hide it as a token.
 * @param first `kid` of the session's first key
 * @param place index of the entry
 */
const furtherKid = (first: string, place: number): string => `${first}-${place}`

/** The `kid` that finds the session of a derived one. */
export const firstKid = (kid: string): string => kid.replace(/-[0-9]$/, '')

/** True for ISO/IEC 18013-7, whose responses are always encrypted, and not as a JWE. ISO18013-7-C */
const isIsoMdoc = (protocol: DcApiProtocol): boolean => protocol === 'org-iso-mdoc'

/** A fresh key per entry; none for unencrypted responses. OID4VP-1FINALA-A.2, HAIP-5 */
export async function makeEntryKeys(
  protocols: readonly DcApiProtocol[],
  { isEncrypted, verifierKeys }: { readonly isEncrypted: boolean } & Pick<Ports, 'verifierKeys'>,
): Promise<readonly (ResponseKey | null)[]> {
  const keys: (ResponseKey | null)[] = []
  for (const [place, protocol] of protocols.entries()) {
    const first = keyOfParameters(protocols, keys)
    // This protocol names no key id.
    if (isIsoMdoc(protocol)) keys.push(await verifierKeys.createResponseKey())
    else if (!isEncrypted) keys.push(null)
    else keys.push(await verifierKeys.createResponseKey(first === null ? undefined : furtherKid(first.kid, place)))
  }
  return keys
}

/** The key in the session's parameters: that of the first OpenID4VP entry. */
export const keyOfParameters = (
  protocols: readonly DcApiProtocol[],
  keys: readonly (ResponseKey | null)[],
): ResponseKey | null => keys.find((key, place) => key !== null && protocols[place] !== 'org-iso-mdoc') ?? null

/**
 * Builds a session's entries.
 * @param nonce of the first entry; the others get fresh ones from `randomValue`
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
 * Turns a request for a link into a signed browser request: no response URL, and the origins that may use it.
 * @param state from the tester; `null` if none
 * @param origins ours first; a tester may have repeated it
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
 * Separate verifier data of signed and unsigned requests, and the request of the first entry.
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

/** The session for reading a response to one entry: with that entry's request, nonce and key. OID4VP-1FINALA-A.3 */
export const entrySession = (session: PresentationSession, entry: DcApiEntry): PresentationSession => ({
  ...sessionOfEntry(session, entry),
  encryptionKid: entry.encryptionKid,
  sealedEncryptionKey: session.sealedEntryKeys?.[session.dcApi?.entries.indexOf(entry) ?? -1] ?? null,
})

/** The session for each entry; for a link just the session. */
export const entrySessions = (session: PresentationSession): readonly PresentationSession[] =>
  session.dcApi === undefined ? [session] : session.dcApi.entries.map((entry) => entrySession(session, entry))
