import { bind } from '../checks/evaluate'
import type { Finding } from '../checks/finding'
import { dpopCodeBindingChecks, dpopProofChecks } from '../checks/vci/dpop'
import { tokenAddressChecks } from '../checks/vci/metadata'
import { offerGrantRespected } from '../checks/vci/offer/grant-respected'
import { tokenFormChecks, tokenGrantChecks } from '../checks/vci/token'
import { type Decision, type EventDraft, judged, type RequestContext } from '../endpoint'
import { type ErrorCode, errorStatus, invariant } from '../errors'
import { jsonReply } from '../http/reply'
import { accessTokenTtlSeconds, cNonceTtlSeconds } from '../lifetimes'
import { answeredRequest } from '../misdirected-reading'
import { issueCNonce } from '../oid4vci/issue-c-nonce'
import { failedChecks, type Refusal, refusalOf, refusalReply } from '../refusal'
import type { Effect } from '../store-types'
import { dpopEffects } from './dpop/dpop-effects'
import { dpopChallenge, dpopNonceHeaders } from './dpop/dpop-headers'
import { issueAccessToken } from './issue-access-token'
import { readTokenRequest } from './read-token-request'
import type { TokenReading } from './token-reading'

/** In the order of answers: form and grant, then DPoP, then the code. */
const checks = [
  ...bind(tokenAddressChecks, (_reading: TokenReading) => answeredRequest('requestToken', 'POST')),
  ...bind(tokenFormChecks, (reading: TokenReading) => reading),
  ...bind(dpopProofChecks, (reading: TokenReading) => reading.dpop),
  ...bind([...tokenGrantChecks, offerGrantRespected], (reading: TokenReading) => reading),
  ...bind(dpopCodeBindingChecks, (reading: TokenReading) => reading.dpop),
]

/**
 * `POST /issuers/{id}/token`. A refused request uses nothing up but the `jti` of its proof; a code that comes a second
 * time revokes the tokens that came from it.
 * @see OID4VCI-1FINAL-6, RFC9449-5, RFC6749-4.1.2
 */
export const tokenEndpoint = judged<TokenReading>({
  read: readTokenRequest,
  checks: () => checks,
  decide: (reading, findings, context) => {
    const refusal = refusalOf(findings, checks)
    return refusal ? refuse(reading, findings, refusal, context) : grant(reading, findings, context)
  },
})

function grant(reading: TokenReading, findings: readonly Finding[], context: RequestContext): Decision {
  const { session, code, dpop, issuerConfigurationId, clientId } = reading
  const jkt = dpop.proof?.thumbprint
  invariant(
    session && jkt && code.state === 'alive',
    'A token request that no check refuses has a session, a key and a live code.',
  )
  const scope = session.credentialConfigurationId
  const token = issueAccessToken({ session, clientId, scope, jkt, parent: code.value.digest, context })
  const nonce = issueCNonce(context, issuerConfigurationId, { source: 'token_response', sessionId: session.sessionId })
  return {
    reply: jsonReply(
      200,
      {
        access_token: token.accessToken,
        token_type: 'DPoP',
        expires_in: accessTokenTtlSeconds,
        c_nonce: nonce.cNonce,
        c_nonce_expires_in: cNonceTtlSeconds,
        scope,
      },
      nonceHeaders(reading, context),
    ),
    sessionId: session.sessionId,
    events: [
      received(reading),
      {
        type: 'token_issued',
        detail: {
          expires_in: accessTokenTtlSeconds,
          jkt,
          scope,
          dpop_nonce: dpop.policy === 'off' ? 'off' : 'offered',
        },
      },
    ],
    effects: [
      { type: 'consume', kind: code.value.kind, digest: code.value.digest },
      { type: 'grant', value: token.value },
      { type: 'grant', value: nonce.value },
      ...proofEffects(reading, findings, context),
    ],
    signatures: signaturesOf(reading, context),
  }
}

function refuse(
  reading: TokenReading,
  findings: readonly Finding[],
  refusal: Refusal,
  context: RequestContext,
): Decision {
  const { code, dpop } = reading
  const status = statusOf(refusal)
  const events: EventDraft[] = [
    received(reading),
    { type: 'token_rejected', detail: { status, error: refusal.error, failed_checks: failedChecks(findings) } },
  ]
  const effects: Effect[] = proofEffects(reading, findings, context)
  if (refusal.error === 'use_dpop_nonce') {
    const jti = dpop.proof?.claims.jti
    events.push({
      type: 'dpop_nonce_challenged',
      detail: { endpoint: 'token', jti: typeof jti === 'string' ? jti.slice(0, 200) : null },
    })
  }
  if (code.state === 'used') {
    events.push({ type: 'authorization_code_replayed', detail: { grant_type: reading.grant } })
    effects.push({ type: 'revoke', parent: code.value.digest })
  }
  return {
    reply: refusalReply({
      refusal,
      baseUrl: context.settings.baseUrl,
      status,
      headers: [
        ...(refusal.error === 'use_dpop_nonce' ? nonceHeaders(reading, context) : []),
        ...(status === 401 ? [dpopChallenge(refusal.error, dpop.algorithms)] : []),
      ],
    }),
    sessionId: reading.session?.sessionId ?? null,
    events,
    effects,
    signatures: signaturesOf(reading, context),
  }
}

/** A missing header is a malformed request (400); a proof that does not hold is 401, as the interface demands. */
const statusOf = ({ error, checkId }: { error: ErrorCode; checkId: string }): number =>
  checkId === 'vci.dpop.header_present' ? 400 : errorStatus[error]

const received = ({ grant: grantType, clientId, dpop }: TokenReading): EventDraft => ({
  type: 'token_received',
  detail: {
    grant_type: grantType,
    client_id: clientId?.slice(0, 200) ?? null,
    client_auth_method: 'none',
    jkt: dpop.proof?.signature === 'valid' ? dpop.proof.thumbprint : null,
  },
})

const nonceHeaders = ({ dpop, issuerConfigurationId, now }: TokenReading, { ports }: RequestContext) =>
  dpopNonceHeaders({ policy: dpop.policy, issuer: issuerConfigurationId, role: 'as', now, keyedHash: ports.keyedHash })

const proofEffects = (reading: TokenReading, findings: readonly Finding[], { exchange }: RequestContext): Effect[] =>
  dpopEffects({
    reading: reading.dpop,
    findings,
    issuerConfigurationId: reading.issuerConfigurationId,
    exchangeId: exchange.id,
    sessionId: reading.session?.sessionId ?? null,
  })

function signaturesOf({ dpop }: TokenReading, { exchange }: RequestContext): ReadonlyMap<string, 'valid' | 'invalid'> {
  const header = exchange.headers.find(([name]) => name.toLowerCase() === 'dpop')?.[1]
  const found = dpop.proof?.signature
  return new Map(header !== undefined && (found === 'valid' || found === 'invalid') ? [[header, found]] : [])
}
