import { bind } from '../../engine/checks/evaluate'
import type { DecidedEffect, EventDraft } from '../../engine/endpoints/decided'
import type { Decision } from '../../engine/endpoints/endpoint'
import { carriedValues, oneTimeRow } from '../../engine/endpoints/one-time'
import { failedChecks, type Refusal, refusalOf, refusalReply } from '../../engine/endpoints/refusal'
import { answeredRequest } from '../../engine/endpoints/unmatched-reading'
import { madeToken } from '../../engine/redaction/tokens/made-token'
import { type FoundToken, type ReadToken, readTokens } from '../../engine/redaction/tokens/read-token'
import type { HeaderField } from '../../shared/http/exchange'
import { headerValue } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import { errorStatus, invariant } from '../../shared/ports/errors'
import type { JudgedFinding } from '../../shared/ports/finding'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { assertionMemorySeconds, cNonceTtlSeconds, txCodeAttemptsMax } from '../../shared/time/durations'
import type { JsonObject } from '../../shared/values/json'
import { quoteStart, say } from '../../shared/values/wording'
import { clientAuthenticationChecks, clientConsistencyChecks } from '../checks/client-auth'
import { detailsChecks } from '../checks/details'
import { dpopCodeBindingChecks, dpopProofChecks } from '../checks/dpop'
import { tokenAddressChecks } from '../checks/metadata'
import { offerGrant } from '../checks/offer'
import { pkceTokenChecks } from '../checks/pkce'
import { refreshChecks } from '../checks/refresh'
import { tokenCodeChecks, tokenFormChecks, tokenGrantChecks, tokenRedirectChecks } from '../checks/token'
import { isOfFramework, walletUnit } from '../checks/wallet-attestation/unit'
import { unitStatus } from '../checks/wallet-attestation/unit-status'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { scopeOf } from '../configurations/laboratory/scope-names'
import { deviationName, deviationOf } from '../deviations'
import type { IssuerDeviation } from '../deviations/issuer-deviation'
import { codeId, laterCodeId } from '../read/oauth/authorization'
import { readTokenRequest } from '../read/token/read-token-request'
import type { TokenReading } from '../read/token/token-reading'
import { appliedMutations } from './applied-mutations'
import { judgedByIssuer, withPlannedRefusal } from './issuer-endpoint'
import { issueCNonce, tokenNonce } from './nonce'
import {
  challengeHeader,
  clientAuthenticationEffects,
  clientInDoubt,
  isAbout,
  refusedClientEffects,
} from './oauth/client-authentication'
import { dpopChallenge, dpopEffects, dpopNonceHeaders } from './oauth/dpop'
import {
  clientAuthenticationEvents,
  clientAuthenticationTokens,
  detailsEvents,
  methodName,
  requireAuthenticated,
} from './oauth/request-events'
import { giveIdentifiers, giveRefreshToken, issueAccessToken, revokeFamily } from './token-response'
import { unitChecks } from './unit-checks'
import { unitStatusEvents } from './wallet-unit-evidence'

/** Reason for not judging details. */
const noDetails = say`No authorization_details were sent that the issuer reads.`

/** In order of refusal: form and grant, client, DPoP, code and its bindings. */
const checks = [
  ...bind(tokenAddressChecks, (_reading: TokenReading) => answeredRequest('requestToken', 'POST')),
  ...bind(tokenFormChecks, (reading: TokenReading) => reading),
  ...bind(clientAuthenticationChecks, (reading: TokenReading) => reading.client),
  ...bind([unitStatus.status_valid], (reading: TokenReading) => reading.client.unitStatus),
  ...bind(dpopProofChecks, (reading: TokenReading) => reading.dpop),
  // Only parameters of a valid code are compared; otherwise only missing ones count here.
  ...bind(clientConsistencyChecks, (reading: TokenReading) => reading.client),
  ...bind(
    [...tokenRedirectChecks, ...tokenGrantChecks, offerGrant.grant_respected],
    (reading: TokenReading) => reading,
  ),
  ...bind(detailsChecks, (reading: TokenReading) => reading.details, noDetails),
  ...bind(tokenCodeChecks, (reading: TokenReading) => reading),
  ...bind(pkceTokenChecks, (reading: TokenReading) => reading),
  ...bind(dpopCodeBindingChecks, (reading: TokenReading) => reading.dpop),
  ...bind(refreshChecks, (reading: TokenReading) => reading),
]

const checksFor = unitChecks(checks, walletUnit)

