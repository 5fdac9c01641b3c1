import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { calculateJwkThumbprint, decodeProtectedHeader, type JWK } from 'jose'
import { verifyMdoc } from './verify-mdoc'

/** What a verifier that knows only the published documents learns from a credential. */
export interface VerifiedCredential {
  /** Thumbprint of the key that the credential is bound to. */
  readonly holderThumbprint: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** An issuer's description of a credential's claims. OID4VCI-1FINALA-B.2 */
interface ConfigurationEntry {
  readonly format: string
  readonly vct?: string
  readonly doctype?: string
  readonly credential_metadata: { readonly claims: readonly { readonly path: readonly string[] }[] }
}

/** What an issuer publishes about its credentials. */
export interface PublishedDocuments {
  readonly issuer: string
  readonly entry: ConfigurationEntry
  /** `trust-anchor.pem` of the issuer. */
  readonly anchor: X509Certificate
  /** The credential key set. */
  readonly keys: readonly (JWK & { readonly x5c?: string[] })[]
}

/**
 * Verifies a credential with only the published documents of its issuer and independent libraries: signature, chain,
 * times, type, and that it has exactly the described claims. Rejects with a sentence when something is wrong.
 */
export async function verifyPublished(
  credential: string,
  documents: PublishedDocuments,
  now: Date,
): Promise<VerifiedCredential> {
  const { holderJwk, claims, described } = await (documents.entry.format === 'mso_mdoc'
    ? readMdoc(credential, documents, now)
    : readSdJwtVc(credential, documents, now))
  const paths = documents.entry.credential_metadata.claims.map(({ path }) => path)
  for (const path of paths) demand(valueAt(claims, path) !== undefined, `The credential lacks ${path.join('.')}`)
  const top = new Set(paths.map((path) => path.slice(0, described).join('.')))
  for (const path of pathsOf(claims, described)) demand(top.has(path), `The metadata does not describe ${path}`)
  return { holderThumbprint: await calculateJwkThumbprint(holderJwk), claims }
}

/**
 * Fetches metadata, JWT VC issuer metadata, key set and trust anchor of an issuer, starting from its identifier.
 * Rejects when one is missing or belongs to another issuer.
 *
 * @param send - reaches the service when it has another address
 */
export async function fetchPublished(
  issuer: string,
  configurationId: string,
  send: (url: string) => Promise<Response> = fetch,
): Promise<PublishedDocuments> {
  const get = async (url: string): Promise<Response> => {
    const response = await send(url)
    demand(response.status === 200, `${url} answers ${response.status}`)
    return response
  }
  const wellKnown = (name: string) => {
    const { origin, pathname } = new URL(issuer)
    return `${origin}/.well-known/${name}${pathname}`
  }
  const metadata = await (await get(wellKnown('openid-credential-issuer'))).json()
  const vcIssuer = await (await get(wellKnown('jwt-vc-issuer'))).json()
  demand(metadata.credential_issuer === issuer && vcIssuer.issuer === issuer, 'A document is of another issuer')
  const { keys } = await (await get(vcIssuer.jwks_uri)).json()
  const anchor = new X509Certificate(await (await get(`${issuer}/trust-anchor.pem`)).text())
  return { issuer, entry: metadata.credential_configurations_supported[configurationId], anchor, keys }
}

interface ReadCredential {
  readonly holderJwk: JWK
  readonly claims: Readonly<Record<string, unknown>>
  /** How many segments of a claim's path must be described: a namespace precedes the name. */
  readonly described: number
}

async function readSdJwtVc(credential: string, documents: PublishedDocuments, now: Date): Promise<ReadCredential> {
  const { issuer, entry, keys } = documents
  const { kid, x5c, typ } = decodeProtectedHeader(credential.split('~')[0] ?? '')
  demand(typ === 'dc+sd-jwt', 'The typ is not dc+sd-jwt')
  const key = keys.find((candidate) => candidate.kid === kid)
  demand(key !== undefined, 'The key set has no key with the kid of the credential')
  const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' })
  const leaf = demandIssued(x5c?.[0], documents, now)
  demand(leaf.publicKey.equals(publicKey), 'The leaf of x5c holds another key than the key set')
  const library = new SDJwtVcInstance({
    hasher: (data, algorithm) =>
      createHash(algorithm.replace('-', ''))
        .update(typeof data === 'string' ? data : new Uint8Array(data))
        .digest(),
    verifier: (data, signature) =>
      verify(
        'sha256',
        Buffer.from(data),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
  })
  const { payload } = await library.verify(credential, { currentDate: Math.floor(now.getTime() / 1000) })
  const { iss, vct, iat: _iat, nbf: _nbf, exp: _exp, cnf, ...claims } = payload
  demand(iss === issuer && vct === entry.vct, 'iss or vct is another')
  return { holderJwk: (cnf as { jwk: JWK }).jwk, claims, described: 1 }
}

async function readMdoc(credential: string, documents: PublishedDocuments, now: Date): Promise<ReadCredential> {
  const { entry, anchor, keys } = documents
  const { issuerSigned, checks } = await verifyMdoc(credential, [new Uint8Array(anchor.raw)], now)
  const failed = checks.filter(({ status }) => status !== 'PASSED')
  demand(failed.length === 0, `The library rejects it: ${JSON.stringify(failed)}`)
  const { issuerAuth } = issuerSigned
  const { docType, deviceKeyInfo } = issuerAuth.mobileSecurityObject
  demand(docType === entry.doctype, 'The docType is another')
  const der = Buffer.from(issuerAuth.certificate).toString('base64')
  demandIssued(der, documents, now)
  demand(
    keys.some(({ x5c }) => x5c?.[0] === der),
    'The key set does not have the signer of the mdoc',
  )
  const namespaces = [...(issuerSigned.issuerNamespaces?.issuerNamespaces.keys() ?? [])]
  const claims = Object.fromEntries(namespaces.map((name) => [name, issuerSigned.getPrettyClaims(name) ?? {}]))
  return { holderJwk: deviceKeyInfo.deviceKey.jwk as JWK, claims, described: 2 }
}

/** The certificate, after verifying that the anchor issued it and that it is valid now. */
function demandIssued(der: string | undefined, { anchor }: PublishedDocuments, now: Date): X509Certificate {
  const leaf = new X509Certificate(Buffer.from(der ?? '', 'base64'))
  demand(leaf.checkIssued(anchor) && leaf.verify(anchor.publicKey), 'The certificate is not issued by the trust anchor')
  demand(leaf.fingerprint256 !== anchor.fingerprint256, 'The certificate is the trust anchor itself')
  demand(new Date(leaf.validFrom) <= now && now <= new Date(leaf.validTo), 'The certificate is not valid now')
  return leaf
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const valueAt = (claims: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), claims)

const pathsOf = (claims: Readonly<Record<string, unknown>>, depth: number): string[] =>
  Object.entries(claims).flatMap(([name, value]) =>
    depth > 1 && isRecord(value) ? pathsOf(value, depth - 1).map((rest) => `${name}.${rest}`) : [name],
  )

function demand(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence)
}
