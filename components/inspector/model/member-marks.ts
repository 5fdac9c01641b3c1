import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { bySeverity } from '@/lib/core/ground/ports/finding'
import { checkById } from '@/lib/core/wings'
import type { MemberMark } from '../../ui/member-mark'
import { type DecodedToken, nestedAttestationPath } from './decoded-tokens'

/** Where a check looks: the kind of token and the path in it; `null` if it does not judge a single member. */
export function memberOf(checkId: string): { readonly kind: string; readonly path: string } | null {
  const judges = checkById(checkId)?.judges
  return judges?.member === undefined ? null : { kind: judges.token, path: judges.member }
}

const shown = new Set(['pass', 'fail', 'warn'])

/**
 * Findings of one exchange by the member of this token that they judged: every failure and warning, and the first pass
 * of each member. A presentation that was refused has no pass: its issuer and its holder are not shown as proven.
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
      subject !== undefined && status === 'fail' && error !== null && isAbout(token, subject),
  )
  const sorted = [...findings].sort((a, b) => bySeverity(a.status, b.status))
  for (const { id, status, title, subject } of sorted) {
    const member = memberOf(id)
    if (member === null || !shown.has(status) || !isAbout(token, subject)) continue
    const prefix = member.kind === token.kind ? '' : member.kind === 'key_attestation' && nested ? `${nested}.` : null
    if (prefix === null) continue
    const path = `${prefix}${ofOneDocument(token, member.path)}`
    const known = marks[path] ?? []
    if (status === 'pass' && (isRefused || known.length > 0)) continue
    marks[path] = [...known, { status, title, href: hrefOf(id) }]
  }
  return marks
}

/** False for a finding about another presented credential than this one. */
export const isAbout = ({ place }: Pick<DecodedToken, 'place'>, subject: ConformanceEntry['subject']): boolean =>
  subject === undefined || place.endsWith(`vp_token.${subject.query_id}[${subject.index}]`)

/** A finding does not say which of several documents it is about, so it stands beside all of them. */
const ofOneDocument = ({ tree: { documents } }: DecodedToken, path: string): string =>
  Array.isArray(documents) && documents.length > 1 ? path.replace(/^documents\..*/, 'documents') : path
