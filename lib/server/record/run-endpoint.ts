import { bind, evaluate, evaluateInSteps } from '@/lib/core/engine/checks/evaluate'
import type { Decision, FirstRequests, JudgedEndpoint, PlainEndpoint } from '@/lib/core/engine/endpoints/endpoint'
import { asksAnything, nothingKnown, recognise } from '@/lib/core/engine/endpoints/recognise'
import type { RequestContext } from '@/lib/core/engine/endpoints/request-context'
import { transportChecks } from '@/lib/core/issuer/checks/transport'
import type { Exchange, Reply } from '@/lib/core/shared/http/exchange'
import { abandon } from '@/lib/core/shared/http/reply'
import { isProtocolError, isStoreUnavailable, ProtocolError, StoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { JudgedFinding } from '@/lib/core/shared/ports/finding'
import type { AssumingReads } from '@/lib/core/shared/ports/store'
import { sessionExchangesMax, sessionTtlSeconds } from '@/lib/core/shared/time/durations'
import { atOnce, inTurns } from '@/lib/core/shared/time/pausable-work'
import { errorReply } from '../basics/error-reply'
import { largeBodyBytes } from '../basics/limits'
import { comesWithKey, madeWithKey, madeWithToken, organizationWithKey } from '../guard/made-with-key'
import { createRestraint } from '../guard/restrain'
import { commitDecision, isFull, LostRace, noteMade, plainDecision, recordFailure, write } from './commit'
import { linked } from './link'
import { buildCommit } from './record'
import type { Recording } from './recording'

/**
 * How often a request is retried after losing a race for a one-time value, or after a wrong assumption. Of many wrong responses
 * at once, five take a number each before the others are refused.
 */
const attemptsMax = 8

export async function servePlain(endpoint: PlainEndpoint, recording: Recording): Promise<Reply> {
  const { exchange } = recording.context
  try {
    for (let attempt = 1; ; attempt++) {
      const { reply, campaign, workbench, entered, declaration, session, ...answer } = await endpoint.answer(
        recording.context,
      )
      // The decision may hold megabytes, which are serialised as JSON next.
      await recording.container.shortTurn()
      const { sessionId = null, events = [] } = answer
      const { container } = recording
      const isEvidence = (campaign ?? session) !== undefined
      const by = isEvidence ? await organizationWithKey(exchange, container) : null
      const keyed = by !== null || (isEvidence && comesWithKey(exchange, container))
      const mark = [
        ...(keyed ? madeWithKey({ campaign, session }, exchange, { container, by }) : []),
        ...(session !== undefined && recording.context.asker === 'operator'
          ? madeWithToken(session, exchange, recording.container)
          : []),
      ]
      const effects = [...(answer.effects ?? []), ...mark]
      const isMade = campaign ?? workbench ?? entered ?? declaration ?? session
      if (!recording.recorded && !isMade && events.length + effects.length === 0) return reply
      const made = {
        ...(campaign ? { campaign } : {}),
        ...(workbench ? { workbench } : {}),
        ...(entered ? { entered } : {}),
        ...(declaration ? { declaration } : {}),
        ...(session ? { session } : {}),
      }
      try {
        return await commitDecision(recording, { reply, sessionId, events, effects, ...made })
      } catch (error) {
        await abandon(reply)
        // Another request consumed a one-time value first: answer again, from the new state.
        if (!(error instanceof LostRace) || attempt === attemptsMax) throw error
      }
    }
  } catch (error) {
    if (isStoreUnavailable(error) || !recording.recorded) throw error
    if (isProtocolError(error)) return commitDecision(recording, plainDecision(errorReply(error)))
    return recordFailure(recording, error)
  }
}

export async function serveJudged(endpoint: JudgedEndpoint<never>, recording: Recording): Promise<Reply> {
  const { container, context } = recording
  const restrain = createRestraint(context.exchange, container)
  let isAmongFirst: boolean | null = null
  for (let attempt = 1; ; attempt++) {
    let findings: readonly JudgedFinding[] = []
    let decision: Decision
    // After a wrong assumption, the value is read from storage.
    const assuming = attempt === 1 ? container.ports.store.assuming() : null
    const readContext = assuming === null ? context : withReads(context, assuming)
    try {
      const reading = await endpoint.read(readContext)
      const steps = evaluateInSteps(endpoint.checks(reading, readContext), reading)
      const isLarge = context.exchange.body.length > largeBodyBytes
      const judged = isLarge ? await inTurns(steps, context.ports.turn) : atOnce(steps)
      findings = [...judged, ...transportFindings(context.exchange)]
      if (isLarge) await context.ports.turn()
      if (asksAnything(findings))
        findings = await recognise(findings, async () => endpoint.known?.(reading, context) ?? nothingKnown, context)
      const decided = await restrain(await endpoint.decide(reading, findings, readContext))
      ;({ decision, findings } = await linked({ decision: decided, findings }, recording))
      const full = await isFull(decision, container)
      const { firstRequests } = decision
      if (firstRequests !== undefined) {
        isAmongFirst ??= !full && container.requestPlaces.take(firstRequests)
        if (!isAmongFirst) {
          // No commit verifies what was assumed: then it is read.
          if (assuming?.assumptions()) continue
          if (!(await commitBeyond(recording, decision, firstRequests)) && attempt < attemptsMax) continue
          return firstRequests.refusal ?? container.applyDeviation(decision, recording.operation).reply
        }
      } else if (full) decision = plainDecision(sessionFull)
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      return recordFailure(recording, error, findings)
    }
    const built = await buildCommit({ ...recording, findings, decision })
    const { commit, reply, holdSeconds } = built
    const assumes = assuming?.assumptions()
    const outcome = await write(assumes ? { ...commit, assumes } : commit, recording)
    if (outcome.status === 'committed') {
      await noteMade(built, recording)
      if (holdSeconds > 0) await container.hold(holdSeconds)
      return reply
    }
    // Another request consumed a one-time value first: read again, so that this request is answered and recorded as the
    // one that lost.
    if (attempt === attemptsMax)
      throw new StoreUnavailable('A request lost the race for a one-time value again and again.')
  }
}

/**
 * Writes what remains of a request that is not recorded: its effects, and now and then how many such requests there were.
 * False if another request was first; then it is to be decided again.
 */
async function commitBeyond(recording: Recording, decision: Decision, first: FirstRequests): Promise<boolean> {
  const { beyond } = first
  const count = beyond === undefined ? 0 : recording.container.requestPlaces.countBeyond(first)
  const events = beyond === undefined || (count & (count - 1)) !== 0 ? [] : [beyond(count)]
  if (events.length + decision.effects.length === 0) return true
  const { commit } = await buildCommit({
    ...recording,
    recorded: false,
    findings: [],
    decision: { ...decision, events },
  })
  return (await write(commit, recording)).status === 'committed'
}

const withReads = (context: RequestContext, { session, events, oneTimeValue }: AssumingReads): RequestContext => ({
  ...context,
  ports: { ...context.ports, store: { ...context.ports.store, session, events, oneTimeValue } },
})

/**
 * Findings about the connection itself; none if it was not observed, so that sessions do not list them for every
 * request.
 */
const transportFindings = ({ tlsVersion }: Exchange): JudgedFinding[] =>
  tlsVersion === undefined
    ? []
    : evaluate(
        bind(transportChecks, () => ({ tlsVersion })),
        null,
      )

/** No wallet needs this many requests for a credential, and every reader of the session waits for all of them. */
const sessionFull = errorReply(
  new ProtocolError(
    'too_many_requests',
    `This session has reached its limit of ${sessionExchangesMax} requests: create another one.`,
    {},
    [['Retry-After', String(sessionTtlSeconds)]],
  ),
)
