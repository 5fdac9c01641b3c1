import { loadSession } from '../../engine/sessions/load-session'
import { isBound } from '../../ground/formats/credential-format'
import { credentialExpiry } from '../../ground/formats/credential-validity'
import type { StoredEvent } from '../../ground/ports/store-types'
import { toEpochSeconds } from '../../ground/time/time'
import { credentialConfiguration } from '../configurations'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { requiredEncryption } from '../configurations/laboratory/encryption-options'
import { addressCalled } from '../deviations/second-addresses'
import { readCredentialIdentifier } from './credential-identifiers'
import type { CredentialReading } from './credential-reading'
import { earlierResponseKeys } from './encryption/encryption-evidence'
import { readEncryptedBody } from './encryption/read-encrypted-body'
import { readResponseEncryption } from './encryption/read-response-encryption'
import { lostWithRestart } from './lost-with-restart'
import { type DpopHistory, type DpopNoncePolicy, withHolderKeys } from './oauth/dpop/dpop-reading'
import { readDpop } from './oauth/dpop/read-dpop'
import { readDpopHistory } from './oauth/dpop/read-dpop-history'
import { readAccessToken } from './oauth/read-access-token'
import { credentialsMax } from './proof/holder-keys'
import { eachProof, type ProofsReading } from './proof/proofs-reading'
import type { NonceFacts } from './proof/read-nonce'
import { readProofHeaderKeys } from './proof/read-proof-header-keys'
import { readProofs } from './proof/read-proofs'
import { readCredentialBody } from './read-credential-body'

/** Reads a credential request as far as possible; never throws because of what was sent. OID4VCI-1FINAL-8.2 */
export async function readCredentialRequest(context: IssuerContext): Promise<CredentialReading> {
  const { exchange, issuer, ports, settings } = context
  const { configuration } = issuer
  const { batch, reuse_policy: reusePolicy } = issuer.options
  const sent = readCredentialBody(exchange, await readEncryptedBody(exchange, issuer.keys.requestEncryption))
  const accessToken = await readAccessToken(context, sent.json.ok ? sent.json.value : null)
  const identifiers = await readCredentialIdentifier(sent.request?.credential_identifier, accessToken.value, context)
  // An identifier stands for a configuration too.
  const body = identifiers.names === null ? sent : { ...sent, configurationId: identifiers.names.configurationId }
  const requested = credentialConfiguration(configuration, String(body.configurationId))
  // A credential that is bound to no key needs no proof of one. OID4VCI-1FINAL-12.2.4
  const isKeyBound = requested === null || isBound(requested)
  const sessionId = accessToken.value?.sessionId ?? null
  const [session, events] =
    sessionId === null
      ? [null, []]
      : await Promise.all([loadSession('issuance', sessionId, ports), ports.store.events(sessionId)])
  const proofs = withLostNonce(
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
      algorithms: ['ES256'],
      attestationDemanded: configuration.keyAttestationsRequired && isKeyBound,
      settings,
      credentialExpiresAt: toEpochSeconds(credentialExpiry(exchange.at, issuer.options.credential_seconds)),
      now: exchange.at,
      ports,
    }),
  )
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
  }
}

/** Tells a nonce that was spent by a request whose response may have got lost with a restart of this service. */
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
 * The nonce endpoint hands out a DPoP nonce too, but knows no session: only a `c_nonce` in a later request shows that
 * this wallet called it.
 */
function withNonceEndpoint(history: DpopHistory, nonce: NonceFacts | null, policy: DpopNoncePolicy): DpopHistory {
  if (policy === 'off' || nonce?.source !== 'nonce_endpoint' || nonce.issuedAt === undefined) return history
  const offered = history.nonceOfferedAt.rs
  const rs = offered === null || offered < nonce.issuedAt ? nonce.issuedAt : offered
  return { ...history, nonceOfferedAt: { ...history.nonceOfferedAt, rs } }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
