import { notApplicable } from '../../engine/checks/check'
import { bind } from '../../engine/checks/evaluate'
import type { EventDraft } from '../../engine/endpoints/decided'
import type { Decision } from '../../engine/endpoints/endpoint'
import { carriedValues } from '../../engine/endpoints/one-time'
import { failedChecks, type Refusal, refusalOf } from '../../engine/endpoints/refusal'
import { answeredRequest } from '../../engine/endpoints/unmatched-reading'
import { readTokens } from '../../engine/redaction/tokens/read-token'
import { headerValue, type Reply } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import type { JudgedFinding } from '../../shared/ports/finding'
import type { Json } from '../../shared/values/json'
import { quoteStart, say } from '../../shared/values/wording'
import { dpopProofChecks, dpopSchemeChecks } from '../checks/dpop'
import { notificationAddressChecks } from '../checks/metadata'
import { notificationBodyChecks, notificationTokenChecks } from '../checks/notification'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { type NotificationReading, readNotification } from '../read/notification'
import { judgedByIssuer } from './issuer-endpoint'
import { dpopEffects, dpopNonceHeaders, refuseProtected } from './oauth/dpop'

/** In order of refusal: token and DPoP proof, then body. */
const checks = [
  ...bind(notificationAddressChecks, (_reading: NotificationReading) => answeredRequest('sendNotification', 'POST')),
  ...bind(dpopSchemeChecks, (reading: NotificationReading) => reading.dpop),
  ...bind(notificationTokenChecks, (reading: NotificationReading) => reading),
  ...bind(dpopProofChecks, (reading: NotificationReading) => reading.dpop),
  ...bind(notificationBodyChecks, (reading: NotificationReading) => reading),
]

/** The same checks for a `null` reading, when the endpoint is switched off. */
const checksOrNone = checks.map(({ check, run }) => ({
  check,
  run: (reading: NotificationReading | null) =>
    reading === null ? notApplicable(say`The endpoint is switched off.`) : run(reading),
}))

/**
 * `POST /issuers/{id}/notification`: the wallet reports what happened to its credential. Repeating a report is allowed.
 * @see OID4VCI-1FINAL-11
 */
export const notificationEndpoint = judgedByIssuer<NotificationReading | null>({
  read: readNotification,
  checks: (reading) => (reading === null ? [] : checksOrNone),
  session: (reading) => reading?.session ?? null,
  decide: (reading, findings, context) => {
    if (reading === null) return switchedOff
    const refusal = refusalOf(findings, checksOrNone)
    return refusal ? refuse(reading, findings, refusal, context) : accept(reading, findings, context)
  },
})

const switchedOff: Decision = {
  reply: jsonReply(404, {
    error: 'not_found',
    error_description: 'This installation accepts no notifications: its metadata names no notification_endpoint.',
  }),
  sessionId: null,
  events: [],
  effects: [],
}

const noContent: Reply = { status: 204, headers: [['Cache-Control', 'no-store']], body: null }

const accept = (
  reading: NotificationReading,
  findings: readonly JudgedFinding[],
  context: IssuerContext,
): Decision => ({
  ...common(reading, findings, context),
  reply: noContent,
  events: [{ type: 'notification_received', detail: { event: String(reading.event), count: reading.earlier + 1 } }],
})

function refuse(
  reading: NotificationReading,
  findings: readonly JudgedFinding[],
  refusal: Refusal,
  context: IssuerContext,
): Decision {
  const { accessToken, dpop, now } = reading
  const { issuer, settings, ports } = context
  const nonce = dpopNonceHeaders({
    policy: dpop.policy,
    issuer: issuer.id,
    role: 'rs',
    now,
    keyedHash: ports.keyedHash,
  })
  const { reply, status } = refuseProtected({ refusal, baseUrl: settings.baseUrl, accessToken, dpop, nonce })
  const jti = dpop.proof?.claims.jti
  const challenged: EventDraft = {
    type: 'dpop_nonce_challenged',
    detail: { endpoint: 'notification', jti: typeof jti === 'string' ? quoteStart(jti, 200) : null },
  }
  return {
    ...common(reading, findings, context),
    reply,
    events: [
      {
        type: 'notification_rejected',
        detail: {
          status,
          error: refusal.error,
          failed_checks: failedChecks(findings),
          ...carriedValues({ access_token: accessToken.value ?? undefined }),
        },
      },
      ...(refusal.error === 'use_dpop_nonce' ? [challenged] : []),
    ],
  }
}

/** Shared by accepted and refused notifications. */
function common(
  { accessToken, dpop, json }: NotificationReading,
  findings: readonly JudgedFinding[],
  { exchange, issuer }: IssuerContext,
): Pick<Decision, 'sessionId' | 'effects' | 'tokens' | 'bodyJson'> {
  const sessionId = accessToken.value?.sessionId ?? issuer.session?.sessionId ?? null
  return {
    sessionId,
    ...(json.ok ? { bodyJson: json.value as Json } : {}),
    effects: dpopEffects({
      reading: dpop,
      findings,
      issuerId: issuer.id,
      exchangeId: exchange.id,
      sessionId,
    }),
    tokens: readTokens([
      [accessToken.token, accessToken.jwt],
      [headerValue(exchange, 'dpop'), dpop.proof, [dpop.proof?.header.jwk, dpop.proof?.thumbprint]],
    ]),
  }
}
