import { bind } from '../../../engine/checks/evaluate'
import type { DecidedEffect, EventDraft } from '../../../engine/endpoints/decided'
import type { Decision } from '../../../engine/endpoints/endpoint'
import { carriedValues, oneTimeRow, randomValue, redirectUriDigest } from '../../../engine/endpoints/one-time'
import { type Refusal, refusalOf, refusalReply, refusingChecks } from '../../../engine/endpoints/refusal'
import { answeredRequest } from '../../../engine/endpoints/unmatched-reading'
import { type ReadToken, readTokens } from '../../../engine/redaction/tokens/read-token'
import { keptOptions, shownOptions } from '../../../engine/sessions/session-option'
import { headerValue } from '../../../shared/http/exchange'
import { jsonReply } from '../../../shared/http/reply'
import { invariant } from '../../../shared/ports/errors'
import type { JudgedFinding } from '../../../shared/ports/finding'
import { sessionId } from '../../../shared/ports/ids'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { requestUriTtlSeconds, sessionTtlSeconds } from '../../../shared/time/durations'
import { addSeconds } from '../../../shared/time/time'
import { quoteStart, say } from '../../../shared/values/wording'
import { clientAuthenticationChecks } from '../../checks/client-auth'
import { detailsChecks } from '../../checks/details'
import { dpopProofChecks } from '../../checks/dpop'
import { parAddressChecks } from '../../checks/metadata'
import { parDpopChecks, parFormChecks, parObjectChecks, parRequestChecks } from '../../checks/par'
import { isOfFramework, walletUnit } from '../../checks/wallet-attestation/unit'
import { unitStatus } from '../../checks/wallet-attestation/unit-status'
import type { IssuerContext } from '../../configurations/issuer-in-play'
import { deviationName, deviationOf } from '../../deviations'
import { laterOfferData } from '../../read/later-offer'
import { factsToData } from '../../read/oauth/authorization'
import { type PushedRequestReading, readPushedRequest } from '../../read/oauth/pushed-request'
import { issuerOptionOrder, issuerOptions, zIssuanceSessionRequest } from '../../read/session-options'
import { judgedByIssuer } from '../issuer-endpoint'
import { unitChecks } from '../unit-checks'
import {
  challengeHeader,
  clientAuthenticationEffects,
  clientInDoubt,
  refusedClientEffects,
} from './client-authentication'
import { dpopEffects, dpopNonceHeaders } from './dpop'
import {
  clientAuthenticationEvents,
  clientAuthenticationTokens,
  detailsEvents,
  methodName,
  requireAuthenticated,
} from './request-events'
import { sealReturn } from './wallet-return'

/** Reason for not judging details. */
const noDetails = say`No authorization_details were sent that the issuer reads.`

/** The reading about the form as it came, whatever a request object puts in its place. */
const asSent = (reading: PushedRequestReading): PushedRequestReading => ({ ...reading, form: reading.sent })

/** In order of refusal: form, client, request objects, DPoP, parameters. */
const checks = [
  ...bind(parAddressChecks, (_reading: PushedRequestReading) => answeredRequest('pushAuthorizationRequest', 'POST')),
  ...bind(parFormChecks, asSent),
  ...bind(clientAuthenticationChecks, (reading: PushedRequestReading) => reading.client),
  ...bind([unitStatus.status_valid], (reading: PushedRequestReading) => reading.client.unitStatus),
  ...bind(parObjectChecks, asSent),
  ...bind(parDpopChecks, (reading: PushedRequestReading) => reading),
  ...bind(
    // A separate check decides whether a proof is required.
    dpopProofChecks.filter(({ id }) => id !== 'vci.dpop.header_present'),
    (reading: PushedRequestReading) => reading.dpop,
  ),
  ...bind(parRequestChecks, (reading: PushedRequestReading) => reading),
  ...bind(detailsChecks, (reading: PushedRequestReading) => reading.details, noDetails),
]

const checksFor = unitChecks(checks, walletUnit)

/**
 * `POST /issuers/{id}/par`. An accepted request is stored under a `request_uri`; a refused one spends nothing but the
 * `jti` of its proofs. Without `issuer_state` the session is inferred from the client, or created.
 * @see RFC9126-2, RFC9449-10.1, OID4VCI-1FINAL-5.1.4
 */
export const pushedRequestEndpoint = judgedByIssuer<PushedRequestReading>({
  read: readPushedRequest,
  checks: ({ client }) => checksFor(isOfFramework(client), client.unitStatus),
  session: ({ session }) => session,
  decide: (reading, findings, context) => {
    const refusal = refusalOf(findings, checks)
    return refusal ? refuse(reading, findings, refusal, context) : accept(reading, findings, context)
  },
})

