import type { BoundCheck } from '../../engine/checks/evaluate'
import { type Decision, type Endpoint, type JudgedEndpoint, judged } from '../../engine/endpoints/endpoint'
import type { Refusal } from '../../engine/endpoints/refusal'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import type { SessionId } from '../../shared/ports/ids'
import type { IssuanceSession } from '../../shared/ports/store-types'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { deviationName, deviationOf } from '../deviations'
import type { IssuanceTarget } from '../deviations/changed'
import type { PlannedRefusal } from '../deviations/issuer-deviation'
import { asDelivered, isJudgedAsDelivered } from '../judgements/changed-on-purpose'
import { issuerKnownValues } from '../read/known-values'

/** A judged endpoint whose context includes the issuer. */
interface IssuerEndpoint<Reading> extends Pick<JudgedEndpoint<Reading>, 'kind'> {
  read(context: IssuerContext): ReturnType<JudgedEndpoint<Reading>['read']>
  checks(reading: Reading): ReturnType<JudgedEndpoint<Reading>['checks']>
  /** The session that a reading is about; absent where only the issuer tells. */
  session?(reading: Reading): IssuanceSession | null
  /** Documents of the session that a wallet gets only after such a request; absent where it may have had all. */
  undelivered?(reading: Reading): readonly IssuanceTarget[]
  /** Members of a request that may be encrypted; absent where none is. */
  members?(reading: Reading): Readonly<Record<string, unknown>> | null
  decide(
    reading: Reading,
    findings: Parameters<JudgedEndpoint<Reading>['decide']>[1],
    context: IssuerContext,
  ): ReturnType<JudgedEndpoint<Reading>['decide']>
}

/**
 * Declares a judged endpoint under an issuer. The cast is safe because `lib/server/record/serve.ts` finds the issuer,
 * or answers 404, before any such endpoint runs; the contract tests examine each entry with `underIssuer`.
 */
export function judgedByIssuer<Reading>({
  members,
  session,
  undelivered,
  ...endpoint
}: Omit<IssuerEndpoint<Reading>, 'kind'>): Endpoint {
  const known = (reading: Reading, context: IssuerContext) => issuerKnownValues(context, members?.(reading) ?? null)
  const checks = (reading: Reading, context: IssuerContext) =>
    judgedAsDelivered(
      endpoint.checks(reading),
      session?.(reading) ?? context.issuer.session,
      undelivered?.(reading) ?? [],
    )
  return judged<Reading>({ ...endpoint, known, checks } as unknown as Omit<JudgedEndpoint<Reading>, 'kind'>)
}

/** The checks as they judge a wallet whose documents were changed on purpose; the same list in any other session. */
const judgedAsDelivered = <Reading>(
  checks: readonly BoundCheck<Reading>[],
  session: IssuanceSession | null,
  undelivered: readonly IssuanceTarget[],
): readonly BoundCheck<Reading>[] =>
  isJudgedAsDelivered(session)
    ? checks.map((bound) => ({
        ...bound,
        run: (reading) => asDelivered(session, bound.check.id, bound.run(reading), undelivered),
      }))
    : checks

/**
 * Attaches the session's planned refusal of this request, if any, as the deviating reply of a granted decision, along
 * with its effects. `refuse` builds it as if a check had refused.
 */
export async function withPlannedRefusal(
  granted: Decision,
  {
    at,
    grant,
    sessionId,
    hasSpentNonce = false,
  }: {
    readonly at: PlannedRefusal['at']
    readonly grant?: string
    readonly sessionId: SessionId | null
    /** The proof has a nonce handed out as spent. */
    readonly hasSpentNonce?: boolean
  },
  { ports }: RequestContext,
  refuse: (refusal: Refusal) => Decision,
): Promise<Decision> {
  const session = await loadSession('issuance', sessionId ?? '', ports)
  const deviation = session && deviationOf(session)
  const planned = deviation?.changes.refusal
  if (!session || !deviation || planned?.at !== at) return granted
  if (planned.grant !== undefined && planned.grant !== grant) return granted
  if (planned.onlyOf === 'spent_nonce' && !hasSpentNonce) return granted
  const name = deviationName(deviation)
  const events = planned.once ? await ports.store.events(session.sessionId) : []
  if (events.some(({ type, detail }) => type === 'answer_altered' && detail.alteration === name)) return granted
  const { error, description, headers = (right) => right } = planned
  const checkId = deviation.expects === 'refusal' ? 'vci.fault.refused' : 'vci.fault.goes_on'
  const { reply, events: told, effects } = refuse({ checkId, error, description })
  // A nonce that is refused as invalid counts as spent.
  const spent = error === 'invalid_nonce' ? granted.effects.filter(spendsNonce) : []
  return {
    ...granted,
    deviating: {
      deviation: name,
      reply: { ...reply, headers: headers(reply.headers) },
      events: told,
      effects: [...effects, ...spent],
    },
  }
}

const spendsNonce = (effect: Decision['effects'][number]): boolean =>
  effect.type === 'consume' && effect.kind === 'c_nonce'
