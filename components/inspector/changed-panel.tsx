import { changedHeading } from '@/lib/core/engine/deviations/changed-words'
import { Panel } from '../ui/panel'

interface ChangedPanelProps {
  /** As read-backs have it. */
  readonly mutations: {
    readonly differences: readonly {
      readonly target: string
      readonly pointer: string
      readonly was?: unknown
      readonly is?: unknown
    }[]
    readonly same_as: string | null
    readonly expect: string
    readonly expected_by?: string | undefined
  }
}

/** What the tester changed on purpose: what is right beside what is sent, and what that equals. */
export function ChangedPanel({ mutations }: ChangedPanelProps) {
  const { differences, same_as: same, expect, expected_by: by } = mutations
  return (
    <Panel labelledBy="changed" className="grid gap-3 p-4">
      <h2 id="changed" className="text-md">
        {changedHeading}
      </h2>
      <p className="text-sm text-ink-2">
        {same === null ? (
          'Equals no named test. '
        ) : (
          <>
            Equals the test <code>{same}</code>.{' '}
          </>
        )}
        {expectations[expect] ?? expect}
        {by === 'tester' && ': expected by the tester'}.
      </p>
      <ul className="grid gap-2.5">
        {differences.map(({ target, pointer, was, is }) => (
          <li key={`${target} ${pointer}`} className="min-w-0 border-t border-line pt-2 text-xs">
            <p className="font-mono font-medium [overflow-wrap:anywhere]">
              {target} <bdi>{pointer}</bdi>
            </p>
            <dl className="mt-1 grid grid-cols-[4rem_minmax(0,1fr)] gap-x-2 gap-y-1">
              <dt className="text-ink-3">right</dt>
              <dd className="font-mono [overflow-wrap:anywhere]">
                <bdi>{shownValue(was)}</bdi>
              </dd>
              <dt className="text-ink-3">sent</dt>
              <dd className="font-mono [overflow-wrap:anywhere]">
                <bdi>{shownValue(is)}</bdi>
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const expectations: Readonly<Record<string, string>> = {
  answer: 'The wallet should go on',
  refusal: 'The wallet should refuse',
  report: 'No text says what a wallet does: nothing fails by it',
}

const charactersMax = 600

/** A value on record, cut. */
function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text
}
