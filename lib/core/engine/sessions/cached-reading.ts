import type { SessionId } from '../../shared/ports/ids'
import type { Ports } from '../../shared/ports/ports'
import type { Facet, KnownEvidence, ReadEvidence } from '../../shared/ports/session-memory'
import type { Session, StoredEvent } from '../../shared/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../shared/time/time'
import { sessionEnd } from './session-end'

/** Sessions with more clients are not cached: the query for their mark grows with the clients. */
const clientsMax = 10
/** Results with more text are not cached: one would take the room of fifty ordinary ones. */
const charactersMax = 500_000
/** Seconds before checking again how long time does not change the result. */
const retrySeconds = 60
/** By then everything that a session can wait for is over. */
const longAfterSeconds = 100 * 366 * 86_400

/** What the last readings of a session established about its evidence. */
export interface CacheEntry<Made> {
  /** The mark of the evidence; `null` while unknown. */
  readonly mark: string | null
  /** The result, and until when it depends on the evidence alone; `null` while either is unknown. */
  readonly cached: { readonly made: Made; readonly until: EpochMillis } | null
  /** When it is worth checking again how long the result stays the same. */
  readonly retryAt: EpochMillis
}

/** Upper bound of the memory that a value takes, from its JSON: two to three bytes per character. */
const bytesOf = (json: string): number => 3 * json.length

interface Recipe<Of extends ReadEvidence, Folded, Made> {
  readonly facet: Facet<CacheEntry<Made>>
  readonly load: () => Promise<Of | null>
  /** Folds evidence into what is true of it at an instant; depends on nothing else. */
  readonly fold: (evidence: Of, now: EpochMillis) => Promise<Folded>
  /** A text that is equal for equal results. */
  readonly textOf: (folded: Folded) => string
  readonly make: (folded: Folded) => Made
}

interface CachePorts extends Pick<Ports, 'memory' | 'now' | 'turn'> {
  readonly store: Pick<Ports['store'], 'evidenceMark'>
}

/**
 * The result for a session's evidence, with that evidence and the instant of the reading; `null` without evidence. From
 * the fourth reading on it returns the cached result if storage confirms that the evidence is the same and time alone
 * does not change the result, so it stays correct with several web processes. Throws what `load` throws.
 */
export async function readCached<Of extends ReadEvidence, Folded, Made>(
  id: SessionId,
  { facet, load, fold, textOf, make }: Recipe<Of, Folded, Made>,
  { memory, now, turn, store }: CachePorts,
): Promise<{ readonly made: Made; readonly known: KnownEvidence; readonly at: EpochMillis } | null> {
  const known = memory.get(id)
  const before = known?.get(facet)
  // Asked before reading the evidence, so that anything added meanwhile changes the mark.
  const mark = known?.nearby && before ? await store.evidenceMark(id, known.nearby) : null
  const asked = now()
  const made = cachedAt(before, mark, asked)
  if (known !== undefined && made !== null) return { made, known, at: asked }

  const found = await memory.read(id, load)
  if (found === null) return null
  const at = now()
  const folded = await fold(found.evidence, at)
  await turn()
  const fresh = { made: make(folded), known: found.known, at }
  const { nearby } = found.known
  if (nearby === null || nearby.clients.length > clientsMax) return fresh
  const isSameAt = async (later: EpochMillis): Promise<boolean> => {
    const text = textOf(folded)
    if (text.length > charactersMax) return false
    await turn()
    return textOf(await fold(found.evidence, later)) === text
  }
  const { session, events } = found.evidence
  const entry = await nextCacheEntry({
    before: found.known.get(facet),
    mark: found.known === known ? mark : null,
    session,
    events,
    now: at,
    made: fresh.made,
    isSameAt,
  })
  found.known.keep(facet, entry, entry.cached === null ? 0 : bytesOf(textOf(folded)))
  return fresh
}

/** The cached result if it still holds for evidence with this mark at this instant; otherwise `null`. */
export const cachedAt = <Made>(
  entry: CacheEntry<Made> | undefined,
  mark: string | null,
  now: EpochMillis,
): Made | null =>
  entry !== undefined && entry.cached !== null && entry.mark === mark && now <= entry.cached.until
    ? entry.cached.made
    : null

/** What one reading of a session contributes to the cache. */
interface Reading<Made> {
  /** The entry of the previous reading of the same evidence. */
  readonly before: CacheEntry<Made> | undefined
  /** The mark of the evidence, asked for before reading it; `null` if nobody asked. */
  readonly mark: string | null
  readonly session: Session
  readonly events: readonly StoredEvent[]
  readonly now: EpochMillis
  readonly made: Made
  /** Whether the same evidence gives the same result at a later instant. */
  readonly isSameAt: (later: EpochMillis) => Promise<boolean>
}

/**
 * The cache entry after a reading. After the first reading the mark is unknown; after the second, whether the evidence
 * has settled. The third reading checks how long time alone does not change the result: what a session waits for ends
 * and never begins again, so a result that is the same at a later time is the same at every time in between.
 */
export async function nextCacheEntry<Made>({
  before,
  mark,
  session,
  events,
  now,
  made,
  isSameAt,
}: Reading<Made>): Promise<CacheEntry<Made>> {
  if (before === undefined || mark === null || before.mark !== mark) return { mark, cached: null, retryAt: now }
  if (now < before.retryAt) return before
  const end = epochMillis(sessionEnd(session, events) - 1)
  for (const until of [addSeconds(now, longAfterSeconds), end, addSeconds(now, retrySeconds)])
    if (until >= now && (await isSameAt(until))) return { mark, cached: { made, until }, retryAt: now }
  return { mark, cached: null, retryAt: addSeconds(now, retrySeconds) }
}
