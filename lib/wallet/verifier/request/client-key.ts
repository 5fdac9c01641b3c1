import { createHash, type KeyObject, type X509Certificate } from 'node:crypto'
import { Refused, WalletStop } from '../../errors'
import { requireWebUrl } from '../../http/wire'
import { isSelfSigned, readSigningCertificate } from '../../jose/certificates'
import { type CompactJws, importPublicJwk, readJws, verifyEs256 } from '../../jose/jws'
import { readEcJwk } from '../../jose/key'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember, stringsMember } from '../../json'
import { nowSeconds } from '../../run'
import { requireSuccess, sendStep } from '../../step'
import type { Run } from '../run'
import { RequestRefused } from './request-refused'

const clockSkewSeconds = 15

/**
 * The key that a verified verifier attestation is bound to. Verifies type, signature, issuer, subject, times, and the
 * response address if it lists any (OID4VP-1FINAL-5.9.3, OID4VP-1FINAL-12).
 * @param name - the client identifier without its prefix
 * @throws RequestRefused
 */
export function attestedKey(run: Run, { header, claims }: CompactJws, name: string): KeyObject {
  const attestation = readJws(stringMember(header, 'jwt') ?? '')
  if (attestation === null) return invalid('There is no verifier attestation')
  if (attestation.header.typ !== 'verifier-attestation+jwt')
    invalid('The typ of the verifier attestation is another one')
  requireIssuer(run, attestation)
  const { sub, exp, nbf, redirect_uris: listed, cnf } = attestation.claims
  if (sub !== name) invalid('The verifier attestation is for another client')
  const now = nowSeconds(run)
  if (typeof exp !== 'number' || exp + clockSkewSeconds <= now) invalid('The verifier attestation has expired')
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf - clockSkewSeconds <= now))
    invalid('The verifier attestation is not valid yet')
  // A browser returns the response to the requesting page, so the request names no address.
  const isListed = run.facts.browser !== null || (Array.isArray(listed) && listed.includes(claims.response_uri))
  if (listed !== undefined && !isListed) invalid('The verifier attestation does not list the response_uri')
  const jwk = readEcJwk(objectMember(cnf === undefined ? null : attestation.claims, 'cnf')?.jwk)
  const key = jwk === null ? null : importPublicJwk({ ...jwk })
  return key ?? invalid('The verifier attestation has no key')
}

/** The attestation must be signed by a trusted issuer, named by its certificate. */
function requireIssuer({ clock, attestationIssuers }: Run, attestation: CompactJws): void {
  const x5c = stringsMember(attestation.header, 'x5c') ?? []
  if (attestationIssuers.length === 0) untrusted('the wallet trusts no issuer of verifier attestations')
  try {
    const { leaf } = readSigningCertificate({ x5c, nowMillis: clock(), anchors: attestationIssuers, of: 'verifier' })
    if (!verifyEs256(attestation, leaf.publicKey)) untrusted('its signature does not verify as ES256')
    const names = (leaf.subjectAltName ?? '').split(', ')
    if (!names.includes(`URI:${String(attestation.claims.iss)}`))
      untrusted('its issuer is not the one of the certificate')
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    untrusted(error.message)
  }
}

function untrusted(why: string): never {
  throw new RequestRefused('invalid_client', `The verifier attestation is not trusted: ${why}`)
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}

/**
 * The certificate that signs a request, from the `x5c` in its header. Its chain ends at a root of this wallet, if it
 * has any, and contains no trust anchor (OID4VP-1FINAL-5.9.3, HAIP-1FINAL-5).
 * @throws RequestRefused
 */
export function clientCertificate({ clock, trustAnchors, trust }: Run, { header }: CompactJws): X509Certificate {
  const x5c = stringsMember(header, 'x5c')
  if (x5c === null || x5c.length === 0) return refuse('there is no x5c')
  try {
    // If trust is evaluated, that decides later who may issue access certificates.
    const anchors = trust === null ? trustAnchors : []
    const { leaf, chain } = readSigningCertificate({ x5c, nowMillis: clock(), anchors, of: 'verifier' })
    if (chain.some(isSelfSigned)) refuse('x5c holds a trust anchor')
    return leaf
  } catch (error) {
    if (!(error instanceof WalletStop)) throw error
    return refuse(error.message)
  }
}

