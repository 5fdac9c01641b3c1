import type { HeaderField, Reply } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import type { CheckId } from '../../shared/ports/check-id'
import { type ErrorCode, errorStatus } from '../../shared/ports/errors'
import type { JudgedFinding } from '../../shared/ports/finding'
import { checkUri } from '../../shared/ports/uris'
import type { BoundCheck } from '../checks/evaluate'

/** The finding that decides a refusal, with the description from its check. */
export interface Refusal {
  readonly checkId: CheckId
  readonly error: ErrorCode
  readonly description: string
}

/** The first rejecting violation in the documented order; `null` if nothing rejects. */
export function refusalOf<Reading>(
  findings: readonly JudgedFinding[],
  checks: readonly BoundCheck<Reading>[],
): Refusal | null {
  const finding = findings.find(({ rejected }) => rejected)
  if (!finding?.error) return null
  const check = checks.find((bound) => bound.check.id === finding.id)?.check
  return {
    checkId: finding.id,
    error: finding.error,
    description: finding.refusal ?? check?.refusal ?? check?.hint ?? 'The request was refused.',
  }
}

/** Builds the Error answer of a refusal. RFC 6749 section 5.2: `error`, `error_description`, `error_uri`. */
export function refusalReply(input: {
  readonly refusal: Refusal
  readonly baseUrl: string
  readonly status?: number
  readonly headers?: readonly HeaderField[]
}): Reply {
  const { refusal } = input
  return jsonReply(
    input.status ?? errorStatus[refusal.error],
    {
      error: refusal.error,
      error_description: refusal.description,
      error_uri: checkUri(input.baseUrl, refusal.checkId),
    },
    input.headers,
  )
}

/** Ids of all failed checks, each once, for the events of a refusal. */
export const failedChecks = (findings: readonly JudgedFinding[]): CheckId[] => [
  ...new Set(findings.filter(({ status }) => status === 'fail').map(({ id }) => id)),
]

/** The failed checks, plus those that refused without failing: a session may demand more than the specifications do. */
export const refusingChecks = (findings: readonly JudgedFinding[]): CheckId[] => [
  ...new Set(findings.filter(({ status, error }) => status === 'fail' || error !== null).map(({ id }) => id)),
]
