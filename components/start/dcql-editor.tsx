import { clause } from '@/lib/core/clauses'
import { validateDcqlQuery } from '@/lib/core/dcql/validate-dcql-query'
import { ProblemList } from '../ui/problem-list'
import { parseJson } from './presentation-fields'

interface DcqlEditorProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

type Problems = Parameters<typeof ProblemList>[0]['problems']

/** What is wrong with a query as it is typed, with the relevant section. */
function problemsOf(text: string): Problems {
  const query = parseJson(text)
  if (query === undefined) return [{ isNote: false, pointer: '', message: 'This is not valid JSON yet.' }]
  return validateDcqlQuery(query).map(({ severity, pointer, message, clause: id }) => {
    const { spec, section } = clause(id)
    return { isNote: severity === 'note', pointer, message: `${message} ${spec}, ${section}` }
  })
}

/** A DCQL query as text, validated as you type. OID4VP-1FINAL-6 */
export function DcqlEditor({ text, onChange }: DcqlEditorProps) {
  const problems = problemsOf(text)
  const wrong = problems.filter(({ isNote }) => !isNote).length
  return (
    <div className="grid gap-2">
      <label className="grid gap-1 text-sm">
        <span className="font-medium">
          Query <code className="text-ink-3">dcql_query</code>
        </span>
        <textarea
          name="dcql_query"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={false}
          rows={14}
          aria-describedby="dcql-problems"
          aria-invalid={wrong > 0}
          className="wire w-full min-w-0 rounded-md border border-control bg-surface px-2.5 py-2 text-xs/[1.6]"
        />
      </label>
      <div id="dcql-problems" aria-live="polite" className="grid gap-1.5 text-sm">
        <p className={wrong > 0 ? 'text-fail-ink' : 'text-pass-ink'}>
          {wrong === 0
            ? 'The query conforms to the specification.'
            : `${wrong} ${wrong === 1 ? 'problem' : 'problems'}`}
        </p>
        {problems.length > 0 && <ProblemList problems={problems} />}
      </div>
    </div>
  )
}