/**
 * Verifies the two client identifier prefixes that use a certificate. For a DNS name, also the response address: the
 * wallet trusts no client to choose another host (OID4VP-1FINAL-5.9.3).
 * @throws RequestRefused
 */
export function requireCertified({ facts }: Run, clientId: string, leaf: X509Certificate, responseUri: unknown): void {
  const [prefix, name = ''] = clientId.split(/:(.*)/s)
  if (prefix === 'x509_hash') {
    if (name !== certificateHash(leaf)) invalid('The client_id is not the hash of the certificate')
    return
  }
  // DNS names are case-insensitive (RFC5280-7.2), and URLs contain them in lower case.
  const host = name.toLowerCase()
  if (!dnsNames(leaf.subjectAltName).includes(host)) invalid('The certificate does not name the client_id')
  // A browser returns the response to the requesting page, so the request names no address.
  if (facts.browser !== null) return
  if (typeof responseUri !== 'string' || !URL.canParse(responseUri) || new URL(responseUri).hostname !== host)
    invalid('The host of the response_uri is not the client_id')
}

const dnsNames = (subjectAltName: string | undefined): string[] =>
  (subjectAltName ?? '').split(', ').flatMap((name) => (name.startsWith('DNS:') ? name.slice(4).toLowerCase() : []))

/** A certificate's hash for the prefix `x509_hash` (OID4VP-1FINAL-5.9.3). */
const certificateHash = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('base64url')

function refuse(what: string): never {
  throw new RequestRefused('invalid_request_object', `The request object is not usable: ${what}`)
}

/**
 * The DID key named by the `kid` of a request, from the `verificationMethod` of its document (OID4VP-1FINAL-5.9.3).
 * Supports `did:jwk` and `did:web`.
 * @throws RequestRefused
 */
export async function didKey(run: Run, did: string, kid: string | null): Promise<KeyObject> {
  const document = await resolve(run, did)
  if (stringMember(document, 'id') !== did) invalid('The DID document is of another DID')
  const methods = Array.isArray(document.verificationMethod) ? document.verificationMethod.filter(isObject) : []
  const method = methods.find(({ id }) => kid !== null && (id === kid || `${did}${String(id)}` === kid))
  if (method === undefined) return invalid('The DID document has no such key as the kid names')
  const jwk = readEcJwk(method.publicJwk)
  const key = jwk === null ? null : importPublicJwk({ ...jwk })
  return key ?? invalid('The key in the DID document cannot be read')
}

async function resolve(run: Run, did: string): Promise<JsonObject> {
  const [, method, ...rest] = did.split(':')
  if (method === 'jwk') return documentOfJwk(did, rest.join(':'))
  if (method === 'web') return fetchDocument(run, rest)
  return invalid('The wallet cannot resolve such a DID')
}

/** https://github.com/quartzjer/did-jwk */
function documentOfJwk(did: string, text: string): JsonObject {
  const publicJwk = readJsonObject(Buffer.from(text, 'base64url').toString('utf8'))
  return { id: did, verificationMethod: [{ id: `${did}#0`, type: 'JsonWebKey2020', controller: did, publicJwk }] }
}

/** By https; on this machine with the scheme of the request. https://w3c-ccg.github.io/did-method-web/ */
async function fetchDocument(run: Run, [authority = '', ...path]: string[]): Promise<JsonObject> {
  const place = path.length === 0 ? '.well-known' : path.map(decodeURIComponent).join('/')
  const rest = `://${decodeURIComponent(authority)}/${place}/did.json`
  const { link, browser } = run.facts
  const from = link?.request.kind === 'reference' ? link.request.url : `${browser?.origin}/`
  const local = from.startsWith(`http://${decodeURIComponent(authority)}/`)
  try {
    const url = requireWebUrl(`${local ? 'http' : 'https'}${rest}`, 'The address of the DID document')
    const answer = await sendStep(run, {
      step: 'did_document',
      url,
      method: 'GET',
      headers: [['Accept', 'application/json, application/did+json']],
      learned: () => 'the DID document of the verifier',
    })
    return readJsonObject(requireSuccess('did_document', answer).body) ?? invalid('The DID document is no JSON object')
  } catch (error) {
    if (!(error instanceof WalletStop || error instanceof Refused)) throw error
    return invalid('The DID document cannot be fetched')
  }
}
