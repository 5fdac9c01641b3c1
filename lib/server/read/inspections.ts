import { contractEntry, type OperationId, operationIds } from '@/lib/contract/contract'
import { methodsOf, pathsOf } from '@/lib/contract/contract-entry'
import type { ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { type CacheEntry, readCached } from '@/lib/core/engine/sessions/cached-reading'
import { toSessionId } from '@/lib/core/shared/ports/ids'
import type { Ports } from '@/lib/core/shared/ports/ports'
import type { Facet, KnownEvidence, ReadEvidence } from '@/lib/core/shared/ports/session-memory'
import type { EpochMillis } from '@/lib/core/shared/time/time'
import { visibleTexts } from '@/lib/core/shared/values/escape'
import { pathTable, segmentsOf } from '../basics/path-table'

/**
 * A session as a page shows it, and its revision, both from one read. Invisible characters from the wallet are shown by
 * name.
 */
export interface Inspection<View> {
  readonly view: View
  readonly revision: string
  /** The operation that an unanswered request was meant for, by the id of its exchange. */
  readonly intended: Readonly<Record<string, string>>
}

/** What pages show of the sessions of one kind. */
export interface Inspections<View> {
  /** The inspection of a session; `null` when there is none. */
  read(id: string): Promise<Inspection<View> | null>
  /**
   * A string that changes whenever the evidence of a session changes; `null` if there is no such session. Pages poll
   * every second, so storage is read only after a commit that concerns the session.
   */
  revision(id: string): Promise<string | null>
}

/** What an inspection needs to know about a view. */
export interface Shown {
  readonly deeplink: string | null
  readonly exchanges: readonly ExchangeView[]
}

interface Sources<Of extends ReadEvidence, View> {
  readonly kind: Of['session']['kind']
  readonly ports: Pick<Ports, 'memory' | 'now' | 'turn'> & { readonly store: Pick<Ports['store'], 'evidenceMark'> }
  /** Reads the evidence of a session of this kind; `null` when there is none. */
  readonly load: (id: string) => Promise<Of | null>
  /** Folds the evidence into the session's state at an instant. Pure: it depends on nothing else. */
  readonly project: (evidence: Of, now: EpochMillis) => Promise<View>
}

/** Creates the inspections for one kind of session. */
export function createInspections<Of extends ReadEvidence, View extends Shown>({
  kind,
  ports,
  load,
  project,
}: Sources<Of, View>): Inspections<View> {
  const facet: Facet<CacheEntry<Omit<Inspection<View>, 'revision'>>> = { name: `inspection of ${kind}` }
  return {
    async read(text) {
      const id = toSessionId(text)
      if (id === null) return null
      const recipe = { facet, load: () => load(id), fold: project, textOf, make: make<View> }
      const found = await readCached(id, recipe, ports)
      // The revision of the evidence shown, so that a page notices everything added after it.
      return found && { ...found.made, revision: revisionOf(found.known, found.at) }
    },
    async revision(text) {
      const id = toSessionId(text)
      if (id === null) return null
      const known = ports.memory.get(id)
      const found = known?.kind === kind ? { known } : await ports.memory.read(id, () => load(id))
      return found && revisionOf(found.known, ports.now())
    },
  }
}

const revisionOf = ({ digest, expiresAt }: KnownEvidence, at: EpochMillis): string =>
  `${digest}${expiresAt <= at ? '-expired' : ''}`

/** A view to compare with another of its session. */
const textOf = (view: Shown): string => JSON.stringify(view)

function make<View extends Shown>(projected: View): Omit<Inspection<View>, 'revision'> {
  const view = visibleTexts(projected)
  return { view, intended: intendedOperations(view.exchanges) }
}

const intendedOperations = (exchanges: readonly ExchangeView[]): Record<string, string> =>
  Object.fromEntries(
    exchanges.flatMap((exchange) => {
      const intended = exchange.operation === null ? intendedOperation(exchange) : null
      return intended === null ? [] : [[exchange.id, intended]]
    }),
  )

/** Uses only the contract: the routes import the endpoints, and those import this file. */
const entries = operationIds.flatMap((operation) => {
  const entry = contractEntry(operation)
  return pathsOf(entry).map((path) => ({ operation, path, methods: methodsOf(entry) }))
})

const entryAt = pathTable(entries)

/** Documents by their name after `/.well-known/`; for duplicate names, the first in the contract. */
const documents = new Map<string, OperationId>()

for (const operation of operationIds) {
  const name = wellKnownName(contractEntry(operation).path)
  if (name !== null && !documents.has(name)) documents.set(name, operation)
}

/**
 * The operation that an unanswered request was meant for: one with the same path but a different method or a double
 * slash, or the document whose well-known name is anywhere in the path. `null` if there is none. OID4VCI-1FINAL-12.2.2,
 * RFC8414-3.1
 */
export function intendedOperation({ method, path }: { readonly method: string; readonly path: string }): string | null {
  const segments = segmentsOf(path.replace(/\/{2,}/g, '/'))
  const first = segments === null ? undefined : entryAt(segments)?.entry
  const hit = entries.find(({ path: known, methods }) => known === first?.path && methods.includes(method)) ?? first
  return hit?.operation ?? documents.get(wellKnownName(path) ?? '') ?? null
}

function wellKnownName(path: string): string | null {
  const segments = path.split('/')
  const place = segments.indexOf('.well-known')
  return place < 0 ? null : (segments[place + 1] ?? null)
}
