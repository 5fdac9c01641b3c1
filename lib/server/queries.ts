import { issuanceKind } from '@/lib/core/evidence/issuance/issuance-kind'
import { loadEvidence } from '@/lib/core/evidence/load-evidence'
import { projectLedgerRecord } from '@/lib/core/evidence/project-exchange'
import { projectSession } from '@/lib/core/evidence/project-session'
import type { IssuanceSessionView, LedgerRecord } from '@/lib/core/evidence/session-view'
import { issuerConfigurations } from '@/lib/core/issuers'
import { buildCatalogueEntry, type IssuerCatalogueEntry } from '@/lib/core/issuers/catalogue-entry'
import type { Ports } from '@/lib/core/ports'
import { loadSession } from '@/lib/core/sessions/load-session'
import type { ProtocolSettings } from '@/lib/core/settings'
import { createRevisions } from './revisions'

/** What pages may read. Nothing here writes. */
export interface Queries {
  /** The read-back of an issuance session, `null` when there is none. */
  sessionView(id: string): Promise<IssuanceSessionView | null>
  /** A text that changes whenever the session's evidence changes; `null` when there is no session. */
  revision(id: string): Promise<string | null>
  ledger(): Promise<LedgerRecord[]>
  readonly baseUrl: string
  readonly issuers: readonly IssuerCatalogueEntry[]
}

/** Builds the read side for pages over the same ports and projections that the interface uses; `commits` counts writes. */
export function createQueries(ports: Ports, settings: ProtocolSettings, commits: () => number): Queries {
  const load = async (text: string) => {
    const session = await loadSession('issuance', text, ports)
    return session === null ? null : loadEvidence(session, ports)
  }
  return {
    async sessionView(id) {
      const evidence = await load(id)
      return (
        evidence &&
        projectSession(issuanceKind, { ...evidence, now: ports.now(), settings, keyedHash: ports.keyedHash })
      )
    },
    revision: createRevisions({ load, commits, now: ports.now }),
    async ledger() {
      return (await ports.store.ledger(settings.ledgerSize)).map(projectLedgerRecord)
    },
    baseUrl: settings.baseUrl,
    issuers: issuerConfigurations.map((configuration) => buildCatalogueEntry(settings.baseUrl, configuration)),
  }
}
