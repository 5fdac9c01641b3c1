import type { OwnIssuer } from '../../../engine/endpoints/collaborators'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import {
  type ConfusableValues,
  createReadingBudget,
  type OtherRequest,
  type PresentationInput,
} from '../../../shared/formats/reading-of-presentation'
import { thumbprintBytes } from '../../../shared/jose/jwk'
import { digestOf } from '../../../shared/ports/digests'
import type { ReadCertificates } from '../../../shared/ports/ports'
import type { PresentationSession } from '../../../shared/ports/store-types'
import { credentialIssuer } from '../../../shared/ports/uris'
import { fromBase64url, fromUtf8 } from '../../../shared/values/base64url'
import { isObject, type JsonObject } from '../../../shared/values/json'
import type { VerifierHistory } from '../../history/verifier-history'
import { verifierClientId } from '../../identity/verifier-client-id'
import { requestUri, verifierHost } from '../../identity/verifier-uris'
import { browserBinding } from '../dc-api/browser-binding'
import { responseKeyOf } from '../request/client-metadata'
import { entrySessions } from '../request/dc-api/entries'
import type { AskedIssuers } from './credential-issuers'
import { allowedAlgorithms, allowedCoseAlgorithms, requestFacts } from './request-facts'
import type { ResponseJweReading } from './response-jwe-reading'
import type { RequestFacts } from './response-reading'

/** Input for reading presentations and their status lists. */
export type PresentationsInput = Omit<PresentationInput, 'otherForms' | 'otherKeys'> & {
  /** With the trust anchors of status lists. */
  readonly readStatusCertificates: ReadCertificates
}

/** Shared input for reading the presentations of a response. */
export async function presentationInput(
  {
    session,
    keySession,
    thumbprint,
    request,
    history,
    jwe,
    issuers,
    own,
    roots,
  }: {
    readonly session: PresentationSession
    /** The session with the decrypting key, possibly of another entry. */
    readonly keySession: PresentationSession
    /** RFC 7638 thumbprint of that key; `null` for an unencrypted or undecryptable response. */
    readonly thumbprint: string | null
    readonly request: RequestFacts
    readonly history: VerifierHistory
    readonly jwe: ResponseJweReading | null
    readonly issuers: AskedIssuers
    /** Own issuers named in the presentations. */
    readonly own: readonly OwnIssuer[]
    /** Trusted certificates besides those in the session. */
    readonly roots: readonly string[]
  },
  context: RequestContext,
): Promise<PresentationsInput> {
  const { exchange, ports, settings, collaborators } = context
  const sessionAnchors = [...session.options.trust_anchors, ...roots]
  let others: Promise<readonly OtherRequest[]> | null = null
  return {
    budget: createReadingBudget(),
    now: exchange.at,
    clientId: request.clientId,
    nonce: request.nonce,
    responseUri: request.responseUri,
    ...browserBinding(session, request, context),
    state: session.state,
    firstDeliveredAt:
      session.requestDelivery === 'by_value' && session.dcApi === undefined
        ? session.createdAt
        : history.firstFetchedAt,
    digest: ports.digest,
    readCertificates: ports.trustAnchors('credential_issuer', sessionAnchors),
    readStatusCertificates: ports.trustAnchors('credential_status', sessionAnchors),
    // Keys of our own issuers are known and need no request to ourselves.
    issuerKeys: [
      ...collaborators.issuerConfigurationIds.map((id) => ({
        identifier: credentialIssuer(settings.baseUrl, id),
        key: ports.issuerKeys(id).credential,
      })),
      ...own,
    ].map(({ identifier, key: { kid, publicJwk } }) => ({
      issuer: identifier,
      source: 'own_issuer',
      keys: [{ ...publicJwk, kid }],
    })),
    issuerMetadata: issuers.metadataOf,
    algorithms: allowedAlgorithms(session),
    coseAlgorithms: allowedCoseAlgorithms(session),
    verifySignature: ports.verifySignature,
    isPublicKey: ports.isPublicKey,
    hmac: ports.hmac,
    responseKey: thumbprint === null ? null : await openResponseKey(keySession, thumbprint, context),
    partyInfo: partyInfoOf(jwe),
    confusable: () => confusableValues(session, { request, history }, context),
    // Looked up once for all presentations, because it reads the ledger.
    otherRequests: () => {
      others ??= otherRequests(session, context)
      return others
    },
    ofAnotherSession: async (value) => {
      const known = await ports.store.oneTimeValue('vp_nonce', digestOf(value, ports.sha256))
      if (known !== null) return known.sessionId === session.sessionId ? null : 'nonce'
      const other = await ports.store.sessionByState(value)
      return other === null || other.sessionId === session.sessionId ? null : 'state'
    },
  }
}