/**
 * `POST /issuers/{id}/token`. A refused request spends only the `jti` of its proofs, and a code sent with a wrong
 * verifier, client, redirect URI or key. A replayed code, or a refresh token that was already replaced, revokes the
 * tokens derived from it.
 * @see OID4VCI-1FINAL-6, RFC9449-5, RFC6749-4.1.2, RFC6749-6
 */
export const tokenEndpoint = judgedByIssuer<TokenReading>({
  read: readTokenRequest,
  checks: ({ client }) => checksFor(isOfFramework(client), client.unitStatus),
  session: ({ session }) => session,
  undelivered: ({ refresh: asked }) => (asked === null ? ['token_response', 'credential_response'] : []),
  decide: (reading, findings, context) => {
    const refusal = refusalOf(findings, checks)
    if (refusal) return refuse(reading, findings, refusal, context)
    return withPlannedRefusal(
      reading.refresh === null ? grant(reading, findings, context) : refresh(reading, findings, context),
      {
        at: 'requestToken',
        grant: reading.grant,
        sessionId: reading.session?.sessionId ?? null,
      },
      context,
      (planned) => refuse(reading, findings, planned, context),
    )
  },
})

function grant(reading: TokenReading, findings: readonly JudgedFinding[], context: IssuerContext): Decision {
  const { session, code, dpop, client, authorization } = reading
  const jkt = dpop.proof?.thumbprint
  invariant(
    session && jkt && code.state === 'alive',
    'A token request that no check refuses has a session, a key and a live code.',
  )
  requireAuthenticated(client)
  const scope = authorization?.facts.scope ?? scopeOf(context.issuer.options, session.credentialConfigurationId)
  const clientId = client.claimedClientId ?? authorization?.facts.clientId ?? null
  const token = issueAccessToken({ session, clientId, scope, jkt, parent: code.value.digest, context })
  const { access_token_seconds: expiresIn, token_c_nonce: hasNonce } = context.issuer.options
  const nonce = hasNonce
    ? issueCNonce(context, { sessionId: session.sessionId, ...tokenNonce(session, codeId(code.value), context) })
    : null
  const asked = reading.details !== null || authorization?.facts.details === true
  const identifiers = giveIdentifiers({ session, grant: code.value.digest, asked }, context)
  const given = giveRefreshToken(
    reading,
    { session, family: code.value.digest, clientId, details: asked, jkt, scope },
    context,
  )
  // RFC6749-5.1: the scope may be omitted if it is the requested one.
  const told = context.issuer.options.scopes && (authorization === null || authorization.facts.requestedScope !== scope)
  const answer = {
    access_token: token.accessToken.token,
    token_type: 'DPoP',
    expires_in: expiresIn,
    ...(nonce === null ? {} : { c_nonce: nonce.cNonce, c_nonce_expires_in: cNonceTtlSeconds }),
    ...(told ? { scope } : {}),
    ...given.member,
    ...(identifiers === null ? {} : { authorization_details: identifiers.details }),
  }
  const headers = nonceHeaders(reading, context)
  const applied = appliedMutations(session, 'token_response', answer)
  return {
    reply: jsonReply(200, answer, headers),
    ...deviatingToken(session, ({ token }) => applied.sent ?? token?.(answer) ?? answer, { answer, headers }),
    sessionId: session.sessionId,
    events: [
      ...received(reading),
      {
        type: 'token_issued',
        detail: {
          expires_in: expiresIn,
          jkt,
          scope,
          code_id: codeId(code.value),
          dpop_nonce: dpop.policy === 'off' ? 'off' : 'offered',
          ...(identifiers === null ? {} : { credential_identifiers: identifiers.count }),
        },
      },
      ...given.events,
      ...applied.events,
    ],
    effects: [
      ...given.effects,
      { type: 'consume', kind: code.value.kind, digest: code.value.digest },
      { type: 'grant', value: token.value, secret: token.accessToken.token },
      ...(nonce === null ? [] : [{ type: 'grant', value: nonce.value, secret: nonce.cNonce } as const]),
      ...(identifiers?.effects ?? []),
      ...clientAuthenticationEffects(client, session.sessionId, context),
      ...proofEffects(reading, findings, context),
    ],
    tokens: tokensOf(reading, context, [madeToken(token.accessToken)]),
  }
}

/** The deviating token response; empty if the session's deviation is elsewhere. */
function deviatingToken(
  session: IssuanceSession,
  change: (changes: IssuerDeviation['changes']) => JsonObject,
  { answer, headers }: { readonly answer: JsonObject; readonly headers: readonly HeaderField[] },
): Pick<Decision, 'deviating'> {
  const deviation = deviationOf(session)
  const wrong = deviation === null ? answer : change(deviation.changes)
  if (deviation === null || wrong === answer) return {}
  return { deviating: { deviation: deviationName(deviation), reply: jsonReply(200, wrong, headers) } }
}

