import { WalletStop } from '../../errors'
import { type HeaderList, mediaType } from '../../http/wire'
import { decryptJwe } from '../../jose/jwe'
import { type CompactJws, readJws } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import type { JsonObject } from '../../json'
import { applyPatch } from '../../misbehaviours/apply'
import { randomText } from '../../run'
import { aroundStep, requireSuccess, sendStep } from '../../step'
import type { AuthorizationLink } from '../authorization-link'
import type { Run } from '../run'
import { RequestRefused } from './request-refused'

/**
 * The wallet's capabilities, for a verifier that asks (OID4VP-1FINAL-5.10, 10.1, RFC8414-2). Nothing in it identifies
 * an installation (OID4VP-1FINAL-15.6), so it lists prefixes even if this one knows nobody by them. With `encrypted` it
 * contains a key of this run, which the verifier must use.
 */
function walletMetadata({ profile, facts, newKey }: Run): JsonObject {
  const metadata: JsonObject = {
    vp_formats_supported: {
      'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
      mso_mdoc: { issuerauth_alg_values: [-7, -9], deviceauth_alg_values: [-7, -9] },
    },
    client_id_prefixes_supported: profile.haipOnly ? ['x509_hash'] : prefixes,
    // Absent if requests cannot be signed (OID4VP-1FINAL-5.10).
    ...(facts.link?.clientId.startsWith('redirect_uri:')
      ? {}
      : { request_object_signing_alg_values_supported: ['ES256'] }),
    authorization_encryption_alg_values_supported: ['ECDH-ES'],
    authorization_encryption_enc_values_supported: [...profile.encValues],
    ...responsesOf(profile),
  }
  if (profile.walletMetadata !== 'encrypted') return metadata
  facts.requestKey ??= newKey()
  const jwk = { ...facts.requestKey.publicJwk, kid: 'request', use: 'enc', alg: 'ECDH-ES' }
  return {
    ...metadata,
    jwks: { keys: [jwk] },
    request_object_encryption_alg_values_supported: ['ECDH-ES'],
    request_object_encryption_enc_values_supported: ['A256GCM', 'A128GCM'],
  }
}

const prefixes = [
  'x509_hash',
  'x509_san_dns',
  'verifier_attestation',
  'decentralized_identifier',
  'redirect_uri',
  'pre-registered',
]

/** Supported response types and modes; a wallet that makes ID Tokens also states their kind (SIOP2-6.1). */
function responsesOf({ responseTypes, haipOnly, idTokenSubject }: Run['profile']): JsonObject {
  if (haipOnly) return { response_types_supported: ['vp_token'], response_modes_supported: ['direct_post.jwt'] }
  const own = {
    response_types_supported: [...responseTypes],
    response_modes_supported: ['direct_post', 'direct_post.jwt'],
  }
  if (!responseTypes.includes('vp_token id_token')) return own
  return {
    ...own,
    id_token_types_supported: ['subject_signed_id_token'],
    id_token_signing_alg_values_supported: ['ES256'],
    subject_syntax_types_supported: [idTokenSubject === 'jwk_thumbprint' ? thumbprintSyntax : idTokenSubject],
  }
}

/** The subject syntax type for key thumbprints (SIOP2-8). */
const thumbprintSyntax = 'urn:ietf:params:oauth:jwk-thumbprint'

/** Media type of request objects, signed or encrypted (OID4VP-1FINAL-5.10.1, RFC9101-4). */
const requestMediaType = 'application/oauth-authz-req+jwt'

/** A request object as received. */
export interface ObtainedRequest {
  /** Compact JWS or JWE. */
  compact: string
  /** Media type of the response to the fetch; null for a request in the link. */
  mediaType: string | null
}

/**
 * The request object that a link contains or points to: fetched by GET (RFC9101-5.2.3), or by POST with a nonce and the
 * wallet metadata if the link allows it (OID4VP-1FINAL-5.10). Does not follow redirects, and fetches only from
 * registered addresses of a registered verifier.
 * @throws WalletStop, Refused
 */