/** Values of a request that wallets bind to by mistake. A request through a browser has no address. */
function confusableValues(
  session: PresentationSession,
  { request, history }: { readonly request: RequestFacts; readonly history: VerifierHistory },
  { ports, settings: { baseUrl } }: RequestContext,
): ConfusableValues {
  const metadata = session.request.client_metadata
  const jwks = isObject(metadata) && isObject(metadata.jwks) ? metadata.jwks.keys : null
  const identity = {
    baseUrl,
    signer: ports.verifierKeys.requestSigner,
    responseUri: request.responseUri,
    didMethod: undefined,
    registeredClientId: undefined,
  }
  const before = Object.fromEntries(
    (['clientId', 'nonce', 'responseUri'] as const).flatMap((name) => {
      const value = request.changed?.[name] ?? ''
      return value === '' || value === request[name] ? [] : [[name, value]]
    }),
  )
  return {
    walletNonce: history.walletNonce,
    requestUri: session.dcApi === undefined ? requestUri(baseUrl, session.sessionId) : '',
    clientIds: (['x509_san_dns', 'redirect_uri', 'x509_hash'] as const)
      .map((prefix) => verifierClientId({ ...identity, prefix }, ports.sha256))
      .flatMap((id) => [id, ...(id.startsWith('x509_san_dns:') ? [verifierHost(baseUrl)] : [])]),
    keys: (Array.isArray(jwks) ? jwks : []).filter(isObject).slice(0, keysMax) as JsonObject[],
    ...(Object.keys(before).length === 0 ? {} : { before }),
  }
}

/** Most keys of a request that a wallet may have confused. */
const keysMax = 4

/** The response encryption key. OID4VP-1FINALA-B.2.6.1 */
async function openResponseKey(
  { sealedEncryptionKey }: PresentationSession,
  thumbprint: string,
  { ports }: RequestContext,
): Promise<PresentationInput['responseKey']> {
  const key = sealedEncryptionKey === null ? null : await ports.verifierKeys.openResponseKey(sealedEncryptionKey)
  const digest = fromBase64url(thumbprint)
  return key && digest && { thumbprint: digest, deriveKey: key.deriveKey }
}

/** `apu` as sent and decoded: wallets of earlier drafts put their nonce there, in either form. */
function partyInfoOf(jwe: ResponseJweReading | null): string[] {
  const apu = jwe?.header?.apu
  if (typeof apu !== 'string' || apu.length > 1024) return []
  const bytes = fromBase64url(apu)
  const text = bytes && fromUtf8(bytes)
  return text === null ? [apu] : [text, apu]
}

/** Exchanges of the ledger searched for other sessions. */
const exchangesMax = 200
/** One more than a proof is tried with, so that it is known whether some are left out. */
const otherSessionsMax = 11

/** Requests of the newest other sessions. */
async function otherRequests(
  { sessionId }: PresentationSession,
  { ports }: RequestContext,
): Promise<readonly OtherRequest[]> {
  const exchanges = await ports.store.ledger(exchangesMax, 'openid4vp')
  const ids = [...new Set(exchanges.toReversed().flatMap((exchange) => exchange.sessionId ?? []))]
    .filter((id) => id !== sessionId)
    .slice(0, otherSessionsMax)
  const sessions = await Promise.all(ids.map((id) => ports.store.session(id)))
  return sessions
    .flatMap((stored) => (stored?.kind === 'presentation' ? entrySessions(stored) : []))
    .map((other) => {
      const { clientId, nonce, responseUri } = requestFacts(other, ports)
      const jwkThumbprint = thumbprintBytes(responseKeyOf(other.request), ports.digest)
      return { sessionId: other.sessionId, clientId, nonce, responseUri, jwkThumbprint }
    })
}
