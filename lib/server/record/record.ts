import { contractEntry, isOperationId } from '@/lib/contract/contract'
import type { DecidedEffect } from '@/lib/core/engine/endpoints/decided'
import type { Decision, HandedOut, InternalCall } from '@/lib/core/engine/endpoints/endpoint'
import type { RequestContext } from '@/lib/core/engine/endpoints/request-context'
import { type RedactedExchange, redactInSteps } from '@/lib/core/engine/redaction/message/redact-exchange'
import { isLonger } from '@/lib/core/engine/redaction/values/bound-json'
import { sessionEnd } from '@/lib/core/engine/sessions/session-end'
import { lengthsOnly, type StorageSetting } from '@/lib/core/engine/sessions/without-content'
import { issuerConfiguration } from '@/lib/core/issuer/configurations'
import { challengeSeconds } from '@/lib/core/issuer/read/oauth/client-authentication/attestation-challenge'
import { redactionOf } from '@/lib/core/issuer-and-verifier-redaction'
import type { Exchange, Reply } from '@/lib/core/shared/http/exchange'
import type { JudgedFinding } from '@/lib/core/shared/ports/finding'
import type { Commit, Effect, OneTimeValue, StoredEvent, StoredExchange } from '@/lib/core/shared/ports/store-types'
import { atOnce, inTurns } from '@/lib/core/shared/time/pausable-work'
import { addSeconds, type EpochMillis } from '@/lib/core/shared/time/time'
import { renderedObject, type ToldObject } from '@/lib/core/shared/values/wording'
import { issuerNamedIn } from '../basics/evidence-path'
import { largeBodyBytes } from '../basics/limits'
import type { Container } from '../container'
import { stateOf } from '../secrets/session-secrets'

interface RecordInput {
  readonly container: Container
  /** The request, or an internal call made while processing it. */
  readonly exchange: Exchange
  readonly operation: string | null
  /** False for requests that are not evidence: then only their session, events and effects are written. */
  readonly recorded: boolean
  readonly elapsed: () => number
  readonly context: RequestContext
  readonly findings: readonly JudgedFinding[]
  readonly decision: Decision
}

/** What to write for a decision, the response, and the secrets in the response. */
export interface BuiltCommit {
  readonly commit: Commit
  readonly reply: Reply
  readonly holdSeconds: number
  readonly handedOut: readonly HandedOut[]
}

/**
 * Puts everything about an exchange into one commit. This is the only place that alters responses on purpose, so the
 * record matches what is sent. It is also where redaction happens, before anything is stored.
 */
export async function buildCommit(decided: Omit<RecordInput, 'exchange'>): Promise<BuiltCommit> {
  const decision = decided.recorded ? altered(decided) : decided.decision
  const input = { ...decided, exchange: decided.context.exchange, decision }
  const { exchange, recorded, container } = input
  const {
    reply,
    sessionId,
    effects,
    campaign,
    workbench,
    entered,
    declaration,
    session,
    internal = [],
    holdSeconds = 0,
  } = decision
  const drafts = decision.events.filter((event) => (event.sessionId ?? sessionId) !== null)
  const redacted = await redact(
    input,
    drafts.map(({ detail }) => detail),
  )
  const by = recorded ? await shortBy(input) : null
  const bounded = (stored: StoredExchange, sent: Pick<InternalCall, 'exchange' | 'reply'>): StoredExchange =>
    by === null ? stored : lengthsOnly(stored, { ...sent, by })
  const calls: StoredExchange[] = []
  if (recorded) for (const call of internal) calls.push(bounded(await toInternal(input, call), call))
  const commit: Commit = {
    ...(campaign === undefined ? {} : { campaign }),
    ...(workbench === undefined ? {} : { workbench }),
    ...(entered === undefined ? {} : { entered }),
    ...(declaration === undefined ? {} : { declaration }),
    ...(session === undefined ? {} : { session }),
    ...(recorded ? { exchange: bounded(toStored(input, redacted), { exchange, reply }) } : {}),
    ...(calls.length > 0 ? { internal: calls } : {}),
    events: drafts.flatMap(({ type, at, exchangeId, sessionId: other, detail: told }, index): StoredEvent[] => {
      // The event contains nothing from the wallet and names the deviation: a claim with the same value must not redact
      // that name.
      const detail = type === 'answer_altered' ? renderedObject(told) : redacted.details[index]
      const owner = other ?? sessionId
      if (owner === null || detail === undefined) return []
      return [
        {
          id: container.ports.uuid(),
          sessionId: owner,
          exchangeId: exchangeId ?? (recorded ? exchange.id : null),
          at: at ?? exchange.at,
          type,
          detail,
        },
      ]
    }),
    effects: effects.map(toStoredEffect),
  }
  const handedOut = [
    ...effects.flatMap(toHandedOut),
    ...(decision.handedOut ?? []),
    ...(session === undefined ? [] : stateOf(session, commit.effects.flatMap(grantedBy))),
    ...handedOutInHeaders(reply, exchange.at),
  ]
  return { commit, reply, holdSeconds, handedOut }
}

/**
 * The setting because of which only the lengths of a request are stored; `null` if it is stored whole, as is everything
 * in an open session.
 */
