import type { Finding } from '../../shared/ports/finding'
import { type Check, type Explained, type Reason, reasonOf } from './check'

/** What decides the lead among the findings of one exchange. `subject`: the presented credential, if it is about one. */
export interface Ranked extends Pick<Finding, 'status' | 'rejected'> {
  readonly id: string
  readonly reason?: string
  readonly subject?: object
}

/** The parts of a check that the relation needs. */
export type Explaining = Pick<Check<never>, 'id' | 'reasons' | 'judges'>

/** The finding that refused an exchange; without one, the first that failed. `null` if there is neither. */
const _decisiveOf = <Of extends Ranked>(findings: readonly Of[]): Of | null =>
  findings.find(({ rejected }) => rejected) ?? findings.find(({ status }) => status === 'fail') ?? null

/**
 * The finding that explains the decisive one, and so becomes the headline; that one itself if none does. A finding
 * explains another of the same credential, or of none, if its reason says so, also over others in between. The lead is
 * the one that none of these explains; of several, a form comes before a member, then the first in this order.
 *
 * @param findings of one exchange, in the order of evaluation
 */
export function leadingOf<Of extends Ranked>(
  findings: readonly Of[],
  checkOf: (id: string) => Explaining | null,
  decisive: Of,
): Of {
  const explainers = findings.filter(
    (finding) => finding !== decisive && deviates(finding) && explainedBy(finding, checkOf).length > 0,
  )
  const explains = (one: Of, other: Of): boolean =>
    one !== other && isAboutTheSame(one, other) && explainedBy(one, checkOf).some((target) => names(target, other))
  const reached = new Set<Of>([decisive])
  // A set is walked in the order of insertion, with what is added on the way.
  for (const known of reached) for (const one of explainers) if (explains(one, known)) reached.add(one)
  const unexplained = findings.filter((one) => reached.has(one) && ![...reached].some((other) => explains(other, one)))
  return unexplained.find(({ id }) => checkOf(id)?.judges?.member === undefined) ?? unexplained[0] ?? decisive
}

const deviates = ({ status }: Ranked): boolean => status === 'fail' || status === 'warn'

/** The reason of a finding; that of a case with words of its own is the first of its check. */
export const reasonOfFinding = (check: Explaining, name: string | undefined): Reason | null =>
  reasonOf(check, name) ?? Object.values(check.reasons)[0] ?? null

const nothing: readonly Explained[] = []

function explainedBy({ id, reason }: Ranked, checkOf: (id: string) => Explaining | null): readonly Explained[] {
  const check = checkOf(id)
  return check === null ? nothing : (reasonOfFinding(check, reason)?.explains ?? nothing)
}

const names = (target: Explained, { id, reason }: Ranked): boolean => target === id || target === reason

const isAboutTheSame = ({ subject: one }: Ranked, { subject: other }: Ranked): boolean =>
  one === undefined || other === undefined || JSON.stringify(one) === JSON.stringify(other)
