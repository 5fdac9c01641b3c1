import type { InspectorTarget } from '@/lib/paths'

/** Search params of a page as the framework gives them. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** The first value of a search param; absent and empty are the same. */
export function firstParam(params: SearchParams, name: string): string | undefined {
  const value = params[name]
  return (Array.isArray(value) ? value[0] : value) || undefined
}

/** Reads from its URL what an inspector page should show. */
export const readInspectorTarget = (params: SearchParams): InspectorTarget => ({
  exchange: firstParam(params, 'exchange'),
  tab: firstParam(params, 'tab'),
  against: firstParam(params, 'against'),
  only: firstParam(params, 'only'),
  check: firstParam(params, 'check'),
  status: firstParam(params, 'status'),
  level: firstParam(params, 'level'),
  q: firstParam(params, 'q'),
  all: firstParam(params, 'all'),
  open: firstParam(params, 'open'),
  laboratory: firstParam(params, 'laboratory'),
  offer: firstParam(params, 'offer'),
})
