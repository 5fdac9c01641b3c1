import type { JsonObject } from '../values/json'

/**
 * Who tells what a wallet showed. `person`: somebody who looked at it. `driver`: a program that ran it, e.g. the command of our
 * wallet or a CI.
 */
export const tellers = ['person', 'driver'] as const
export type Teller = (typeof tellers)[number]

/** Who told what an event records; `null` where that is not recorded, as before events named it. */
export const tellerOf = ({ detail }: { readonly detail: JsonObject }): Teller | null =>
  tellers.find((teller) => teller === detail.by) ?? null
