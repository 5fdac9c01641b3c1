import type { DcApi, DcApiEntry, DcApiProtocol } from '../../../../ground/ports/dc-api'
import type { PresentationSession } from '../../../../ground/ports/store-types'
import { isObject, type Json, type JsonObject } from '../../../../ground/values/json'

/** Parameters of which a browser's session keeps what signed and unsigned requests have. OID4VP-1FINALA-A.2 */
export const verifierMembers = ['client_id', 'aud', 'expected_origins', 'verifier_info'] as const

/** Whether requests of a protocol carry a signature. OID4VP-1FINALA-A.1 */
export const isSigned = (protocol: DcApiProtocol): boolean =>
  protocol === 'openid4vp-v1-signed' || protocol === 'openid4vp-v1-multisigned'

type BrowserSession = Pick<PresentationSession, 'request' | 'dcApi'>

/**
 * The parameters of one entry, without `iat` and `exp`: those of the session, with the nonce and the key of the entry, and with
 * what a signed or an unsigned request says of the verifier. Those of the first entry are the session's own.
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

/** The session as a wallet sees it that takes this entry. */
export const sessionOfEntry = (session: PresentationSession, entry: DcApiEntry): PresentationSession => ({
  ...session,
  request: entryParameters(session, entry),
})

/** What the request of one protocol says of the verifier, in place of what that of another says. */
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

/** What a test changed stays changed. */
function withEntryValues(
  request: JsonObject,
  {
    first,
    keyed,
    entry,
  }: {
    readonly first: DcApiEntry
    /** The one whose key the request has; `undefined` for none. */
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