async function accept(
  reading: PushedRequestReading,
  findings: readonly JudgedFinding[],
  context: IssuerContext,
): Promise<Decision> {
  const { client, dpop, form, pkce, redirectUri, scope, state } = reading
  const { issuer } = context
  const clientId = client.claimedClientId
  invariant(
    clientId && redirectUri && pkce.challenge && pkce.digest && scope.granted,
    'A pushed request that no check refuses has a client, a redirect URI, a challenge and a scope.',
  )
  requireAuthenticated(client)
  const made = reading.session === null ? sessionOfWallet(scope.granted, context) : null
  const session = reading.session ?? made
  invariant(session, 'A pushed request that is accepted has a session.')
  const proven = dpop.proof?.signature === 'valid' ? dpop.proof.thumbprint : null
  const jkt = proven ?? form.body.get('dpop_jkt')
  const requestUri = `urn:ietf:params:oauth:request_uri:${randomValue(context)}`
  const row = oneTimeRow(context, {
    kind: 'request_uri',
    value: requestUri,
    sessionId: session.sessionId,
    ttlSeconds: requestUriTtlSeconds,
    data: {
      ...factsToData({
        clientId,
        method: methodName(client),
        popDigest: client.attestation?.pop?.digest ?? null,
        redirectUriDigest: redirectUriDigest(redirectUri.value, context),
        codeChallenge: pkce.challenge,
        scope: scope.granted,
        requestedScope: scope.values?.join(' ') ?? scope.granted,
        jkt,
        client: context.client,
        details: reading.details !== null,
        clientKnown: reading.issuerState.state === 'alive' || reading.clientRegistered,
        server: issuer.authorizationServer === issuer.identifier ? null : issuer.authorizationServer,
        ...laterOfferData(session),
      }),
      return: await sealReturn(
        { redirectUri: redirectUri.value, state: state.value },
        requestUri,
        context.ports.keyedHash,
      ),
    },
  })
  const answer = { request_uri: requestUri, expires_in: requestUriTtlSeconds }
  const headers = nonceHeaders(reading, context)
  const deviation = deviationOf(session)
  return {
    reply: jsonReply(201, answer, headers),
    ...(deviation?.changes.pushed
      ? {
          deviating: {
            deviation: deviationName(deviation),
            reply: jsonReply(201, deviation.changes.pushed(answer), headers),
          },
        }
      : {}),
    ...about(reading, made),
    events: [
      ...(made ? [walletSessionEvent(made, context)] : []),
      ...received(reading),
      {
        type: 'par_accepted',
        detail: {
          expires_in: requestUriTtlSeconds,
          scope: scope.granted,
          jkt,
          dpop_nonce: dpop.policy === 'off' ? 'off' : 'offered',
        },
      },
    ],
    effects: [
      { type: 'grant', value: row, secret: requestUri },
      ...remembered(reading, session, context),
      ...clientAuthenticationEffects(client, session.sessionId, context),
      ...proofEffects(reading, findings, session, context),
    ],
    tokens: tokensOf(reading, context),
  }
}

function refuse(
  reading: PushedRequestReading,
  findings: readonly JudgedFinding[],
  refusal: Refusal,
  context: IssuerContext,
): Decision {
  const { client, dpop, scope, session } = reading
  const challenged = refusal.error === 'use_dpop_nonce'
  // An unmatched request gets a new session, so that the wallet's developer sees its findings.
  const made =
    session === null && reading.issuerState.state === 'absent' && scope.granted !== null && client.claimedClientId
      ? sessionOfWallet(scope.granted, context)
      : null
  const bound = session ?? made
  const jti = dpop.proof?.claims.jti
  const doubtful = challenged || clientInDoubt(client, findings)
  return {
    // The API has no 401 here: RFC 6749 section 5.2 requires it only for the Authorization header.
    reply: refusalReply({
      refusal,
      baseUrl: context.settings.baseUrl,
      status: 400,
      headers: [...(challenged ? nonceHeaders(reading, context) : []), ...challengeHeader(refusal.error, context)],
    }),
    ...about(reading, made),
    events: [
      ...(made ? [walletSessionEvent(made, context)] : []),
      ...received(reading),
      {
        type: 'par_rejected',
        detail: {
          status: 400,
          error: refusal.error,
          failed_checks: refusingChecks(findings),
          ...carriedValues({ offer: 'value' in reading.issuerState ? reading.issuerState.value : undefined }),
        },
      },
      ...(challenged
        ? [
            {
              type: 'dpop_nonce_challenged' as const,
              detail: { endpoint: 'par', jti: typeof jti === 'string' ? quoteStart(jti, 200) : null },
            },
          ]
        : []),
    ],
    effects: [
      ...(doubtful ? refusedClientEffects : clientAuthenticationEffects)(client, bound?.sessionId ?? null, context),
      ...proofEffects(reading, findings, bound, context),
    ],
    tokens: tokensOf(reading, context),
  }
}

