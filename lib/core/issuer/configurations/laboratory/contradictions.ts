import type { LaboratoryOptions } from '../../../ground/ports/laboratory'

/** A session request as far as options of a laboratory can contradict it. */
export interface BesideLaboratory {
  readonly issuer_configuration_id: string
  readonly fault: string | null
  /** The public origin of the installation. */
  readonly baseUrl: string
}

/** Two values that no issuer can have together. */
export interface Contradiction {
  /** Pointers into the body, e.g. `/laboratory/batch/issue`. */
  readonly members: readonly [string, string]
  /** Why, as a fixed ASCII sentence without input. */
  readonly says: string
  readonly holds: (options: LaboratoryOptions, beside: BesideLaboratory) => boolean
}

/** All contradictions, in the order in which they are told. */
const contradictions: readonly Contradiction[] = []

/** The first contradiction in a request; `null` without one. */
export const contradictionIn = (
  options: LaboratoryOptions,
  beside: BesideLaboratory,
  among: readonly Contradiction[] = contradictions,
): Contradiction | null => among.find(({ holds }) => holds(options, beside)) ?? null