/**
 * Exchanges a refresh token for an access token with the same or a narrower scope.
 * @see RFC6749-6
 */
function refresh(reading: TokenReading, findings: readonly JudgedFinding[], context: IssuerContext): Decision {
  const { session, dpop, client, refresh: asked } = reading
  const jkt = dpop.proof?.thumbprint
  invariant(
    session && jkt && asked?.facts && asked.token.state === 'alive',
    'A refresh that no check refuses has a session, a key and a live token.',
  )
  requireAuthenticated(client)
  const { family, clientId, details, scope: granted } = asked.facts
  const scope = asked.scope ?? granted
  const token = issueAccessToken({ session, clientId, scope, jkt, parent: family, context })
  const { access_token_seconds: expiresIn, refresh: option } = context.issuer.options
  const identifiers = giveIdentifiers({ session, grant: family, asked: details }, context)
  const rotates = option?.rotation === 'every'
  const given = rotates
    ? giveRefreshToken(reading, { session, family, clientId, details, jkt, scope: granted }, context)
    : { member: {}, events: [], effects: [] }
  const answer = {
    access_token: token.accessToken.token,
    token_type: 'DPoP',
    expires_in: expiresIn,
    ...(context.issuer.options.scopes ? { scope } : {}),
    ...given.member,
    // Same as in the first response, which stored them.
    ...(identifiers === null ? {} : { authorization_details: identifiers.details }),
  }
  // Either way a concurrent revocation wins; otherwise it would miss the new tokens.
  const used: DecidedEffect[] = [
    { type: rotates ? 'consume' : 'require', kind: 'refresh_token', digest: asked.token.value.digest },
  ]
  const headers = nonceHeaders(reading, context)
  const applied = appliedMutations(session, 'token_response', answer)
  return {
    reply: jsonReply(200, answer, headers),
    ...deviatingToken(session, ({ refreshed }) => applied.sent ?? refreshed?.(answer) ?? answer, { answer, headers }),
    sessionId: session.sessionId,
    events: [
      ...received(reading),
      {
        type: 'token_refreshed',
        detail: {
          expires_in: expiresIn,
          jkt,
          scope,
          rotated: rotates,
          ...(rotates ? { replaced_token_id: codeId(asked.token.value) } : {}),
          dpop_nonce: dpop.policy === 'off' ? 'off' : 'offered',
        },
      },
      ...given.events,
      ...applied.events,
    ],
    effects: [
      ...used,
      ...given.effects,
      { type: 'grant', value: token.value, secret: token.accessToken.token },
      ...clientAuthenticationEffects(client, session.sessionId, context),
      ...proofEffects(reading, findings, context),
    ],
    tokens: tokensOf(reading, context, [madeToken(token.accessToken)]),
  }
}

