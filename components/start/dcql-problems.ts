import { clause } from '@/lib/core/clauses'
import { validateDcqlQuery } from '@/lib/core/dcql/validate-dcql-query'
import type { ProblemList } from '../ui/problem-list'
import { parseJson } from './presentation-fields'

type Problems = Parameters<typeof ProblemList>[0]['problems']

/** What is wrong with a query as it is typed, with the relevant section. */
export function dcqlProblems(text: string): Problems {
  const query = parseJson(text)
  if (query === undefined) return [{ isNote: false, pointer: '', message: 'This is not valid JSON yet.' }]
  return validateDcqlQuery(query).map(({ severity, pointer, message, clause: id }) => {
    const { spec, section } = clause(id)
    return { isNote: severity === 'note', pointer, message: `${message} ${spec}, ${section}` }
  })
}
