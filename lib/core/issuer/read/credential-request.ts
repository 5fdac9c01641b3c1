import { loadSession } from '../../engine/sessions/load-session'
import { type CredentialConfiguration, isBound } from '../../shared/formats/credential-format'
import { type Exchange, mediaTypeOf } from '../../shared/http/exchange'
import { type JsonBody, readJsonBody, readJsonText } from '../../shared/http/read-json'
import type { LaboratoryOptions } from '../../shared/ports/laboratory'
import type { IssuanceSession, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { type EpochMillis, toEpochSeconds } from '../../shared/time/time'
import { isObject } from '../../shared/values/json'
import { credentialConfiguration } from '../configurations'
import type { IssuerConfiguration } from '../configurations/issuer-configuration'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { type RequiredEncryption, requiredEncryption } from '../configurations/laboratory/protocol-options'
import { attestationLevels } from '../configurations/laboratory/wallet-unit-options'
import { addressCalled } from '../deviations/second-addresses'
import { type EncryptedBodyReading, earlierResponseKeys, readEncryptedBody } from './encryption/encrypted-body'
import { type ResponseEncryptionReading, readResponseEncryption } from './encryption/response-encryption'
import { lostWithRestart } from './lost-with-restart'
import { type IdentifiersReading, readCredentialIdentifier } from './oauth/authorization-details'
import { type DpopHistory, type DpopNoncePolicy, type DpopReading, withHolderKeys } from './oauth/dpop/dpop-reading'
import { readDpop, readDpopHistory } from './oauth/dpop/read-dpop'
import { type AccessTokenReading, readAccessToken } from './oauth/read-access-token'
import { credentialsMax, eachProof, type HolderKey, type ProofsReading } from './proof/proofs-reading'
import type { NonceFacts } from './proof/read-nonce'
import { type ProofHeaderKey, readProofHeaderKeys } from './proof/read-proof-header-keys'
import { readProofs } from './proof/read-proofs'
import { credentialEnd, readShownStatuses, type ShownStatuses } from './wallet-unit/credential-end'
import { readUnitStatus, type UnitStatusReading } from './wallet-unit/unit-status'
import { walletSigningAlgorithms, walletUnitRules } from './wallet-unit/wallet-unit-rules'

/** Body of a credential request. OID4VCI-1FINAL-8.2 */
export interface CredentialBodyReading {
  readonly mediaType: string | null
  /** Bytes received, as far as counted. */
  readonly bytes: number
  /** `null` if the request is not encrypted. */
  readonly encrypted: EncryptedBodyReading | null
  /** Decrypted if necessary. */
  readonly json: JsonBody
  /** `null` if the body is not an object. */
  readonly request: Readonly<Record<string, unknown>> | null
  readonly configurationId: unknown
  readonly proofs: ProofsShape
}

/** The shape of `proofs`, before any proof is read. */
interface ProofsShape {
  readonly sent: boolean
  readonly isObject: boolean
  /** The first member names. */
  readonly types: readonly string[]
  /** Elements of the first array member, in order. */
  readonly elements: readonly unknown[]
  /** Whether the first member is an array. */
  readonly isArray: boolean
}

/** Reads the body whatever its media type; never throws. */
export function readCredentialBody(exchange: Exchange, encrypted: EncryptedBodyReading | null): CredentialBodyReading {
  const json = encrypted === null ? readJsonBody(exchange) : readJsonText(encrypted.plaintext ?? '')
  const request = json.ok && isObject(json.value) ? json.value : null
  return {
    mediaType: mediaTypeOf(exchange),
    bytes: exchange.bodyOverflow ? Math.max(exchange.bodyBytes, exchange.body.length) : exchange.body.length,
    encrypted,
    json,
    request,
    configurationId: request?.credential_configuration_id,
    proofs: shapeOf(request?.proofs),
  }
}

function shapeOf(proofs: unknown): ProofsShape {
  const members = isObject(proofs) ? Object.entries(proofs) : []
  const first = members[0]?.[1]
  return {
    sent: proofs !== undefined,
    isObject: isObject(proofs),
    types: members.slice(0, 10).map(([name]) => name),
    elements: Array.isArray(first) ? first : [],
    isArray: Array.isArray(first),
  }
}

/** Facts of a credential request. */
export interface CredentialReading {
  readonly now: EpochMillis
  readonly issuer: Omit<IssuerConfiguration, 'id'>
  readonly accessToken: AccessTokenReading
  readonly dpop: DpopReading
  readonly body: CredentialBodyReading
  /** How the request names its dataset. */
  readonly identifiers: IdentifiersReading
  readonly proofs: ProofsReading
  /** `jwk` header keys of proofs, proven or not. */
  readonly proofHeaderKeys: readonly ProofHeaderKey[]
  /** Encryption required by the metadata. */
  readonly requiredEncryption: RequiredEncryption
  /** Requested response encryption; `null` if none. */
  readonly responseEncryption: ResponseEncryptionReading | null
  /** Thumbprints of response encryption keys in the session's earlier requests. */
  readonly earlierResponseKeys: readonly string[]
  /** Credential configuration ids in the metadata. */
  readonly advertised: readonly string[]
  /** Keys of `proof_types_supported`; empty without key binding. */
  readonly proofTypes: readonly string[]
  /** Batch options; `null` without batch issuance. */
  readonly batch: LaboratoryOptions['batch']
  /** Credentials requested by the reuse policy; `null` without one. */
  readonly reusePolicy: LaboratoryOptions['reuse_policy']
  readonly session: IssuanceSession | null
  /** Statuses that end the credentials; `null` where they do not count. */
  readonly shownStatuses: ShownStatuses | null
  /** What the issuer knows of the wallet unit; `null` for an issuer without `wallet_unit`. */
  readonly unitStatus: UnitStatusReading | null
}

/** Reads a credential request as far as possible; never throws on bad input. OID4VCI-1FINAL-8.2 */
export async function readCredentialRequest(context: IssuerContext): Promise<CredentialReading> {
  const { exchange, issuer, ports, settings } = context
  const { configuration } = issuer
  const { batch, reuse_policy: reusePolicy } = issuer.options
  const sent = readCredentialBody(exchange, await readEncryptedBody(exchange, issuer))
  const accessToken = await readAccessToken(context, sent.json.ok ? sent.json.value : null)
  const identifiers = await readCredentialIdentifier(sent.request?.credential_identifier, accessToken.value, context)
  // An identifier implies a configuration.
  const body = identifiers.names === null ? sent : { ...sent, configurationId: identifiers.names.configurationId }
  const requested = credentialConfiguration(configuration, String(body.configurationId))
  // A credential without key binding needs no proof. OID4VCI-1FINAL-12.2.4
  const isKeyBound = requested === null || isBound(requested)
  const sessionId = accessToken.value?.sessionId ?? null
  const [session, events] =
    sessionId === null
      ? [null, []]
      : await Promise.all([loadSession('issuance', sessionId, ports), ports.store.events(sessionId)])
  const shownStatuses = await readShownStatuses(sessionId, context)
  const proofsSent = withLostNonce(
    events,
    ports,
  )(
    await readProofs({
      type: body.proofs.elements.length > 0 ? (body.proofs.types[0] ?? null) : null,
      element: body.proofs.elements[0],
      more: batch === null ? [] : body.proofs.elements.slice(1, batch.size),
      keysMax: batch?.size ?? credentialsMax,
      credentialIssuer: issuer.identifier,
      issuerId: issuer.id,
      hasNonceEndpoint: issuer.options.nonce === 'required',
      clientId: text(accessToken.value?.data.client_id),
      sessionId,
      algorithms: walletSigningAlgorithms(issuer),
      attestationDemanded: configuration.keyAttestationsRequired && isKeyBound,
      takesAttestationProof: configuration.proofTypes.includes('attestation') && isKeyBound,
      unit: walletUnitRules(issuer),
      isPid: requested !== null && isPid(requested),
      isKeyBound,
      settings: { ...settings, ...attestationLevels(issuer.options, settings) },
      lost: lostWithRestart(events, ports),
      credentialExpiresAt: toEpochSeconds(
        // Each attestation of the request is compared with its own status, which is none here.
        credentialEnd({ now: exchange.at, shown: shownStatuses, keyAttestations: [{}] }, issuer),
      ),
      now: exchange.at,
      ports,
    }),
  )
  const proofs: ProofsReading =
    session !== null && eachProof(proofsSent).some(({ jwt }) => jwt?.jwt?.nonce.state === 'null')
      ? { ...proofsSent, isNonceFetched: await isNonceFetched(session, context) }
      : proofsSent
  const dpop = await readDpop({
    exchange,
    endpointUrl: addressCalled(issuer.urls.credential, { exchange, issuer }),
    role: 'rs',
    accessToken: accessToken.token,
    boundThumbprint: text(accessToken.value?.data.jkt),
    issuerId: issuer.id,
    policy: session?.options.dpop_nonce ?? settings.dpopNonce,
    algorithms: settings.dpopSigningAlgs,
    ports,
    sessionId,
    history: withNonceEndpoint(readDpopHistory(events, 'credential', ports), proofs.nonce, settings.dpopNonce),
  })
  return {
    now: exchange.at,
    issuer: configuration,
    accessToken,
    dpop: withHolderKeys(
      dpop,
      proofs.holderKeys.map(({ thumbprint }) => thumbprint),
    ),
    body,
    identifiers,
    proofs,
    proofHeaderKeys: await readProofHeaderKeys(
      body.request,
      eachProof(proofs).map(({ jwt }) => jwt),
    ),
    requiredEncryption: requiredEncryption(issuer.options),
    responseEncryption: await readResponseEncryption(body.request),
    earlierResponseKeys: earlierResponseKeys(events),
    advertised: configuration.credentialConfigurations.map(({ id }) => id),
    proofTypes: isKeyBound ? configuration.proofTypes : [],
    batch,
    reusePolicy,
    session,
    shownStatuses,
    unitStatus: await readUnitStatus(context, { attestations: keyStorages(proofs), isAsked: true }),
  }
}

/** Statuses of the key storages whose attestations a request shows. TS3-2.3.2 */
const keyStorages = (proofs: ProofsReading) =>
  eachProof(proofs).flatMap(({ keyAttestation }) => {
    const jwt = keyAttestation?.jwt
    return jwt?.signature === 'valid' ? [{ list: 2 as const, status: jwt.claims.key_storage_status }] : []
  })

/** Whether a type is one of a PID: in the namespace of its `vct`, or of its doctype. */
const isPid = (requested: CredentialConfiguration): boolean =>
  'vct' in requested ? requested.vct.startsWith('urn:eudi:pid:') : requested.doctype === 'eu.europa.ec.eudi.pid.1'

/** Most requests that belong to no session, among which one for a nonce is looked for. */
const unboundMax = 50

/**
 * Whether a request for a nonce can be linked to the session: one that names it, or one of the same client since it was
 * created, which names none.
 */
async function isNonceFetched(
  session: IssuanceSession,
  { exchange, issuer, ports, client }: IssuerContext,
): Promise<boolean> {
  const isForNonce = ({ operation }: StoredExchange): boolean => operation === 'requestNonce'
  if ((await ports.store.exchanges(session.sessionId)).some(isForNonce)) return true
  const nearby = await ports.store.unboundExchanges(
    { issuerId: issuer.id, clients: [client], from: session.createdAt, to: exchange.at },
    { newestMax: unboundMax },
  )
  return nearby.some(isForNonce)
}

/** Marks a nonce spent by a request whose response may have been lost in a restart. */
const withLostNonce =
  (events: readonly StoredEvent[], ports: Parameters<typeof lostWithRestart>[1]) =>
  (proofs: ProofsReading): ProofsReading => {
    const lost = lostWithRestart(events, ports)
    const issued = events.some(({ type, exchangeId }) => type === 'credential_issued' && exchangeId === lost)
    if (lost === null || !issued) return proofs
    const marked = (nonce: NonceFacts): NonceFacts =>
      nonce.state === 'spent' ? { ...nonce, spentInLost: true } : nonce
    const { keyAttestation } = proofs
    return {
      ...proofs,
      nonce: proofs.nonce && marked(proofs.nonce),
      others: proofs.others.map(({ nonce, ...other }) => ({ ...other, nonce: nonce && marked(nonce) })),
      keyAttestation: keyAttestation?.jwt
        ? { ...keyAttestation, jwt: { ...keyAttestation.jwt, nonce: marked(keyAttestation.jwt.nonce) } }
        : keyAttestation,
    }
  }

/**
 * The nonce endpoint also hands out DPoP nonces but knows no session: only a `c_nonce` in a later request shows that
 * this wallet called it.
 */
function withNonceEndpoint(history: DpopHistory, nonce: NonceFacts | null, policy: DpopNoncePolicy): DpopHistory {
  if (policy === 'off' || nonce?.source !== 'nonce_endpoint' || nonce.issuedAt === undefined) return history
  const offered = history.nonceOfferedAt.rs
  const rs = offered === null || offered < nonce.issuedAt ? nonce.issuedAt : offered
  return { ...history, nonceOfferedAt: { ...history.nonceOfferedAt, rs } }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Encryption facts shared by credential and deferred requests. OID4VCI-1FINAL-10 */
export interface EncryptedRequestReading
  extends Pick<CredentialReading, 'requiredEncryption' | 'responseEncryption' | 'earlierResponseKeys' | 'dpop'> {
  readonly body: Pick<CredentialBodyReading, 'mediaType' | 'bytes' | 'encrypted' | 'json' | 'request'>
  readonly proofs: { readonly holderKeys: readonly Pick<HolderKey, 'thumbprint'>[] }
}
