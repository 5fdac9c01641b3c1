import type { InspectorTarget } from '@/lib/paths'
import type { DetailTab, FlowModel, InspectedExchange, SessionHead } from './flow-model'
import type { Failure, JudgedCheck } from './judged-check'

/** Tabs of every exchange. */
export const exchangeTabs = [
  { id: 'diff', label: 'Diff' },
  { id: 'decoded', label: 'Decoded' },
  { id: 'raw', label: 'Raw' },
  { id: 'checks', label: 'Checks' },
  { id: 'facts', label: 'Facts' },
] as const satisfies readonly DetailTab[]

/** Content of the right pane: an exchange with one of its tabs, and optionally a check within `checks`. */
export interface DetailSelection {
  readonly exchange: InspectedExchange | null
  /** Tab id defined by the flow. */
  readonly tab: string
  readonly check: JudgedCheck | null
}

interface Choices {
  readonly exchanges: readonly InspectedExchange[]
  readonly checks: readonly JudgedCheck[]
  /** What to show first; `null` for nothing. */
  readonly first: Failure | null
  readonly target: InspectorTarget
}

/** Selects by URL. Without a target, selects the first failure, else the newest exchange. Unknown names are ignored. */
export function selectDetail(
  { exchanges, checks, first: leading, target }: Choices,
  { tabs, opening }: Pick<FlowModel<SessionHead>, 'tabs' | 'opening'>,
): DetailSelection {
  const byId = (id: string | null | undefined) => exchanges.find((exchange) => exchange.id === id) ?? null
  const asked = byId(target.exchange)
  const check = checks.find(({ id }) => id === target.check) ?? null
  const tab = tabs.find(({ id }) => id === target.tab)?.id ?? null
  if (check) return { exchange: asked ?? byId(check.deciding.exchange_id), tab: 'checks', check }
  if (asked) return { exchange: asked, tab: tab ?? 'facts', check: null }
  const first = tab === null ? leading : null
  if (first) return { exchange: byId(first.entry.exchange_id), tab: 'checks', check: first.check }
  // A request without a session id may come from another wallet, so prefer exchanges that certainly belong here.
  const certain = exchanges.findLast((one) => one.correlation === 'exact' && one.kind !== opening)
  const newest = certain ?? exchanges.at(-1)
  return { exchange: newest ?? null, tab: tab ?? 'facts', check: null }
}

/** A URL target that the session does not have. */
export interface MissingTarget {
  readonly what: 'check' | 'exchange'
  readonly id: string
}

interface Found {
  readonly checkIds: readonly string[]
  readonly exchangeIds: readonly string[]
}

/** First part of the target that the session lacks; `null` if all of it exists. */
export function missingTarget({ check, exchange }: InspectorTarget, found: Found): MissingTarget | null {
  if (check !== undefined && !found.checkIds.includes(check)) return { what: 'check', id: check }
  if (exchange !== undefined && !found.exchangeIds.includes(exchange)) return { what: 'exchange', id: exchange }
  return null
}

/** Replaces an exchange number, as a person would type it, by the exchange's id. */
export function withExchangeId(
  target: InspectorTarget,
  exchanges: readonly { readonly id: string; readonly number: number | null }[],
): InspectorTarget {
  const { exchange } = target
  if (exchange === undefined || !/^\d{1,6}$/.test(exchange)) return target
  const found = exchanges.find(({ number }) => number === Number(exchange))
  return found === undefined ? target : { ...target, exchange: found.id }
}
