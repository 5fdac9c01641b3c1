import { paths } from '@/lib/paths'
import type { RecentSession, RunKind } from './recent-store'

/** What each kind of run is called. */
export const runKindWords: Readonly<Record<RunKind, string>> = {
  issuance: 'Issuance',
  presentation: 'Presentation',
  campaign: 'Campaign',
}

/** The page of a run. */
export function runPath({ kind = 'issuance', sessionId }: Pick<RecentSession, 'kind' | 'sessionId'>): string {
  if (kind === 'campaign') return paths.campaign(sessionId)
  return kind === 'presentation' ? paths.inspectPresentation(sessionId) : paths.inspectIssuance(sessionId)
}
