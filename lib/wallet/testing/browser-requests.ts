import { createHash, sign } from 'node:crypto'
import { type CborMap, type CborValue, embed, toBeSigned, writeCbor } from '../formats/mso-mdoc/cbor'
import { coseKeyOf } from '../formats/mso-mdoc/issue'
import { sessionTranscript } from '../formats/mso-mdoc/present'
import { createKeyAttester, type KeyAttester } from '../issuer/credential/attester'
import { type JwtDraft, signJwt } from '../jose/jws'
import { generateKey, type WalletKey } from '../jose/key'
import { isObject, type JsonObject } from '../json'
import type { BrowserProtocol } from '../verifier/dc-api/digital-request'

/** A verifier that sends requests through a browser, and what it requests. */
export interface BrowserVerifier {
  origin: string
  /** Both sign a multi-signed request; the first one signs the others. */
  attesters: readonly [KeyAttester, KeyAttester]
  /** The certificate of the first reader of mobile documents. */
  readerX5c: readonly string[]
  readerKey: WalletKey
  nowMillis: number
}

/** A verifier with fresh keys: of the given signer, if any, and of another one. */
export async function createBrowserVerifier(
  { origin, nowMillis }: Pick<BrowserVerifier, 'origin' | 'nowMillis'>,
  signer?: KeyAttester,
): Promise<BrowserVerifier> {
  const attesters = [signer ?? (await createKeyAttester(nowMillis)), await createKeyAttester(nowMillis)] as const
  const readerKey = generateKey()
  const readerX5c = [await attesters[0].certify(readerKey, { extendedKeyUsage: '1.0.18013.5.1.6' })]
  return { origin, nowMillis, attesters, readerKey, readerX5c }
}

/** One entry, and a test's changes to it. */
export interface EntryScript {
  protocol: BrowserProtocol
  nonce: string
  /** The key that the response is encrypted to; null for an unencrypted response. */
  key: WalletKey | null
  query: unknown
  /** Changes the parameters before they are signed. */
  parameters?: (claims: JsonObject) => void
  /** Changes each signature of a signed request, by index. */
  signature?: (draft: JwtDraft, place: number) => void
  /** Changes the final `data`. */
  data?: (data: JsonObject) => void
}

/** The client identifier of a signer (OID4VP-1FINAL-5.9.3). */
export const clientIdOf = ({ x5c }: KeyAttester): string =>
  `x509_hash:${createHash('sha256')
    .update(Buffer.from(x5c[0] ?? '', 'base64'))
    .digest('base64url')}`

/** An entry of `requests` according to OID4VP-1FINALA-A.3 and ISO18013-7-C. */
export function makeBrowserEntry(
  verifier: BrowserVerifier,
  script: EntryScript,
): { protocol: string; data: JsonObject } {
  const data = dataOf(verifier, script)
  script.data?.(data)
  return { protocol: script.protocol, data }
}

function dataOf(verifier: BrowserVerifier, script: EntryScript): JsonObject {
  switch (script.protocol) {
    case 'openid4vp-v1-unsigned':
      return parametersOf(verifier, script, {})
    case 'openid4vp-v1-signed': {
      const client_id = clientIdOf(verifier.attesters[0])
      const claims = parametersOf(verifier, script, { client_id, ...signedMembers(verifier) })
      return { request: signedBy(verifier.attesters[0], { script, claims, place: 0, header: {} }) }
    }
    case 'openid4vp-v1-multisigned': {
      const claims = parametersOf(verifier, script, signedMembers(verifier))
      const compacts = verifier.attesters.map((attester, place) =>
        signedBy(attester, { script, claims, place, header: { client_id: clientIdOf(attester) } }),
      )
      const parts = compacts.map((compact) => compact.split('.'))
      const signatures = parts.map(([head, , signature]) => ({ protected: head, signature }))
      return { request: { payload: parts[0]?.[1], signatures } }
    }
    case 'org-iso-mdoc':
      return mobileDocumentRequest(verifier, script)
  }
}

