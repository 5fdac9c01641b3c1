import type { CheckId } from '../../ground/ports/check-id'

/** Subjects that a check passes, finds violated (or tolerates), or has nothing to say about. Tests run them all. */
export interface Examples<Subject> {
  readonly pass: readonly Subject[]
  /** `neverViolated` for a check that only tells what a wallet may do. */
  readonly violated: readonly Subject[]
  /** Not applicable or not observed; `alwaysJudged` for a check that every request of its endpoint answers. */
  readonly notApplicable: readonly Subject[]
}

export type ExamplesById<Subject> = Readonly<Partial<Record<CheckId, Examples<Subject>>>>

/** In place of examples: the check tells only what a wallet may do, so that leaving it is not a violation. */
export const neverViolated: readonly never[] = []

/** In place of examples: every request of the endpoint answers the check, so that only a missing request leaves it open. */
export const alwaysJudged: readonly never[] = []

/**
 * In place of examples: the service cannot find out yet what the check asks for, so that it only tells readers what was
 * not tested.
 */
export const neverDecided: readonly never[] = []
