import type { DeviationOutcome } from '../../engine/deviations/outcome'

/** Names of the outcomes that a person reports, for answers and events. */
export const personOutcomeNames = {
  error: 'reported_error',
  went_on: 'reported_going_on',
  warned: 'reported_warning',
} as const

const names: Readonly<Record<string, Partial<Record<NonNullable<DeviationOutcome['by']>, string>>>> = {
  refused: {
    wallet: 'refused_with_error',
    person: personOutcomeNames.error,
    silence: 'silent',
    registered_only: 'presented_registered_only',
    warning: personOutcomeNames.warned,
  },
  continued: {
    wallet: 'presented',
    redirect: 'followed_redirect',
    fetch: 'fetched_request_uri',
    person: personOutcomeNames.went_on,
  },
  undecided: { browser: 'browser_declined' },
}

/** Name of an outcome in the event `vp_negative_test_result`; `null` while nothing names it. */
export const outcomeName = ({ did, by }: Pick<DeviationOutcome, 'did' | 'by'>): string | null =>
  did === 'untested' ? did : ((by && names[did]?.[by]) ?? null)