function parametersOf({ nowMillis }: BrowserVerifier, script: EntryScript, members: JsonObject): JsonObject {
  const { key, nonce, query, parameters } = script
  const keys = key === null ? {} : { jwks: { keys: [{ ...key.publicJwk, kid: nonce, use: 'enc', alg: 'ECDH-ES' }] } }
  const claims: JsonObject = {
    response_type: 'vp_token',
    response_mode: key === null ? 'dc_api' : 'dc_api.jwt',
    nonce,
    dcql_query: query,
    client_metadata: {
      vp_formats_supported: {
        'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
        mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-9] },
      },
      ...keys,
    },
    ...members,
    ...(members.expected_origins === undefined ? {} : { iat: Math.floor(nowMillis / 1000) }),
  }
  parameters?.(claims)
  return claims
}

const signedMembers = ({ origin, nowMillis }: BrowserVerifier): JsonObject => ({
  expected_origins: [origin],
  aud: 'https://self-issued.me/v2',
  exp: Math.floor(nowMillis / 1000) + 900,
})

function signedBy(
  { key, x5c }: KeyAttester,
  parts: { script: EntryScript; claims: JsonObject; place: number; header: JsonObject },
): string {
  const { script, claims, place, header } = parts
  const draft: JwtDraft = { header: { alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c, ...header }, claims, key }
  script.signature?.(draft, place)
  return signJwt(draft)
}

function mobileDocumentRequest(verifier: BrowserVerifier, { key, query }: EntryScript): JsonObject {
  const parameters: CborMap = new Map<string, CborValue>([['nonce', Buffer.alloc(16, 7)]])
  if (key !== null) parameters.set('recipientPublicKey', coseKeyOf(key))
  const encryptionInfo = writeCbor(['dcapi', parameters]).toString('base64url')
  const transcript = sessionTranscript({
    clientId: '',
    nonce: '',
    jwkThumbprint: null,
    responseUri: '',
    browser: { origin: verifier.origin, encryptionInfo },
  })
  const docRequests = mdocQueriesIn(query).map((one) => docRequestFor(one, { verifier, transcript }))
  const request: CborMap = new Map<string, CborValue>([
    ['version', '1.0'],
    ['docRequests', docRequests],
  ])
  return { deviceRequest: writeCbor(request).toString('base64url'), encryptionInfo }
}

function docRequestFor(
  query: JsonObject,
  { verifier, transcript }: { verifier: BrowserVerifier; transcript: CborValue },
): CborMap {
  const nameSpaces = new Map<string, CborMap>()
  for (const claim of Array.isArray(query.claims) ? query.claims.filter(isObject) : []) {
    const [nameSpace, name] = Array.isArray(claim.path) ? claim.path.map(String) : []
    const names = nameSpaces.get(nameSpace ?? '') ?? new Map()
    nameSpaces.set(nameSpace ?? '', names.set(name ?? '', false))
  }
  const docType = isObject(query.meta) ? String(query.meta.doctype_value) : ''
  const items = new Map<string, CborValue>([
    ['docType', docType],
    ['nameSpaces', nameSpaces],
  ])
  const itemsRequest = embed(writeCbor(items))
  const covered = writeCbor(embed(writeCbor(['ReaderAuthentication', transcript, itemsRequest])))
  return new Map<string, CborValue>([
    ['itemsRequest', itemsRequest],
    ['readerAuth', readerAuth(verifier, covered)],
  ])
}

function readerAuth({ readerKey, readerX5c }: BrowserVerifier, covered: Buffer): CborValue[] {
  const header = writeCbor(new Map([[1, -7]]))
  const key = { key: readerKey.privateKey, dsaEncoding: 'ieee-p1363' } as const
  const chain = readerX5c.map((one) => Buffer.from(one, 'base64'))
  const unprotected: CborMap = new Map([[33, chain.length === 1 ? (chain[0] ?? null) : chain]])
  return [header, unprotected, null, sign('sha256', toBeSigned(header, covered), key)]
}

const mdocQueriesIn = (query: unknown): JsonObject[] =>
  isObject(query) && Array.isArray(query.credentials) ? query.credentials.filter(isObject) : []