async function shortBy({ container, exchange, decision }: RecordInput): Promise<StorageSetting | null> {
  if (decision.session !== undefined) return null
  const by = await container.storageBounds.shortBy(exchange.remoteAddress, exchange.at)
  if (by === null || decision.sessionId === null) return by
  const { store } = container.ports
  const named = await store.session(decision.sessionId)
  if (named === null) return by
  const isOpen = named.expiresAt > exchange.at || sessionEnd(named, await store.events(named.sessionId)) > exchange.at
  return isOpen ? null : by
}

/** Drops the values themselves: a commit contains only what may be stored. */
const toStoredEffect = (effect: DecidedEffect): Effect =>
  effect.type === 'grant' ? { type: 'grant', value: effect.value } : effect

const toHandedOut = (effect: DecidedEffect): HandedOut[] =>
  effect.type === 'grant' && effect.secret !== null
    ? [
        {
          secret: effect.secret,
          expiresAt: effect.value.expiresAt,
          ...(effect.value.kind === 'vp_nonce' ? { shownIn: effect.value.sessionId } : {}),
        },
      ]
    : []

const grantedBy = (effect: Effect): OneTimeValue[] => (effect.type === 'grant' ? [effect.value] : [])

/** Nonces and challenges that an answer carries in its header, whatever else it says. They work for five minutes. */
const handedOutInHeaders = ({ headers }: Reply, at: EpochMillis): HandedOut[] =>
  headers.flatMap(([name, secret]) =>
    /^(?:dpop-nonce|oauth-client-attestation-challenge)$/i.test(name)
      ? [{ secret, expiresAt: addSeconds(at, challengeSeconds) }]
      : [],
  )

const altered = ({ decision, operation, container }: Omit<RecordInput, 'exchange'>): Decision =>
  container.applyDeviation(decision, operation)

/** Redacts everything in one pass, because values of a request may also occur in its findings and events. */
async function redact(
  { container, context, exchange, findings, decision }: RecordInput,
  details: readonly ToldObject[],
): Promise<RedactedExchange> {
  const { reply, sessionId, tokens, jsonTexts, revealed, sent, trustAnchors, decryptedBody, bodyJson, envelope } =
    decision
  const words = sessionId === null ? [] : await container.sessionSecrets.wordsOf(sessionId, exchange.at)
  const profile = redactionOf(exchange.path, hasOwnClaims(context.issuer))
  const steps = redactInSteps({
    exchange,
    reply: container.isGone(exchange.id) ? null : reply,
    profile,
    fingerprint: container.fingerprint,
    readCertificates: context.ports.trustAnchors(profile.certifies, trustAnchors),
    thumbprint: container.thumbprint,
    sha256: container.ports.sha256,
    digest: container.ports.digest,
    ...(tokens === undefined ? {} : { tokens }),
    ...(jsonTexts === undefined ? {} : { jsonTexts }),
    ...(revealed === undefined ? {} : { revealed }),
    ...(sent === undefined ? {} : { sent }),
    ...(decryptedBody === undefined ? {} : { decryptedBody }),
    ...(bodyJson === undefined ? {} : { bodyJson }),
    ...(envelope === undefined ? {} : { envelope }),
    findings,
    details,
    madeIn: container.madeSecrets.search({ words, session: sessionId }),
  })
  const isLarge = exchange.body.length > largeBodyBytes || isLongReply(reply)
  return isLarge ? inTurns(steps, context.ports.turn) : atOnce(steps)
}

/** Whether what is sent back takes long to redact, whatever was asked: hundreds of credentials, or one long text. */
const isLongReply = ({ body }: Reply): boolean =>
  (body?.kind === 'json' && isLonger(body.value, largeBodyBytes)) ||
  (body?.kind === 'text' && body.text.length > largeBodyBytes)

/** Whether the credentials of an issuer say what its tester made up. */
const hasOwnClaims = (issuer: RequestContext['issuer']): boolean =>
  (issuer?.session?.laboratory?.options.credentials ?? null) !== null

function toStored(
  { exchange, operation, elapsed, context, decision: { sessionId, issuerId, correlation = 'exact' } }: RecordInput,
  redacted: RedactedExchange,
): StoredExchange {
  return {
    id: exchange.id,
    at: exchange.at,
    durationMillis: Math.round(elapsed() * 10) / 10,
    sessionId,
    issuerId: issuerId ?? issuerOf(exchange.path, context),
    // A request that reaches no endpoint comes from an unmatched wallet.
    origin: operation !== null && isOperationId(operation) ? contractEntry(operation).origin : 'wallet',
    correlation,
    operation,
    method: redacted.method,
    path: redacted.path,
    headers: redacted.headers,
    query: redacted.query,
    body: redacted.body,
    response: redacted.response,
    decoded: redacted.decoded,
    client: context.client,
    findings: redacted.findings,
  }
}

/** An internal call, as a separate record. */
async function toInternal(input: RecordInput, { exchange, operation, reply }: InternalCall): Promise<StoredExchange> {
  const { sessionId } = input.decision
  const call = { ...input, exchange, operation, findings: [], decision: { reply, sessionId, events: [], effects: [] } }
  return { ...toStored(call, await redact(call, [])), origin: 'internal', client: '' }
}

/** The issuer that a path names, even if no endpoint exists there. */
export const issuerOf = (path: string, { issuer }: RequestContext): string | null =>
  issuer?.id ?? issuerConfiguration(issuerNamedIn(path))?.id ?? null
