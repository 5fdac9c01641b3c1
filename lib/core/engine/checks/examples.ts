import type { CheckId } from '../../shared/ports/check-id'

/** Subjects that a check passes, finds violated (or tolerates), or has nothing to say about. Tests run them all. */
export interface Examples<Subject> {
  readonly pass: readonly Subject[]
  /** `neverViolated` for a check that only reports what a wallet is allowed to do. */
  readonly violated: readonly Subject[]
  /** Not applicable or not observed; `alwaysJudged` for a check that runs on every request of its endpoint. */
  readonly notApplicable: readonly Subject[]
}

export type ExamplesById<Subject> = Readonly<Partial<Record<CheckId, Examples<Subject>>>>

/** Instead of examples: the check only reports what a wallet is allowed to do, so there is no violation. */
export const neverViolated: readonly never[] = []

/** Instead of examples: the check runs on every request of the endpoint, so only a missing request leaves it open. */
export const alwaysJudged: readonly never[] = []

/**
 * Instead of examples: the service cannot test this rule yet, so the check only tells readers that it went untested.
 */
export const neverDecided: readonly never[] = []
