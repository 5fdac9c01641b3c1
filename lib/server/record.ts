import type { Finding } from '@/lib/core/checks/finding'
import type { Decision, RequestContext } from '@/lib/core/endpoint'
import { redactExchange } from '@/lib/core/evidence/redact/redact-exchange'
import { redactPath } from '@/lib/core/evidence/redact/redact-path'
import { type Exchange, headerValue, type Reply } from '@/lib/core/http/exchange'
import { issuerConfiguration } from '@/lib/core/issuers'
import type { Commit, IssuanceSession, StoredEvent, StoredExchange } from '@/lib/core/store-types'
import type { Container } from './container'

interface RecordInput {
  readonly container: Container
  readonly exchange: Exchange
  readonly operation: string | null
  /** False for requests that are no evidence: then only their session, events and effects are written. */
  readonly recorded: boolean
  readonly elapsed: () => number
  readonly context: RequestContext
  readonly findings: readonly Finding[]
  readonly decision: Decision & { readonly session?: IssuanceSession }
}

/** Operations of the tester, not of the wallet. */
const operatorOperations: ReadonlySet<string | null> = new Set(['getSessionOffer', 'getSessionDeeplink'])

/** Puts everything that an exchange leaves behind into one commit. Redaction happens here, before anything is stored. */
export function buildCommit(input: RecordInput): { readonly commit: Commit; readonly reply: Reply } {
  const { exchange, decision, recorded, container } = input
  const { reply, sessionId, effects, session } = decision
  const events = sessionId === null ? [] : decision.events.map((draft) => ({ ...draft, sessionId }))
  const commit: Commit = {
    ...(session === undefined ? {} : { session }),
    ...(recorded ? { exchange: toStored(input) } : {}),
    events: events.map(
      ({ type, detail, at, exchangeId, sessionId }): StoredEvent => ({
        id: container.ports.uuid(),
        sessionId,
        exchangeId: exchangeId ?? (recorded ? exchange.id : null),
        at: at ?? exchange.at,
        type,
        detail,
      }),
    ),
    effects,
  }
  return { commit, reply }
}

function toStored({
  container,
  exchange,
  operation,
  elapsed,
  context,
  findings,
  decision,
}: RecordInput): StoredExchange {
  const { reply, sessionId, signatures, decryptedBody } = decision
  const redacted = redactExchange({
    exchange,
    reply: container.isGone(exchange.id) ? null : reply,
    fingerprint: container.fingerprint,
    readCertificates: container.ports.readCertificates,
    thumbprint: container.thumbprint,
    ...(signatures === undefined ? {} : { signatures }),
    ...(decryptedBody === undefined ? {} : { decryptedBody }),
    findings,
  })
  return {
    id: exchange.id,
    at: exchange.at,
    durationMillis: Math.round(elapsed() * 10) / 10,
    sessionId,
    issuerConfigurationId: issuerOf(exchange.path, context),
    origin: operatorOperations.has(operation) ? 'operator' : 'wallet',
    correlation: 'exact',
    operation,
    method: exchange.method.slice(0, 32),
    path: redactPath(exchange.path),
    headers: redacted.headers,
    query: redacted.query,
    body: redacted.body,
    response: redacted.response,
    decoded: redacted.decoded,
    client: container.fingerprint(`${exchange.remoteAddress}|${headerValue(exchange, 'user-agent') ?? ''}`),
    findings: redacted.findings,
  }
}

/** The issuer configuration that a path names, also where nothing answers there. */
function issuerOf(path: string, { params }: RequestContext): string | null {
  const named = params.issuerConfigurationId ?? /\/(?:issuers|authorization-servers)\/([^/]+)/.exec(path)?.[1] ?? ''
  return issuerConfiguration(named)?.id ?? null
}
