import { validateDcqlQuery } from '@/lib/core/shared/dcql/validate-dcql-query'
import { boundProblems, leftOutWords } from '@/lib/core/shared/http/problem-words'
import { clause } from '@/lib/core/shared/ports/clauses'
import type { ProblemList } from '../ui/note'
import { parseJson } from './read-options'

type Listed = Parameters<typeof ProblemList>[0]['problems'][number]

/** A problem, and whether it keeps every wallet from answering. */
type Problems = readonly (Listed & { readonly isUnanswerable?: boolean })[]

/** Problems of a query being typed, each with the relevant section. */
export function dcqlProblems(text: string): Problems {
  const query = parseJson(text)
  if (query === undefined) return [{ isNote: false, pointer: '', message: 'This is not valid JSON yet.' }]
  const all = validateDcqlQuery(query)
  const { listed } = boundProblems(all)
  const shown = listed.map(({ severity, pointer, message, clause: id, reason }) => {
    const { spec, section } = clause(id)
    return {
      isNote: severity === 'note',
      pointer,
      message: `${message} ${spec}, ${section}`,
      isUnanswerable: reason !== undefined,
    }
  })
  const rest = { isNote: true, pointer: '', message: leftOutWords(listed.length, all.length) }
  return all.length > listed.length ? [...shown, rest] : shown
}