const about = (reading: PushedRequestReading, made: IssuanceSession | null) => ({
  sessionId: (reading.session ?? made)?.sessionId ?? null,
  ...(made ? { session: made } : {}),
  ...(reading.correlation === 'inferred' ? { correlation: 'inferred' as const } : {}),
})

const received = ({ client, details, dpop, mayBelong }: PushedRequestReading): EventDraft[] => [
  ...mayBelong,
  {
    type: 'par_received',
    detail: {
      client_id: quoteStart(client.claimedClientId, 200) ?? null,
      client_auth_method: methodName(client),
      jkt: dpop.proof?.signature === 'valid' ? dpop.proof.thumbprint : null,
    },
  },
  ...clientAuthenticationEvents(client),
  ...detailsEvents('par', details),
]

/** Remembers challenge and `state`, to detect reuse. */
function remembered(
  { pkce, state }: PushedRequestReading,
  { sessionId }: IssuanceSession,
  context: IssuerContext,
): DecidedEffect[] {
  const row = (kind: 'pkce_challenge' | 'pushed_state', digest: string): DecidedEffect => ({
    type: 'remember',
    value: { ...oneTimeRow(context, { kind, value: '', sessionId, ttlSeconds: 30 * 24 * 3600 }), digest },
  })
  return [
    ...(pkce.digest === null ? [] : [row('pkce_challenge', pkce.digest)]),
    ...(state.digest === null ? [] : [row('pushed_state', state.digest)]),
  ]
}

const nonceHeaders = ({ dpop, now }: PushedRequestReading, { issuer, ports }: IssuerContext) =>
  dpopNonceHeaders({ policy: dpop.policy, issuer: issuer.id, role: 'as', now, keyedHash: ports.keyedHash })

const proofEffects = (
  { dpop }: PushedRequestReading,
  findings: readonly JudgedFinding[],
  session: IssuanceSession | null,
  { exchange, issuer }: IssuerContext,
): DecidedEffect[] =>
  dpopEffects({
    reading: dpop,
    findings,
    issuerId: issuer.id,
    exchangeId: exchange.id,
    sessionId: session?.sessionId ?? null,
  })

function tokensOf(
  { client, dpop, form }: PushedRequestReading,
  context: IssuerContext,
): ReadonlyMap<string, ReadToken> {
  return new Map([
    ...readTokens([
      [headerValue(context.exchange, 'dpop'), dpop.proof, [dpop.proof?.header.jwk, dpop.proof?.thumbprint]],
    ]),
    ...clientAuthenticationTokens(client, context, form),
  ])
}

/** Defaults of a session request. */
const defaults = zIssuanceSessionRequest.parse({})

/** Session of a wallet-initiated flow. The scope is the credential configuration id. */
const sessionOfWallet = (scope: string, { exchange, issuer, ports, settings }: IssuerContext): IssuanceSession => ({
  sessionId: sessionId(ports.uuid()),
  kind: 'issuance',
  issuerConfigurationId: issuer.configuration.id,
  flow: 'authorization_code',
  credentialOfferMode: 'credential_offer',
  credentialConfigurationId: scope,
  // Storage requires an offer id per session; this one serves no offer.
  credentialOfferId: ports.uuid(),
  origin: 'wallet_initiated',
  options: keptOptions(issuerOptions, defaults, {
    beside: { ...defaults, dpopNonce: settings.dpopNonce },
    order: issuerOptionOrder.kept,
  }),
  createdAt: exchange.at,
  expiresAt: addSeconds(exchange.at, sessionTtlSeconds),
})

/** The first event of a wallet-initiated session. */
const walletSessionEvent = (session: IssuanceSession, { issuer }: IssuerContext): EventDraft => ({
  type: 'session_created',
  detail: {
    issuer_configuration_id: session.issuerConfigurationId,
    issuer_identifier: issuer.identifier,
    authorization_server_identifier: issuer.authorizationServer,
    credential_configuration_id: session.credentialConfigurationId,
    flow: session.flow,
    credential_offer_mode: session.credentialOfferMode,
    options: shownOptions(issuerOptions, session.options),
    origin: session.origin,
  },
})
