import { Refused, WalletStop } from '../../errors'
import { mediaType, type WireAnswer } from '../../http/wire'
import { isObject, type JsonObject, objectMember, stringMember } from '../../json'
import { need } from '../../run'
import { aroundStep, requireJson, requireSuccess, sendStep } from '../../step'
import { requireThat, skipsRule, stopIfUnusual } from '../care'
import type { CredentialOffer } from '../offer/credential-offer'
import type { Run } from '../run'
import { assumedIssuerMetadata } from './assumed'
import { readSignedMetadata } from './signed-metadata'
import { wellKnownUrl } from './well-known-url'

/**
 * Fetches the credential issuer metadata from the inserted well-known path and verifies them (OID4VCI-1FINAL-12.2.2,
 * 12.2.3, 12.2.4). With a root it accepts signed metadata too; without one it asks again for the plain form.
 *
 * @throws WalletStop, Refused
 */
export async function fetchIssuerMetadata(run: Run): Promise<JsonObject> {
  const offer = need(run.facts.offer, 'credential offer')
  const issuer = offer.credentialIssuer
  if (run.misbehaviour?.skip === 'issuer_metadata') {
    run.misbehaving = true
    return assumedIssuerMetadata(offer)
  }
  const isSignedWanted = run.profile.signedMetadata || run.trust !== null
  const first = await ask(run, isSignedWanted ? 'application/jwt' : 'application/json, application/jwt;q=0.5')
  // A wallet without a root must reject signed metadata (OID4VCI-1FINAL-12.2.3). Every issuer has the plain form too (12.2.2).
  const isRejected = isSigned(first) && !isSignedWanted && run.trustAnchors.length === 0
  const answer = isRejected ? await ask(run, 'application/json') : first
  const metadata = readMetadata(run, answer, offer)
  requireThat(
    run,
    'issuer_binding',
    metadata.credential_issuer === issuer,
    'The credential_issuer of the metadata is not the one of the offer',
  )
  stopIfUnusual(
    run,
    'unknown_members',
    Object.keys(metadata).some((name) => !knownMembers.has(name)),
    'The issuer metadata has a member that nobody defined',
  )
  return withSecureEndpoints(run, withRightShape(run, metadata, offer))
}

const ask = (run: Run, accept: string): Promise<WireAnswer> =>
  aroundStep(run, 'issuer_metadata', () =>
    sendStep(run, {
      step: 'issuer_metadata',
      method: 'GET',
      url: wellKnownUrl(need(run.facts.offer, 'credential offer').credentialIssuer, 'openid-credential-issuer', {
        dropLastSlash: false,
      }),
      headers: [
        ['Accept', accept],
        ['Accept-Language', 'en'],
      ],
      learned: ({ headers }) => `what the issuer offers, as ${mediaType(headers)}`,
    }),
  )

const isSigned = ({ headers }: WireAnswer): boolean => mediaType(headers) === 'application/jwt'

/** Members of the metadata, and claims of their signed form. OID4VCI-1FINAL-12.2.3, 12.2.4 */
const knownMembers: ReadonlySet<string> = new Set([
  'credential_issuer',
  'authorization_servers',
  'credential_endpoint',
  'nonce_endpoint',
  'deferred_credential_endpoint',
  'notification_endpoint',
  'credential_request_encryption',
  'credential_response_encryption',
  'batch_credential_issuance',
  'display',
  'credential_configurations_supported',
  'issuer_info',
  'iss',
  'sub',
  'iat',
  'exp',
])

/** The members of the answer; a careless wallet knows the usual ones where there are none. */
function readMetadata(run: Run, answer: WireAnswer, offer: CredentialOffer): JsonObject {
  try {
    requireSuccess('issuer_metadata', answer)
    if (isSigned(answer)) return readSignedMetadata(answer.body, offer.credentialIssuer, run)
    if (run.profile.signedMetadata) throw new WalletStop('The issuer metadata is not signed')
    return requireJson('issuer_metadata', answer)
  } catch (error) {
    if (!(error instanceof WalletStop || error instanceof Refused)) throw error
    if (isSigned(answer) || !skipsRule(run, 'metadata_shape')) throw error
    return assumedIssuerMetadata(offer)
  }
}

/** The formats that this wallet can verify. */
const knownFormats: ReadonlySet<unknown> = new Set(['dc+sd-jwt', 'mso_mdoc'])

/**
 * The metadata, if everything that this wallet needs of them is there and fits together (OID4VCI-1FINAL-12.2.4). A
 * careless wallet completes them with what issuers usually have.
 *
 * @throws WalletStop
 */
function withRightShape(run: Run, metadata: JsonObject, offer: CredentialOffer): JsonObject {
  const usual = assumedIssuerMetadata(offer)
  const configurations = objectMember(metadata, 'credential_configurations_supported') ?? {}
  const others = Object.entries(configurations).filter(([id]) => !offer.configurationIds.includes(id))
  stopIfUnusual(
    run,
    'unknown_format',
    others.some(([, one]) => isObject(one) && !knownFormats.has(one.format)),
    'The issuer offers a format that this wallet does not know',
  )
  const missing = stringMember(metadata, 'credential_endpoint') === null
  requireThat(run, 'metadata_shape', !missing, 'The metadata has no credential_endpoint')
  const wrong = offer.configurationIds.filter((id) => {
    const one = objectMember(configurations, id)
    if (one === null) return false
    if (one.cryptographic_binding_methods_supported !== undefined && one.proof_types_supported === undefined)
      throw new WalletStop('The credential needs a key, and the metadata names no proof for it')
    return !knownFormats.has(one.format)
  })
  requireThat(run, 'metadata_shape', wrong.length === 0, 'The offered credential has a format that is not known')
  if (!missing && wrong.length === 0) return metadata
  const assumed = objectMember(usual, 'credential_configurations_supported') ?? {}
  return {
    ...metadata,
    ...(missing ? { credential_endpoint: usual.credential_endpoint } : {}),
    credential_configurations_supported: {
      ...configurations,
      ...Object.fromEntries(wrong.map((id) => [id, assumed[id]])),
    },
  }
}

/**
 * The metadata, if each endpoint of an issuer with an https identifier uses https too (OID4VCI-1FINAL-12.2.4). A careless
 * wallet has a client that makes https of every http.
 *
 * @throws WalletStop
 */
function withSecureEndpoints(run: Run, metadata: JsonObject): JsonObject {
  const isSecure = String(metadata.credential_issuer).startsWith('https:')
  const plain = Object.entries(metadata).filter(
    ([name, url]) => isSecure && name.endsWith('_endpoint') && !String(url).startsWith('https:'),
  )
  requireThat(run, 'https', plain.length === 0, 'An endpoint of the issuer does not use https')
  return {
    ...metadata,
    ...Object.fromEntries(plain.map(([name, url]) => [name, String(url).replace(/^http:/, 'https:')])),
  }
}

/**
 * The metadata of the offered configuration.
 *
 * @throws WalletStop when the issuer does not publish it, so that it cannot be requested
 */
export function requireConfiguration(run: Run, configurationId: string): JsonObject {
  const all = objectMember(run.facts.issuerMetadata, 'credential_configurations_supported')
  const found = objectMember(all, configurationId)
  if (found === null) throw new WalletStop('The offered credential configuration is not in the issuer metadata')
  return found
}
