import { useEffect, useState } from 'react'
import { ProblemList } from '../ui/note'
import type { dcqlProblems } from './dcql-problems'

interface DcqlEditorProps {
  readonly text: string
  readonly onChange: (text: string) => void
  /** Whether the editor is open. Only then is the validator loaded, because most visitors never open it. */
  readonly isOpen: boolean
}

/** Editor for a DCQL query, validated as you type. OID4VP-1FINAL-6 */
export function DcqlEditor({ text, onChange, isOpen }: DcqlEditorProps) {
  const { problemsOf, failed } = useRules(isOpen)
  const problems = problemsOf?.(text) ?? null
  const unanswerable = problems?.some(({ isUnanswerable }) => isUnanswerable) ?? false
  const wrong = problems?.filter(({ isNote }) => !isNote).length ?? 0
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
        {problems === null ? (
          <p className="text-ink-2">
            {failed ? 'Not checked here: the service checks it when you start.' : 'Checking …'}
          </p>
        ) : (
          <p className={wrong > 0 ? 'text-fail-ink' : unanswerable ? 'text-warn-ink' : 'text-pass-ink'}>
            {wrong > 0
              ? `${wrong} ${wrong === 1 ? 'problem' : 'problems'}`
              : `The query conforms to the specification${unanswerable ? ', but no wallet can answer all of it' : ''}.`}
          </p>
        )}
        {problems !== null && problems.length > 0 && <ProblemList problems={problems} />}
      </div>
    </div>
  )
}

/** DCQL validator, loaded on demand; `failed` if loading failed. */
function useRules(wanted: boolean) {
  const [rules, setRules] = useState<{ readonly problemsOf?: typeof dcqlProblems; readonly failed: boolean }>({
    failed: false,
  })
  useEffect(() => {
    if (!wanted) return
    import('./dcql-problems').then(
      ({ dcqlProblems: problemsOf }) => setRules({ problemsOf, failed: false }),
      () => setRules({ failed: true }),
    )
  }, [wanted])
  return rules
}
