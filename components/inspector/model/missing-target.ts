import type { InspectorTarget } from '@/lib/paths'

/** Something that a URL names and the session does not have. */
export interface MissingTarget {
  readonly what: 'check' | 'exchange'
  readonly id: string
}

interface Found {
  readonly checkIds: readonly string[]
  readonly exchangeIds: readonly string[]
}

/** The first part of the target that the session does not have; `null` if all of it exists. */
export function missingTarget({ check, exchange }: InspectorTarget, found: Found): MissingTarget | null {
  if (check !== undefined && !found.checkIds.includes(check)) return { what: 'check', id: check }
  if (exchange !== undefined && !found.exchangeIds.includes(exchange)) return { what: 'exchange', id: exchange }
  return null
}

/** The target with an exchange number, as a person would write it, replaced by the exchange's id. */
export function withExchangeId(
  target: InspectorTarget,
  exchanges: readonly { readonly id: string; readonly number: number | null }[],
): InspectorTarget {
  const { exchange } = target
  if (exchange === undefined || !/^\d{1,6}$/.test(exchange)) return target
  const found = exchanges.find(({ number }) => number === Number(exchange))
  return found === undefined ? target : { ...target, exchange: found.id }
}
