import type { JsonObject } from '../values/json'

/**
 * Who reports what a wallet showed. `person`: somebody who looked at it. `driver`: a program that ran it, e.g. our
 * wallet command or a CI.
 */
export const tellers = ['person', 'driver'] as const
export type Teller = (typeof tellers)[number]

/** Who reported an event; `null` if not recorded, as in older events. */
export const tellerOf = ({ detail }: { readonly detail: JsonObject }): Teller | null =>
  tellers.find((teller) => teller === detail.by) ?? null
