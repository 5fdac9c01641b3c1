import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { keptAt, ordinaryNearby, toKnow } from '@/lib/core/engine/sessions/known-reading'
import type { SessionId } from '@/lib/core/ground/ports/ids'
import type { KnownReading, Ports, UnboundQuery } from '@/lib/core/ground/ports/ports'
import type { Session } from '@/lib/core/ground/ports/store-types'
import { addSeconds, type EpochMillis } from '@/lib/core/ground/time/time'
import { visibleTexts } from '@/lib/core/ground/values/visible-text'
import { intendedOperation } from './intended-operation'
import type { RevisedEvidence, Revisions } from './revisions'

/**
 * A session as a page shows it, and its revision, both from one read. Characters of the wallet that nobody would see have
 * their names.
 */
export interface Inspection<View> {
  readonly view: View
  readonly revision: string
  /** The operation that an unanswered request was meant for, by the id of its exchange. */
  readonly intended: Readonly<Record<string, string>>
}

/** A memory that forgets its oldest entries to stay within a bound, which counts in the unit of `size`. */
interface Memory<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, size: number): void
  delete(key: string): void
  clear(): void
}

/** Makes a memory for entries of so many characters together. */
export type OpenMemory = <Value>(charactersMax: number) => Memory<Value>

/** Inspections of the sessions of one kind, kept while nothing changes them. */
export interface Inspections<View> {
  /**
   * The inspection of a session; `null` when there is none. From the fourth reading on it is the one kept, once storage has
   * said that the evidence is still the same, and as long as time alone does not change it.
   */
  read(id: string): Promise<Inspection<View> | null>
  /** Notes that evidence was deleted. */
  forget(): void
}

/** Characters of all views as JSON: fifty ordinary ones. In memory they take two to three times as much. */
const charactersMax = 8_000_000
/** A longer view is made again each time. */
const viewCharactersMax = 500_000
/** What an entry takes besides its view. */
const entryCharacters = 1000
/** Seconds until it is tried again whether time still changes an inspection. */
const trialSeconds = 60

/** What is known of a session that was read before. */
interface Known<View> extends KnownReading<Omit<Inspection<View>, 'revision'>> {
  readonly sessionId: SessionId
  readonly revisionAt: (at: EpochMillis) => string
  /** Characters of the view, as far as it is kept. */
  readonly characters: number
}

interface Shown {
  readonly deeplink: string | null
  readonly exchanges: readonly ExchangeView[]
}

interface Sources<Of extends Session, View> {
  readonly ports: Pick<Ports, 'now' | 'turn'> & { readonly store: Pick<Ports['store'], 'evidenceMark'> }
  readonly revisions: Pick<Revisions<Of>, 'read' | 'current'>
  /** Folds the evidence into what is true of it at an instant, and follows from nothing else. */
  readonly project: (evidence: RevisedEvidence<Of>['evidence'], now: EpochMillis) => Promise<View>
  readonly openMemory: OpenMemory
}

/** Makes the inspections of sessions of one kind. */
export function createInspections<Of extends Session, View extends Shown>(
  sources: Sources<Of, View>,
): Inspections<View> {
  const { ports, revisions, project, openMemory } = sources
  const known = openMemory<Known<View>>(charactersMax)
  return {
    async read(id) {
      const before = known.get(id)
      // Asked before the evidence is read, so that whatever is added meanwhile makes another mark.
      const mark = before === undefined ? null : await ports.store.evidenceMark(before.sessionId, before.nearby)
      const at = ports.now()
      const kept = keptAt(before, mark, at)
      if (before !== undefined && kept !== null) {
        // Of the evidence that is shown: a page learns of whatever came after it. Where it would be told another one at once,
        // it is not given this one, or it would ask for ever.
        const revision = before.revisionAt(at)
        if ((await revisions.current(id)) === revision) return { view: kept.view, revision, intended: kept.intended }
      }
      const found = await revisions.read(id)
      known.delete(id)
      if (found === null) return null
      const projected = await project(found.evidence, found.now)
      await ports.turn()
      const view = visibleTexts(projected)
      const inspection = { view, revision: found.revision, intended: intendedOperations(view.exchanges) }
      const entry = await toRemember({ before, mark, found, projected, inspection }, sources)
      if (entry !== null) known.set(id, entry, entryCharacters + entry.characters)
      return inspection
    },
    forget: known.clear,
  }
}

/** What to remember of a reading; `null` for a session that nobody came to, and for one of many clients. */
async function toRemember<Of extends Session, View extends Shown>(
  {
    before,
    mark,
    found: { evidence, now, revisionAt, nearby: around },
    projected,
    inspection: { view, intended },
  }: {
    readonly before: Known<View> | undefined
    readonly mark: string | null
    readonly found: RevisedEvidence<Of>
    readonly projected: View
    readonly inspection: Inspection<View>
  },
  { ports, project }: Pick<Sources<Of, View>, 'ports' | 'project'>,
): Promise<Known<View> | null> {
  const { session, events } = evidence
  const nearby = ordinaryNearby(session.kind === 'presentation' ? nothingNear(session) : around)
  if (nearby === null) return null
  const isSameAt = async (later: EpochMillis) => {
    const text = textOf(projected)
    if (text.length > viewCharactersMax) return false
    await ports.turn()
    return textOf(await project(evidence, later)) === text
  }
  const retryAt = addSeconds(now, trialSeconds)
  const reading = { before, mark, nearby, session, events, now, made: { view, intended }, isSameAt, retryAt }
  const known = await toKnow(reading)
  const characters = known.kept === null ? 0 : textOf(projected).length
  return { ...known, sessionId: session.sessionId, revisionAt, characters }
}

/** Every address of a presentation names its session, so nothing else belongs to its evidence. */
const nothingNear = ({ createdAt }: Session): UnboundQuery => ({
  issuerConfigurationId: '',
  clients: [],
  from: createdAt,
  to: createdAt,
})

/** A view to compare with another of its session. A link is signed again each time, and any of them is as good. */
const textOf = (view: Shown): string => JSON.stringify({ ...view, deeplink: view.deeplink === null })

const intendedOperations = (exchanges: readonly ExchangeView[]): Record<string, string> =>
  Object.fromEntries(
    exchanges.flatMap((exchange) => {
      const intended = exchange.operation === null ? intendedOperation(exchange) : null
      return intended === null ? [] : [[exchange.id, intended]]
    }),
  )
