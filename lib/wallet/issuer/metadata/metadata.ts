import { Refused, WalletStop } from '../../errors'
import { mediaType, type WireAnswer } from '../../http/wire'
import { readCertificate, readSigningCertificate } from '../../jose/certificates'
import { readJws, verifyEs256 } from '../../jose/jws'
import { isObject, type JsonObject, objectMember, readJsonObject, stringMember, stringsMember } from '../../json'
import { need, nowSeconds } from '../../run'
import { aroundStep, requireJson, requireSuccess, sendStep } from '../../step'
import type { CredentialOffer } from '../offer/credential-offer'
import { type Run, requireThat, skipsRule, stopIfUnusual } from '../run'

/** The issuer metadata that a wallet assumes if it never reads it. Only for misbehaviour. */
export function assumedIssuerMetadata({ credentialIssuer, configurationIds }: CredentialOffer): JsonObject {
  const configuration = { format: 'dc+sd-jwt', vct: 'urn:eudi:pid:1', proof_types_supported: { jwt: {} } }
  return {
    credential_issuer: credentialIssuer,
    credential_endpoint: `${credentialIssuer}/credential`,
    nonce_endpoint: `${credentialIssuer}/nonce`,
    credential_configurations_supported: Object.fromEntries(configurationIds.map((id) => [id, configuration])),
  }
}

/** The authorization server metadata that a wallet assumes if it never reads it. Only for misbehaviour. */
function assumedAsMetadata(issuer: string): JsonObject {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    authorization_endpoint: `${issuer}/authorize`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    'pre-authorized_grant_anonymous_access_supported': true,
  }
}

/**
 * The URL of a metadata document: the well-known string is inserted between host and path of the identifier.
 * OID4VCI-1FINAL-12.2.2 keeps the path; RFC8414-3.1 drops a trailing slash.
 *
 * @throws WalletStop when the identifier has a query or a fragment
 */