function refuse(
  reading: TokenReading,
  findings: readonly JudgedFinding[],
  refusal: Refusal,
  context: IssuerContext,
): Decision {
  const { client, code, dpop, txCode } = reading
  const status = statusOf(refusal, context)
  const sessionId = reading.session?.sessionId ?? null
  const challenged = refusal.error === 'use_dpop_nonce'
  const wrongTxCode = refusal.checkId === 'vci.token.tx_code_correct'
  const attempt = txCode.wrongBefore + 1
  const laterCode = laterCodeId(reading.session, code)
  const effects: DecidedEffect[] = proofEffects(reading, findings, context)
  const doubtful = challenged || clientInDoubt(client, findings)
  effects.push(...(doubtful ? refusedClientEffects : clientAuthenticationEffects)(client, sessionId, context))
  // The code may have been stolen.
  const stolen = reading.grant === 'authorization_code' && isAbout('code', refusal.checkId)
  const isSpent = (refusal.error === 'invalid_grant' && stolen) || (wrongTxCode && attempt >= txCodeAttemptsMax)
  const events: EventDraft[] = [
    ...received(reading),
    {
      type: 'token_rejected',
      detail: {
        status,
        error: refusal.error,
        failed_checks: failedChecks(findings),
        code_usable_until: code.state === 'alive' && !isSpent ? Math.floor(code.value.expiresAt / 1000) : null,
        ...(reading.refresh === null
          ? {}
          : { grant_type: 'refresh_token', refresh_token_usable: reading.refresh.token.state === 'alive' }),
        ...(wrongTxCode
          ? {
              wrong_tx_code: true,
              attempts_left: Math.max(0, txCodeAttemptsMax - attempt),
              sent_length: txCode.length,
              sent_digits: txCode.digits,
            }
          : {}),
        ...(wrongTxCode && laterCode !== null ? { code_id: laterCode } : {}),
        ...carriedValues({
          code: 'value' in code ? code.value : undefined,
          refresh_token: reading.refresh && 'value' in reading.refresh.token ? reading.refresh.token.value : undefined,
        }),
      },
    },
  ]
  if (challenged) {
    const jti = dpop.proof?.claims.jti
    events.push({
      type: 'dpop_nonce_challenged',
      detail: { endpoint: 'token', jti: typeof jti === 'string' ? quoteStart(jti, 200) : null },
    })
  }
  if (code.state === 'used') {
    const detail = { grant_type: reading.grant, code_id: codeId(code.value) }
    events.push({ type: 'authorization_code_replayed', detail })
    effects.push(...revokeFamily(code.value.digest))
  }
  if (!challenged && reading.refresh?.token.state === 'used') {
    events.push({ type: 'refresh_token_replayed', detail: {} })
    effects.push(...revokeFamily(reading.refresh.token.value.parent ?? ''))
  }
  if (code.state === 'alive' && wrongTxCode) {
    // Each guess grants a numbered value: of two parallel guesses one loses the race, is decided again and takes the
    // next number.
    effects.push({
      type: 'grant',
      secret: null,
      value: oneTimeRow(context, {
        kind: 'tx_code_attempt',
        value: `${code.value.digest}.${attempt}`,
        sessionId,
        ttlSeconds: assertionMemorySeconds * 10,
      }),
    })
  }
  if (code.state === 'alive' && isSpent)
    effects.push({ type: 'consume', kind: code.value.kind, digest: code.value.digest })
  return {
    reply: refusalReply({
      refusal,
      baseUrl: context.settings.baseUrl,
      status,
      headers: [
        ...(challenged ? nonceHeaders(reading, context) : []),
        ...challengeHeader(refusal.error, context),
        // RFC9110-15.5.2: a 401 names its scheme.
        ...(refusal.error === 'invalid_dpop_proof' && status === 401
          ? [dpopChallenge(refusal.error, dpop.algorithms)]
          : []),
      ],
    }),
    sessionId: reading.session?.sessionId ?? null,
    events,
    effects,
    tokens: tokensOf(reading, context),
  }
}

/**
 * A missing header makes the request invalid: 400 (RFC6749-5.2). The API answers a failed proof with 401. Only issuers
 * that sessions have for themselves refuse an attestation without `iss`, as at the endpoint for pushed requests.
 */
const statusOf = ({ error, checkId }: Refusal, { issuer }: Pick<IssuerContext, 'issuer'>): number =>
  checkId === 'vci.dpop.header_present' || (checkId === 'vci.wallet_attestation.iss' && issuer.session !== null)
    ? 400
    : errorStatus[error]

const received = ({ grant: grantType, client, details, dpop }: TokenReading): EventDraft[] => [
  {
    type: 'token_received',
    detail: {
      grant_type: grantType,
      client_id: quoteStart(client.claimedClientId, 200) ?? null,
      client_auth_method: methodName(client),
      jkt: dpop.proof?.signature === 'valid' ? dpop.proof.thumbprint : null,
    },
  },
  ...clientAuthenticationEvents(client),
  ...unitStatusEvents(client.unitStatus),
  ...detailsEvents('token', details),
]

const nonceHeaders = ({ dpop, now }: TokenReading, { issuer, ports }: IssuerContext) =>
  dpopNonceHeaders({ policy: dpop.policy, issuer: issuer.id, role: 'as', now, keyedHash: ports.keyedHash })

const proofEffects = (
  reading: TokenReading,
  findings: readonly JudgedFinding[],
  { exchange, issuer }: IssuerContext,
): DecidedEffect[] =>
  dpopEffects({
    reading: reading.dpop,
    findings,
    issuerId: issuer.id,
    exchangeId: exchange.id,
    sessionId: reading.session?.sessionId ?? null,
  })

function tokensOf(
  { client, dpop, form }: TokenReading,
  context: IssuerContext,
  made: readonly FoundToken[] = [],
): ReadonlyMap<string, ReadToken> {
  return new Map([
    ...readTokens([
      [headerValue(context.exchange, 'dpop'), dpop.proof, [dpop.proof?.header.jwk, dpop.proof?.thumbprint]],
      ...made,
    ]),
    ...clientAuthenticationTokens(client, context, form),
  ])
}
