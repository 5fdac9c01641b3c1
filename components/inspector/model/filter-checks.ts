import type { InspectorTarget } from '@/lib/paths'
import type { JudgedCheck } from './judged-check'

/** True if the URL filters the check list. */
export const isFiltered = ({ q, status, level }: InspectorTarget): boolean => Boolean(q || status || level)

/** The checks that the URL asks for. Text matches title, id and clauses, ignoring case. */
export function filterChecks(
  checks: readonly JudgedCheck[],
  { q, status, level }: Pick<InspectorTarget, 'q' | 'status' | 'level'>,
): JudgedCheck[] {
  const wanted = (q ?? '').trim().toLowerCase()
  return checks.filter((check) => {
    if (status && check.status !== status) return false
    if (level && check.level !== level) return false
    if (wanted === '') return true
    const text = [check.title, check.id, ...check.clauses.map(({ spec, section }) => `${spec} ${section}`)].join(' ')
    return text.toLowerCase().includes(wanted)
  })
}
