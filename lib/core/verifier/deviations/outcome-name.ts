import type { DeviationOutcome } from '../../engine/deviations/outcome'

/** What the outcomes that a person reports are called in answers and events. */
export const personOutcomeNames = { error: 'reported_error', went_on: 'reported_going_on' } as const

const names: Readonly<Record<string, Partial<Record<NonNullable<DeviationOutcome['by']>, string>>>> = {
  refused: { wallet: 'refused_with_error', person: personOutcomeNames.error, silence: 'silent' },
  continued: { wallet: 'presented', redirect: 'followed_redirect', person: personOutcomeNames.went_on },
}

/** What an outcome is called in the event `vp_negative_test_result`; `null` for one that is still open. */
export const outcomeName = ({ did, by }: Pick<DeviationOutcome, 'did' | 'by'>): string | null =>
  did === 'untested' ? did : ((by && names[did]?.[by]) ?? null)
