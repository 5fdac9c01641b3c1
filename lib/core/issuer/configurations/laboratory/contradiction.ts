import type { LaboratoryOptions } from '../../../ground/ports/laboratory'

/** A session request as far as options of a laboratory can contradict it. */
export interface BesideLaboratory {
  readonly issuer_configuration_id: string
  readonly fault: string | null
  readonly trust_framework: 'test_root' | 'eu'
  /** An access certificate that the tester sends with its key. */
  readonly access_certificate?: unknown
  /** The public origin of the installation. */
  readonly baseUrl: string
}

/** Places in the body of a request. */
export type Pointers = readonly [string, string]

/** Two values that no issuer can have together. */
export interface Contradiction {
  /** Pointers into the body, e.g. `/laboratory/batch/issue`, or the name of a setting; of elements of a list, those that contradict. */
  readonly members: Pointers | ((options: LaboratoryOptions) => Pointers)
  /** Why, as a fixed ASCII sentence without input. */
  readonly says: string
  readonly holds: (options: LaboratoryOptions, beside: BesideLaboratory) => boolean
}
