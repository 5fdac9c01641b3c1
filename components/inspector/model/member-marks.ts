import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { bySeverity } from '@/lib/core/shared/ports/finding'
import { memberJudgedBy } from '@/lib/queries/findings'
import type { MemberMark } from '../../ui/member-mark'
import { type DecodedToken, nestedAttestationPath } from './decoded-tokens'

/** Token kind and path that a check looks at; `null` if it does not judge a single member. */
export function judgedMember(checkId: string): { readonly kind: string; readonly path: string } | null {
  const judges = memberJudgedBy(checkId)
  return judges?.member === undefined ? null : { kind: judges.token, path: judges.member }
}

const shown = new Set(['pass', 'fail', 'warn'])

/**
 * Findings of one exchange by the token member they judged: all failures and warnings, and the first pass per member. A
 * refused presentation shows no passes, because its issuer and holder are not proven.
 */
export function memberMarks(
  token: DecodedToken,
  findings: readonly ConformanceEntry[],
  hrefOf: (checkId: string) => string,
): Record<string, MemberMark[]> {
  const marks: Record<string, MemberMark[]> = {}
  const nested = nestedAttestationPath(token)
  const isRefused = findings.some(
    ({ subject, status, error }) =>
      subject !== undefined && status === 'fail' && error !== null && concernsCredential(token, subject),
  )
  const sorted = [...findings].sort((a, b) => bySeverity(a.status, b.status))
  for (const { id, status, title, subject } of sorted) {
    const member = judgedMember(id)
    if (member === null || !shown.has(status) || !concernsCredential(token, subject)) continue
    const prefix = member.kind === token.kind ? '' : member.kind === 'key_attestation' && nested ? `${nested}.` : null
    if (prefix === null) continue
    const path = `${prefix}${ofOneDocument(token, member.path)}`
    const known = marks[path] ?? []
    if (status === 'pass' && (isRefused || known.length > 0)) continue
    marks[path] = [...known, { status, title, href: hrefOf(id) }]
  }
  return marks
}

/** False for a finding about a different presented credential. */
export const concernsCredential = (
  { place }: Pick<DecodedToken, 'place'>,
  subject: ConformanceEntry['subject'],
): boolean => subject === undefined || place.endsWith(`vp_token.${subject.query_id}[${subject.index}]`)

/** A finding does not say which of several documents it concerns, so it is shown at each. */
const ofOneDocument = ({ tree: { documents } }: DecodedToken, path: string): string =>
  Array.isArray(documents) && documents.length > 1 ? path.replace(/^documents\..*/, 'documents') : path
