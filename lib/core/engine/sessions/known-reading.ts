import type { KnownReading, UnboundQuery } from '../../ground/ports/ports'
import type { Session, StoredEvent } from '../../ground/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../ground/time/time'
import { sessionEnd } from './session-end'

/** A session of more clients is no ordinary one. */
const clientsMax = 10
/** By then nothing that a session waits for can still be awaited. */
const longAfterSeconds = 100 * 366 * 86_400

/** What else the evidence of an ordinary session may depend on; `null` for one that nobody came to, or many clients. */
export const ordinaryNearby = (nearby: UnboundQuery | null): UnboundQuery | null =>
  nearby !== null && nearby.clients.length <= clientsMax ? nearby : null

/** What was kept, if evidence with this mark and this instant (epoch milliseconds) still give the same; else `null`. */
export const keptAt = <Kept>(
  known: KnownReading<Kept> | undefined,
  mark: string | null,
  now: EpochMillis,
): KnownReading<Kept>['kept'] =>
  known !== undefined && known.kept !== null && known.mark === mark && now <= known.kept.until ? known.kept : null

/** A reading of a session at an instant, epoch milliseconds. */
interface Reading<Known, Kept> {
  /** What was known before. */
  readonly before: Known | undefined
  /** The mark of the evidence, asked for before it was read; `null` where nobody asked. */
  readonly mark: string | null
  readonly nearby: UnboundQuery
  readonly session: Session
  readonly events: readonly StoredEvent[]
  readonly now: EpochMillis
  /** What was made of it. */
  readonly made: Kept
  /** Whether the same evidence gives the same at a later instant. */
  readonly isSameAt: (later: EpochMillis) => Promise<boolean>
  /** Where time changes it: when to try again. */
  readonly retryAt: EpochMillis
}

/**
 * What to remember of a reading. At the first nobody knows the mark, and at the second whether the evidence has come to rest.
 * At the third it is worth to try until when time alone does not change what was made of it: what a session waits for ends
 * and never begins again, so what is the same at a later time is the same at every time between.
 */
export async function toKnow<Kept>({
  before,
  mark,
  nearby,
  session,
  events,
  now,
  made,
  isSameAt,
  retryAt,
}: Reading<KnownReading<Kept>, Kept>): Promise<KnownReading<Kept>> {
  const isKnown = before !== undefined && mark !== null && JSON.stringify(before.nearby) === JSON.stringify(nearby)
  if (!isKnown || before.mark !== mark) return { nearby, mark: isKnown ? mark : null, kept: null, trialAt: now }
  if (now < before.trialAt) return before
  const end = epochMillis(sessionEnd(session, events) - 1)
  for (const until of [addSeconds(now, longAfterSeconds), end])
    if (until >= now && (await isSameAt(until))) return { nearby, mark, kept: { ...made, until }, trialAt: now }
  return { nearby, mark, kept: null, trialAt: retryAt }
}
