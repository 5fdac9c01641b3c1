import { negativeTest, negativeTests } from '@/lib/core/oid4vp/negative'

interface RefusalTestFieldsProps {
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

const groups = [
  { expects: 'refusal', label: 'A good wallet refuses' },
  { expects: 'answer', label: 'A good wallet still responds' },
] as const

const expectations = [
  ['', 'what the test says'],
  ['refusal', 'a refusal'],
  ['answer', 'an answer'],
] as const

const selectClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2'

/** What is deliberately wrong or unusual in the request, and what the wallet should do. */
export function RefusalTestFields({ values, onChange }: RefusalTestFieldsProps) {
  const test = negativeTest(values.negative_test ?? '')
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">Refusal tests</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <label className="grid content-start gap-1 text-sm">
          <span className="font-medium">
            What is wrong or unusual in the request <code className="text-ink-3">negative_test</code>
          </span>
          <select
            name="negative_test"
            value={values.negative_test ?? ''}
            onChange={(event) => onChange('negative_test', event.target.value)}
            aria-describedby="vp-negative-test-help"
            className={selectClass}
          >
            <option value="">nothing, a correct request</option>
            {groups.map(({ expects, label }) => (
              <optgroup key={expects} label={label}>
                {negativeTests
                  .filter((one) => one.expects === expects)
                  .map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
          <span id="vp-negative-test-help" className="text-xs text-ink-3">
            {test === null
              ? 'Tests whether a wallet notices an error, or rejects something harmless.'
              : `${test.id}. ${test.title} ${needsWords(test.needs)}`.trim()}
          </span>
        </label>
        <label className="grid content-start gap-1 text-sm">
          <span className="font-medium">
            Expected behaviour <code className="text-ink-3">expect</code>
          </span>
          <select
            name="expect"
            value={values.expect ?? ''}
            onChange={(event) => onChange('expect', event.target.value)}
            aria-describedby="vp-expect-help"
            className={selectClass}
          >
            {expectations.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <span id="vp-expect-help" className="text-xs text-ink-3">
            {expectationWords(values.expect, test)}
          </span>
        </label>
      </div>
    </details>
  )
}

/** What the choice means, in one sentence. */
function expectationWords(expect: string | undefined, test: ReturnType<typeof negativeTest>): string {
  const wanted = expect === 'answer' || expect === 'refusal' ? expect : (test?.expects ?? 'answer')
  return wanted === 'refusal'
    ? 'The wallet passes if it sends an error or stops. It fails if it presents a credential.'
    : 'The wallet passes if it sends a valid presentation.'
}

/** What else the session needs for the test to be meaningful. */
function needsWords(needs: NonNullable<ReturnType<typeof negativeTest>>['needs'] = {}): string {
  const words = [
    ...(needs.profile === undefined ? [] : ['profile haip']),
    ...(needs.request_uri_method === undefined ? [] : ['a request by POST']),
    ...(needs.request_delivery === undefined || needs.request_uri_method !== undefined
      ? []
      : ['a request by reference']),
    ...(needs.response_mode === undefined ? [] : ['an encrypted answer']),
  ]
  return words.length === 0 ? '' : `It needs ${words.join(' and ')}.`
}
