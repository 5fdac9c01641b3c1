import type { JsonObject } from '../values/json'

/**
 * Who reports what a wallet showed. `person`: somebody who looked at it. `driver`: a program that ran it, e.g. our
 * wallet command or a CI.
 */
export const reporters = ['person', 'driver'] as const

export type Reporter = (typeof reporters)[number]

/** Who reported an event; `null` if not recorded, as in older events. */
export const reporterOf = ({ detail }: { readonly detail: JsonObject }): Reporter | null =>
  reporters.find((one) => one === detail.by) ?? null