export async function obtainRequestObject(
  run: Run,
  request: Exclude<AuthorizationLink['request'], { kind: 'parameters' }>,
): Promise<ObtainedRequest> {
  if (request.kind === 'value') return { compact: request.compact, mediaType: null }
  requireRegisteredPlace(run, request.url)
  const post = request.method === 'post' && run.profile.fetch === 'as_asked'
  const answer = await aroundStep(run, 'request_object', () => {
    applyPatch(run, 'request_object', run.misbehaviour?.patchFacts, run.facts)
    return sendStep(run, {
      step: 'request_object',
      url: request.url,
      isPlainAllowed: run.profile.verification === 'none',
      ...(post ? postOf(run) : { method: 'GET', headers: [['Accept', requestMediaType]] satisfies HeaderList }),
      learned: ({ body }) => `the request${body.split('.').length === 5 ? ', encrypted' : ''}`,
    })
  })
  if (run.profile.verification === 'full') requireSuccess('request_object', answer)
  return { compact: answer.body.trim(), mediaType: mediaType(answer.headers) }
}

/**
 * Registered addresses are all that ties a location to a client: no other prefix says where requests are
 * (OID4VP-1FINAL-15.8.2).
 */
function requireRegisteredPlace({ registeredVerifiers, facts, profile }: Run, url: string): void {
  const requestUris = registeredVerifiers.find(({ clientId }) => clientId === facts.link?.clientId)?.requestUris ?? []
  if (requestUris.length === 0 || requestUris.includes(url) || profile.verification === 'none') return
  throw new WalletStop('The request_uri is not one that the verifier registered')
}

function postOf(run: Run): { method: string; headers: HeaderList; body: string } {
  const { facts, profile, misbehaviour } = run
  const form: [string, string][] = []
  if (profile.walletNonce) {
    facts.walletNonce ??= randomText(run, 32)
    form.push(['wallet_nonce', facts.walletNonce])
  }
  if (profile.walletMetadata !== 'none') {
    const metadata = applyPatch(run, 'request_object', misbehaviour?.patchWalletMetadata, walletMetadata(run))
    form.push(['wallet_metadata', JSON.stringify(metadata)])
  }
  applyPatch(run, 'request_object', misbehaviour?.patchForm, form)
  return {
    method: 'POST',
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['Accept', requestMediaType],
    ],
    body: new URLSearchParams(form).toString(),
  }
}

/**
 * Decodes a request object, decrypting it first if the wallet requested encryption (RFC9101-6.1). Verifies nothing,
 * because even one that should have been encrypted says where to send the error.
 * @throws WalletStop when it is not a signed request object
 */
export function openRequestObject({ facts }: Run, obtained: ObtainedRequest): CompactJws {
  const { requestKey } = facts
  const { compact } = obtained
  const opened = requestKey === null || !isJwe(compact) ? compact : decryptJwe(compact, requestKey)?.plaintext
  if (opened === undefined) throw new WalletStop('The request object is not encrypted to the key of this wallet')
  const jws = readJws(opened)
  if (jws === null)
    throw new WalletStop(wrongDelivery(requestKey, obtained) ?? 'The request object is not a signed JWT')
  return jws
}

const isJwe = (compact: string): boolean => compact.split('.').length === 5

/**
 * Verifies how a request object was delivered: with its media type, and encrypted if the wallet asked for that
 * (OID4VP-1FINAL-5.10, 5.10.1).
 * @throws RequestRefused that says which of these failed
 */
export function requireRightDelivery({ facts }: Run, obtained: ObtainedRequest): void {
  const wrong = wrongDelivery(facts.requestKey, obtained)
  if (wrong !== null) invalid(wrong)
}

function wrongDelivery(requestKey: WalletKey | null, { compact, mediaType }: ObtainedRequest): string | null {
  if (mediaType !== null && mediaType !== requestMediaType)
    return `The request_object response is not ${requestMediaType}`
  return requestKey === null || isJwe(compact) ? null : 'The request object is not encrypted to the key of this wallet'
}

/**
 * Verifies HAIP's additional requirements: a request by reference, for an encrypted presentation only, from a client
 * identified by its certificate's hash (HAIP-1FINAL-5, 5.1).
 * @throws RequestRefused that says which of these failed
 */
export function requireHaip({ profile }: Run, { request, clientId }: AuthorizationLink, claims: JsonObject): void {
  if (!profile.haipOnly) return
  if (request.kind !== 'reference') invalid('HAIP sends requests by reference')
  if (!clientId.startsWith('x509_hash:')) invalid('HAIP knows clients by the hash of their certificate')
  if (claims.response_mode !== 'direct_post.jwt') invalid('HAIP knows encrypted responses only')
  if (claims.response_type !== 'vp_token')
    throw new RequestRefused('unsupported_response_type', 'HAIP knows the response type vp_token only')
}

function invalid(description: string): never {
  throw new RequestRefused('invalid_request', description)
}
