import type { Decision } from '@/lib/core/engine/endpoints/endpoint'
import type { RequestContext } from '@/lib/core/engine/endpoints/request-context'
import { namedSession } from '@/lib/core/issuer/read/oauth/named-session'
import { rejectionEvent } from '@/lib/core/service/unmatched'
import type { Reply } from '@/lib/core/shared/http/exchange'
import { membersOf } from '@/lib/core/shared/http/reply'
import { isStoreUnavailable, ProtocolError, StoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { JudgedFinding } from '@/lib/core/shared/ports/finding'
import type { Commit, CommitOutcome, Session } from '@/lib/core/shared/ports/store-types'
import { inspectorUri } from '@/lib/core/shared/ports/uris'
import { inTurns } from '@/lib/core/shared/time/pausable-work'
import { errorReply, nameOf } from '../basics/error-reply'
import type { Container } from '../container'
import { sharingNetworksOf } from '../guard/client-networks'
import { linked } from './link'
import { type BuiltCommit, buildCommit } from './record'
import type { Recording } from './recording'

/** Writes a commit, and counts its bytes for the address that caused it. */
export async function write(
  commit: Commit,
  { container, context: { exchange }, seeker }: Recording,
): Promise<CommitOutcome> {
  const leave = container.commitPlaces.take(seeker, 'places for requests whose evidence is being written')
  if (typeof leave !== 'function')
    throw new ProtocolError('temporarily_unavailable', `${leave.because} Ask again in a second.`, {}, [
      ['Retry-After', '1'],
    ])
  try {
    const outcome = await container.ports.store.commit(commit)
    if (outcome.status === 'committed')
      container.storageBounds.written(exchange.remoteAddress, outcome.bytes, exchange.at)
    return outcome
  } finally {
    leave()
  }
}

/** Thrown if another request created the value first. */
export class LostRace extends StoreUnavailable {}

export const plainDecision = (reply: Reply): Decision => ({ reply, sessionId: null, events: [], effects: [] })

export const isFull = async ({ sessionId, session }: Decision, container: Container): Promise<boolean> =>
  sessionId !== null && session === undefined && container.isSessionFull(sessionId)

/**
 * Commits a decision that no check can change, then returns its answer. If the session is full, the commit names no
 * session.
 */
export async function commitDecision(
  recording: Recording,
  decided: Decision,
  findings: readonly JudgedFinding[] = [],
): Promise<Reply> {
  const { container } = recording
  const decision = (await isFull(decided, container)) ? { ...decided, sessionId: null, events: [] } : decided
  const built = await buildCommit({ ...recording, findings, decision })
  const outcome = await write(built.commit, recording)
  if (outcome.status === 'lost') throw new LostRace('A fresh value was already taken.')
  await noteMade(built, recording)
  return built.reply
}

/** Records an internal failure with the findings so far, and answers 500. */
export async function recordFailure(
  recording: Recording,
  error: unknown,
  findings: readonly JudgedFinding[] = [],
): Promise<Reply> {
  const { operation } = recording
  recording.container.log.error(
    { error: nameOf(error), exchange_id: recording.context.exchange.id, operation },
    'endpoint failed',
  )
  return recordRefusal(recording, errorReply(error), 'server_error', findings)
}

/**
 * Records a refusal that no check decided, in the session that the request identifies. Its `error_uri` links to the
 * session, because there is no check to link to.
 */
export async function recordRefusal(
  recording: Recording,
  refusal: Reply,
  reason: string,
  findings: readonly JudgedFinding[] = [],
): Promise<Reply> {
  const { context } = recording
  const session = await findNamed(context).catch((error: unknown) => {
    // This may fail again; the exchange is recorded anyway.
    if (isStoreUnavailable(error)) throw error
    return null
  })
  const { error, ...members } = membersOf(refusal)
  const uri = session === null ? {} : { error_uri: inspectorUri(context.settings.baseUrl, session) }
  const reply: Reply = { ...refusal, body: { kind: 'json', value: { error, ...members, ...uri } } }
  const event = rejectionEvent(recording.operation, context.exchange, {
    status: refusal.status,
    error: String(error),
    reason,
  })
  const decided = { ...plainDecision(reply), sessionId: session?.sessionId ?? null, events: [event] }
  const { decision, findings: all } = await linked({ decision: decided, findings }, recording, reason)
  return commitDecision(recording, decision, all)
}

async function findNamed(context: RequestContext): Promise<Session | null> {
  const id = await namedSession(context)
  return id === null ? null : context.ports.store.session(id)
}

/** Remembers what is secret from now on, because a commit made it. */
export async function noteMade({ commit, handedOut }: BuiltCommit, { container, context }: Recording): Promise<void> {
  const { madeSecrets, sessionSecrets } = container
  const network = sharingNetworksOf(context.exchange.remoteAddress)?.around
  await inTurns(madeSecrets.noteInSteps(handedOut, network), context.ports.turn)
  if (commit.session !== undefined) sessionSecrets.made(commit.session)
  // A later offer, which has a transaction code of its own.
  else
    for (const effect of commit.effects)
      if (effect.type === 'grant' && effect.value.kind === 'pre_authorized_code' && effect.value.sessionId !== null)
        sessionSecrets.forget(effect.value.sessionId)
}
