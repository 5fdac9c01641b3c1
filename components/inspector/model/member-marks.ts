import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import { bySeverity } from '@/lib/core/ground/ports/finding'
import type { MemberMark } from '../../ui/member-mark'
import { type DecodedToken, nestedAttestationPath } from './decoded-tokens'
import { memberOf } from './member-of'

const shown = new Set(['pass', 'fail', 'warn'])

/**
 * Findings of one exchange by the member of this token that they judged: every failure and warning, and the first pass
 * of each member.
 */
export function memberMarks(
  token: DecodedToken,
  findings: readonly ConformanceEntry[],
  hrefOf: (checkId: string) => string,
): Record<string, MemberMark[]> {
  const marks: Record<string, MemberMark[]> = {}
  const nested = nestedAttestationPath(token)
  const sorted = [...findings].sort((a, b) => bySeverity(a.status, b.status))
  for (const { id, status, title } of sorted) {
    const member = memberOf(id)
    if (member === null || !shown.has(status)) continue
    const prefix = member.kind === token.kind ? '' : member.kind === 'key_attestation' && nested ? `${nested}.` : null
    if (prefix === null) continue
    const path = `${prefix}${member.path}`
    const known = marks[path] ?? []
    if (status === 'pass' && known.length > 0) continue
    marks[path] = [...known, { status, title, href: hrefOf(id) }]
  }
  return marks
}
