import type { ExchangeView, IssuanceSessionView } from '@/lib/core/evidence/session-view'
import type { InspectorTarget } from '@/lib/paths'
import { exchangeKind } from './exchange-kind'
import { type Failure, firstFailure, type JudgedCheck } from './judged-check'

export const detailTabs = ['overview', 'request', 'response', 'decoded', 'checks'] as const
export type DetailTab = (typeof detailTabs)[number]

/** What the right pane shows. An exchange with one of its tabs, and within `checks` perhaps one check. */
export interface DetailSelection {
  readonly exchange: ExchangeView | null
  readonly tab: DetailTab
  readonly check: JudgedCheck | null
}

const isTab = (text: string | undefined): text is DetailTab => detailTabs.some((tab) => tab === text)

/**
 * Follows the address; where it names nothing, shows what a reader looks for first: the first failure, or the newest
 * exchange. A name that no longer means anything is treated as absent.
 */
export function selectDetail(
  session: Pick<IssuanceSessionView, 'exchanges'>,
  checks: readonly JudgedCheck[],
  failures: readonly Failure[],
  target: InspectorTarget,
): DetailSelection {
  const byId = (id: string | null | undefined) => session.exchanges.find((exchange) => exchange.id === id) ?? null
  const asked = byId(target.exchange)
  const check = checks.find(({ id }) => id === target.check) ?? null
  if (check) return { exchange: asked ?? byId(check.deciding.exchange_id), tab: 'checks', check }
  if (asked) return { exchange: asked, tab: isTab(target.tab) ? target.tab : 'overview', check: null }
  const first = isTab(target.tab) ? null : firstFailure(failures)
  if (first) return { exchange: byId(first.entry.exchange_id), tab: 'checks', check: first.check }
  // Metadata and keys name no session: another wallet may have fetched them. What certainly belongs here goes first.
  const certain = session.exchanges.findLast((one) => one.correlation === 'exact' && exchangeKind(one) !== 'offer')
  const newest = certain ?? session.exchanges.at(-1)
  return { exchange: newest ?? null, tab: isTab(target.tab) ? target.tab : 'overview', check: null }
}