export function wellKnownUrl(identifier: string, name: string, { dropLastSlash }: { dropLastSlash: boolean }): string {
  const parts = /^(https?:\/\/[^/?#]+)(\/[^?#]*)?$/i.exec(identifier)
  if (parts === null) throw new WalletStop('The issuer identifier has a query or a fragment, or is not a web address')
  const path = parts[2] === undefined || parts[2] === '/' ? '' : parts[2]
  return `${parts[1]}/.well-known/${name}${dropLastSlash ? path.replace(/\/$/, '') : path}`
}

/**
 * Fetches the metadata of the authorization server that belongs to the grant (OID4VCI-1FINAL-12.2.4, RFC8414-3).
 * Without `authorization_servers` the issuer is its own authorization server; of several, and without a hint in the
 * offer, the first one that responds is taken.
 *
 * @param wanted - the `authorization_server` member of the grant, or null
 * @throws WalletStop, Refused
 */
export async function fetchAsMetadata(run: Run, wanted: string | null): Promise<JsonObject> {
  const servers = possibleServers(run, wanted)
  const [first] = servers
  if (run.misbehaviour?.skip === 'as_metadata') {
    run.misbehaving = true
    return assumedAsMetadata(need(first, 'authorization server'))
  }
  const { issuer, answer } = await aroundStep(run, 'as_metadata', () => firstLiving(run, servers))
  const isRight = answer.status === 200 && readJsonObject(answer.body) !== null
  if (!isRight && skipsRule(run, 'server_metadata')) return assumedAsMetadata(issuer)
  return requireUsable(run, issuer, requireJson('as_metadata', answer))
}

/** RFC8414-3.3 requires an identical identifier, without any normalization. */
function requireUsable(run: Run, issuer: string, metadata: JsonObject): JsonObject {
  const isSame = metadata.issuer === issuer
  requireThat(run, 'server_binding', isSame, 'The issuer of the authorization server metadata is another one')
  const algorithms = stringsMember(metadata, 'dpop_signing_alg_values_supported')
  if (algorithms === null || !algorithms.includes('ES256')) {
    throw new WalletStop('The authorization server does not support DPoP with ES256')
  }
  const endpoint = stringMember(metadata, 'token_endpoint')
  requireThat(run, 'server_metadata', endpoint !== null, 'The metadata has no token_endpoint')
  if (endpoint === null) return { ...metadata, token_endpoint: assumedAsMetadata(issuer).token_endpoint }
  // RFC8414-2 requires https; not enforced where the issuer itself has none, as on a laptop.
  const isSecure = endpoint.startsWith('https:') || !issuer.startsWith('https:')
  requireThat(run, 'https', isSecure, 'The token endpoint is not an https address')
  return isSecure ? metadata : { ...metadata, token_endpoint: endpoint.replace(/^http:/, 'https:') }
}

/** Tries the servers in order until one responds (OID4VCI-1FINAL-12.2.4 lets a wallet query their metadata). */
async function firstLiving(
  run: Run,
  servers: readonly string[],
): Promise<{ readonly issuer: string; readonly answer: WireAnswer }> {
  let found: { readonly issuer: string; readonly answer: WireAnswer } | null = null
  for (const issuer of servers) {
    found = { issuer, answer: await fetchFrom(run, issuer) }
    if (found.answer.status === 200) return found
  }
  return need(found, 'authorization server')
}

const fetchFrom = (run: Run, issuer: string): Promise<WireAnswer> =>
  sendStep(run, {
    step: 'as_metadata',
    method: 'GET',
    url: wellKnownUrl(issuer, 'oauth-authorization-server', { dropLastSlash: true }),
    headers: [['Accept', 'application/json']],
    learned: () => 'where to get tokens',
  })

/** The servers at which the grant may be redeemed, in the order in which they are tried. */
function possibleServers(run: Run, wanted: string | null): readonly string[] {
  const issuer = need(run.facts.offer, 'credential offer').credentialIssuer
  const servers = stringsMember(run.facts.issuerMetadata, 'authorization_servers')
  if (servers === null) {
    if (wanted !== null) throw new WalletStop('The offer names an authorization server, the metadata lists none')
    return [issuer]
  }
  if (wanted === null) return servers
  const message = 'The authorization server of the offer is not in the metadata'
  requireThat(run, 'server_listed', servers.includes(wanted), message)
  return [wanted]
}

const clockSkewSeconds = 60

/**
 * Reads and verifies signed issuer metadata. A careless wallet accepts metadata that fail verification.
 * @throws WalletStop
 */
function readSignedMetadata(compact: string, issuer: string, run: Run): JsonObject {
  run.facts.metadataSigner = stringsMember(readJws(compact.trim())?.header, 'x5c') ?? []
  try {
    return verifySignedMetadata(compact, {
      issuer,
      now: nowSeconds(run),
      // If trust is evaluated, that decides later who may sign.
      anchors: run.trust === null ? run.trustAnchors : [],
      isTrustJudged: run.trust !== null,
    })
  } catch (error) {
    const payload = Buffer.from(compact.split('.')[1] ?? '', 'base64url').toString()
    const claims = readJsonObject(payload)
    const isBelieved = skipsRule(run, 'signed_metadata') || skipsRule(run, 'trust')
    if (!(error instanceof WalletStop) || claims === null || !isBelieved) throw error
    return claims
  }
}

/**
 * Verifies signed issuer metadata: right `typ`, signed by the first certificate of `x5c`, which is valid, not
 * self-signed and under a trust anchor of the wallet (without one they must not be used); `sub` equal to the issuer,
 * not expired (OID4VCI-1FINAL-12.2.3, HAIP-1FINAL-4.1).
 * @throws WalletStop
 */
export function verifySignedMetadata(
  compact: string,
  { issuer, now, anchors, isTrustJudged }: { issuer: string; now: number; anchors: string[]; isTrustJudged: boolean },
): JsonObject {
  const jws = readJws(compact.trim())
  if (jws === null) throw new WalletStop('The signed issuer metadata is not a JWS')
  if (jws.header.typ !== 'openidvci-issuer-metadata+jwt')
    throw new WalletStop('The signed issuer metadata has another typ')
  const x5c = stringsMember(jws.header, 'x5c')
  if (x5c === null || x5c[0] === undefined) throw new WalletStop('The signed issuer metadata names no certificate')
  if (!verifyEs256(jws, readCertificate(x5c[0]).publicKey)) {
    throw new WalletStop('The signature of the issuer metadata does not verify')
  }
  readSigningCertificate({ x5c, nowMillis: now * 1000, anchors, of: 'issuer' })
  if (!isTrustJudged && anchors.length === 0)
    throw new WalletStop('The wallet has no trust anchor for the signed issuer metadata')
  const { sub, iat, exp } = jws.claims
  if (sub !== issuer) throw new WalletStop('The sub of the signed issuer metadata is not the issuer')
  if (typeof iat !== 'number' || iat > now + clockSkewSeconds)
    throw new WalletStop('The signed issuer metadata has no valid iat')
  if (exp !== undefined && (typeof exp !== 'number' || exp <= now))
    throw new WalletStop('The signed issuer metadata is expired')
  return jws.claims
}

/**
 * Fetches the credential issuer metadata from the well-known path and verifies it (OID4VCI-1FINAL-12.2.2, 12.2.3,
 * 12.2.4). With a root it accepts signed metadata too; without one it asks again for the unsigned form.
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
  // A wallet without a root must reject signed metadata (OID4VCI-1FINAL-12.2.3). Every issuer also has the unsigned
  // form (12.2.2).
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

/** The members of the response; a careless wallet assumes the usual ones if there are none. */
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
 * The metadata, if everything that this wallet needs is there and consistent (OID4VCI-1FINAL-12.2.4). A careless wallet
 * fills in what issuers usually have.
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
 * The metadata, if each endpoint of an issuer with an https identifier also uses https (OID4VCI-1FINAL-12.2.4). A
 * careless wallet rewrites http to https.
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
