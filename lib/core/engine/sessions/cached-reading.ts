import type { SessionId } from '../../ground/ports/ids'
import type { Facet, KnownEvidence, Ports, ReadEvidence } from '../../ground/ports/ports'
import type { Session, StoredEvent } from '../../ground/ports/store-types'
import { addSeconds, type EpochMillis, epochMillis } from '../../ground/time/time'
import { sessionEnd } from './session-end'

/** What was made of a session of more clients is not cached: the query for its mark grows with them. */
const clientsMax = 10
/** What was made of it is not cached where its text is longer: it takes more room than fifty ordinary ones are worth. */
const charactersMax = 500_000
/** Seconds until it is tried again whether time still changes what is made of the evidence. */
const retrySeconds = 60
/** By then nothing that a session waits for can still be awaited. */
const longAfterSeconds = 100 * 366 * 86_400

/** What is known of the evidence of a session from its last readings. */
export interface CacheEntry<Made> {
  /** The mark of the evidence; `null` where that is not known yet. */
  readonly mark: string | null
  /** What was made of it, and until when that depends on nothing but the evidence; `null` where neither is known. */
  readonly cached: { readonly made: Made; readonly until: EpochMillis } | null
  /** From when on it is worth to try until when time does not change it. */
  readonly retryAt: EpochMillis
}

/** Bytes that a value takes in memory, at most, by its JSON: two to three for each character. */
const bytesOf = (json: string): number => 3 * json.length

interface Recipe<Of extends ReadEvidence, Folded, Made> {
  readonly facet: Facet<CacheEntry<Made>>
  readonly load: () => Promise<Of | null>
  /** Folds evidence into what is true of it at an instant, and depends on nothing else. */
  readonly fold: (evidence: Of, now: EpochMillis) => Promise<Folded>
  /** What two foldings of the same are equal in. */
  readonly textOf: (folded: Folded) => string
  readonly make: (folded: Folded) => Made
}

interface CachePorts extends Pick<Ports, 'memory' | 'now' | 'turn'> {
  readonly store: Pick<Ports['store'], 'evidenceMark'>
}

/**
 * What is made of the evidence of a session, which evidence that is, and the instant at which it was read; `null` without
 * evidence. From the fourth reading on it is what was made before, once storage has said that the evidence is the same, and
 * as long as time alone does not change it. So it is right with several web processes too. Throws what `load` throws.
 */
export async function readCached<Of extends ReadEvidence, Folded, Made>(
  id: SessionId,
  { facet, load, fold, textOf, make }: Recipe<Of, Folded, Made>,
  { memory, now, turn, store }: CachePorts,
): Promise<{ readonly made: Made; readonly known: KnownEvidence; readonly at: EpochMillis } | null> {
  const known = memory.get(id)
  const before = known?.get(facet)
  // Asked before the evidence is read, so that whatever is added meanwhile makes another mark.
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

/** What was made, if evidence with this mark and this instant still give the same; else `null`. */
export const cachedAt = <Made>(
  entry: CacheEntry<Made> | undefined,
  mark: string | null,
  now: EpochMillis,
): Made | null =>
  entry !== undefined && entry.cached !== null && entry.mark === mark && now <= entry.cached.until
    ? entry.cached.made
    : null

/** A reading of a session at an instant. */
interface Reading<Made> {
  /** The entry of the reading before, of the same evidence. */
  readonly before: CacheEntry<Made> | undefined
  /** The mark of the evidence, asked for before it was read; `null` where nobody asked. */
  readonly mark: string | null
  readonly session: Session
  readonly events: readonly StoredEvent[]
  readonly now: EpochMillis
  readonly made: Made
  /** Whether the same evidence gives the same at a later instant. */
  readonly isSameAt: (later: EpochMillis) => Promise<boolean>
}

/**
 * The entry after a reading. At the first nobody knows the mark, and at the second whether the evidence has come to rest.
 * At the third it is worth to try until when time alone does not change what was made of it: what a session waits for ends
 * and never begins again, so what is the same at a later time is the same at every time between.
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
  for (const until of [addSeconds(now, longAfterSeconds), end])
    if (until >= now && (await isSameAt(until))) return { mark, cached: { made, until }, retryAt: now }
  return { mark, cached: null, retryAt: addSeconds(now, retrySeconds) }
}
