import type { InspectorTarget } from '@/lib/paths'
import type { DetailTab, FlowModel, InspectedExchange, SessionHead } from './flow-model'
import { type Failure, firstFailure, type JudgedCheck } from './judged-check'

/** The tabs that every exchange has. */
export const exchangeTabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'request', label: 'Request' },
  { id: 'response', label: 'Response' },
  { id: 'decoded', label: 'Decoded' },
  { id: 'checks', label: 'Checks' },
] as const satisfies readonly DetailTab[]

/** What the right pane shows: an exchange with one of its tabs, and possibly one check within `checks`. */
export interface DetailSelection {
  readonly exchange: InspectedExchange | null
  /** Id of a tab of the flow. */
  readonly tab: string
  readonly check: JudgedCheck | null
}

interface Choices {
  readonly exchanges: readonly InspectedExchange[]
  readonly checks: readonly JudgedCheck[]
  readonly failures: readonly Failure[]
  readonly target: InspectorTarget
}

/**
 * Follows the URL. If it names nothing, shows the first failure, or else the newest exchange. An unknown name is
 * treated as absent.
 */
export function selectDetail(
  { exchanges, checks, failures, target }: Choices,
  { tabs, opening }: Pick<FlowModel<SessionHead>, 'tabs' | 'opening'>,
): DetailSelection {
  const byId = (id: string | null | undefined) => exchanges.find((exchange) => exchange.id === id) ?? null
  const asked = byId(target.exchange)
  const check = checks.find(({ id }) => id === target.check) ?? null
  const tab = tabs.find(({ id }) => id === target.tab)?.id ?? null
  if (check) return { exchange: asked ?? byId(check.deciding.exchange_id), tab: 'checks', check }
  if (asked) return { exchange: asked, tab: tab ?? 'overview', check: null }
  const first = tab === null ? firstFailure(failures) : null
  if (first) return { exchange: byId(first.entry.exchange_id), tab: 'checks', check: first.check }
  // A request that names no session may come from another wallet, so prefer exchanges that certainly belong here.
  const certain = exchanges.findLast((one) => one.correlation === 'exact' && one.kind !== opening)
  const newest = certain ?? exchanges.at(-1)
  return { exchange: newest ?? null, tab: tab ?? 'overview', check: null }
}
