import type { HeaderField, Reply } from '../../shared/http/exchange'
import { jsonReply } from '../../shared/http/reply'
import type { CheckId } from '../../shared/ports/check-id'
import { type ErrorCode, errorStatus } from '../../shared/ports/errors'
import type { JudgedFinding } from '../../shared/ports/finding'
import { checkUri } from '../../shared/ports/uris'
import { type Check, reasonOf } from '../checks/check'
import type { BoundCheck } from '../checks/evaluate'
import { leadingOf } from '../checks/leading'

/** The finding that decides a refusal, with what the answer says of it. */
export interface Refusal {
  readonly checkId: CheckId
  readonly error: ErrorCode
  readonly description: string
  /** The check that explains it and gave the description, if it is another one. */
  readonly told?: CheckId
}

/**
 * The first rejecting violation in the documented order; `null` if nothing rejects. Its code is that of its check, its
 * text that of the finding which explains it: clients read the one, people the other.
 */
export function refusalOf<Reading>(
  findings: readonly JudgedFinding[],
  checks: readonly BoundCheck<Reading>[],
): Refusal | null {
  const finding = findings.find(({ rejected }) => rejected)
  if (!finding?.error) return null
  const byId = new Map<string, Check<never>>(checks.map(({ check }) => [check.id, check]))
  const checkOf = (id: string) => byId.get(id) ?? null
  const textOf = ({ id, refusal }: JudgedFinding) => refusal ?? checkOf(id)?.refusal
  const lead = leadingOf(findings, checkOf, finding)
  const told = textOf(lead)
  const own = checkOf(finding.id)
  return {
    checkId: finding.id,
    error: finding.error,
    description: told ?? textOf(finding) ?? (own && reasonOf(own, finding.reason))?.fix ?? 'The request was refused.',
    ...(lead.id === finding.id || told === undefined ? {} : { told: lead.id }),
  }
}

/** The page about a refusal: that of the check which gave its description. */
export const refusalUri = (baseUrl: string, { told, checkId }: Pick<Refusal, 'told' | 'checkId'>): string =>
  checkUri(baseUrl, told ?? checkId)

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
      error_uri: refusalUri(input.baseUrl, refusal),
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
