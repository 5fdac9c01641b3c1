import type { DeviationOutcome } from '../../engine/deviations/outcome'

/** Names of the outcomes that are told, for answers and events. */
export const toldOutcomeNames = {
  error: 'reported_error',
  went_on: 'reported_going_on',
  warned: 'reported_warning',
} as const

const names: Readonly<Record<string, Partial<Record<NonNullable<DeviationOutcome['by']>, string>>>> = {
  refused: {
    wallet: 'refused_with_error',
    report: toldOutcomeNames.error,
    silence: 'silent',
    registered_only: 'presented_registered_only',
    warning: toldOutcomeNames.warned,
  },
  continued: {
    wallet: 'presented',
    redirect: 'followed_redirect',
    fetch: 'fetched_request_uri',
    report: toldOutcomeNames.went_on,
  },
  undecided: { browser: 'browser_declined' },
}

/** Name of an outcome in the event `vp_negative_test_result`; `null` while nothing names it. */
export const outcomeName = ({ did, by }: Pick<DeviationOutcome, 'did' | 'by'>): string | null =>
  did === 'untested' ? did : ((by && names[did]?.[by]) ?? null)
