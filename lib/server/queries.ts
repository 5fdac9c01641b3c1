import { issuanceKind } from '@/lib/core/evidence/issuance/issuance-kind'
import { type Evidence, loadEvidence } from '@/lib/core/evidence/load-evidence'
import { projectLedgerRecord } from '@/lib/core/evidence/project-exchange'
import { projectSession } from '@/lib/core/evidence/project-session'
import type { ExchangeView, IssuanceSessionView, LedgerRecord } from '@/lib/core/evidence/session-view'
import { issuerConfigurations } from '@/lib/core/issuers'
import { buildCatalogueEntry, type IssuerCatalogueEntry } from '@/lib/core/issuers/catalogue-entry'
import type { Ports } from '@/lib/core/ports'
import { loadSession } from '@/lib/core/sessions/load-session'
import type { ProtocolSettings } from '@/lib/core/settings'
import type { IssuanceSession } from '@/lib/core/store-types'
import type { EpochMillis } from '@/lib/core/time'
import { intendedOperation } from './intended-operation'
import type { Revisions } from './revisions'

/** A session as a page shows it, and the text that names this state of it: both of one read. */
export interface Inspection {
  readonly view: IssuanceSessionView
  readonly revision: string
  /** Operation that a request was meant for which no endpoint answered, by the id of its exchange. */
  readonly intended: Readonly<Record<string, string>>
}

/** What pages may read. Nothing here writes. */
export interface Queries {
  /** True when an issuance session has this id. */
  hasSession(id: string): Promise<boolean>
  /** The read-back of an issuance session, `null` when there is none. */
  sessionView(id: string): Promise<IssuanceSessionView | null>
  /** The read-back of an issuance session with its revision, `null` when there is none. */
  inspection(id: string): Promise<Inspection | null>
  /** A text that changes whenever the session's evidence changes; `null` when there is no session. */
  revision(id: string): Promise<string | null>
  ledger(): Promise<LedgerRecord[]>
  readonly baseUrl: string
  readonly issuers: readonly IssuerCatalogueEntry[]
}

const intendedOperations = (exchanges: readonly ExchangeView[]): Record<string, string> =>
  Object.fromEntries(
    exchanges.flatMap((exchange) => {
      const intended = exchange.operation === null ? intendedOperation(exchange) : null
      return intended === null ? [] : [[exchange.id, intended]]
    }),
  )

type Reads = Pick<Ports, 'store'>

/** Everything on record about the issuance session with this id; `null` when there is none, also for what is no id. */
export async function loadIssuanceEvidence(id: string, ports: Reads): Promise<Evidence<IssuanceSession> | null> {
  const session = await loadSession('issuance', id, ports)
  return session === null ? null : loadEvidence(session, ports)
}

/** Builds the read side for pages over the same ports and projections that the interface uses. */
export function createQueries(
  ports: Ports,
  settings: ProtocolSettings,
  revisions: Revisions<IssuanceSession>,
): Queries {
  const project = (evidence: Evidence<IssuanceSession>, now: EpochMillis) =>
    projectSession(issuanceKind, { ...evidence, now, settings, ports })
  return {
    async hasSession(id) {
      return (await loadSession('issuance', id, ports)) !== null
    },
    async sessionView(id) {
      const evidence = await loadIssuanceEvidence(id, ports)
      return evidence && project(evidence, ports.now())
    },
    async inspection(id) {
      const found = await revisions.read(id)
      if (found === null) return null
      const view = project(found.evidence, found.now)
      return { view, revision: found.revision, intended: intendedOperations(view.exchanges) }
    },
    revision: revisions.current,
    async ledger() {
      return (await ports.store.ledger(settings.ledgerSize)).map(projectLedgerRecord)
    },
    baseUrl: settings.baseUrl,
    issuers: issuerConfigurations.map((configuration) => buildCatalogueEntry(settings.baseUrl, configuration)),
  }
}
