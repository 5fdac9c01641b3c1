import { negativeTest, negativeTests } from '@/lib/core/oid4vp/negative'

interface RefusalTestFieldsProps {
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

const groups = [
  { expects: 'refusal', label: 'A good wallet refuses' },
  { expects: 'answer', label: 'A good wallet answers all the same' },
] as const

const expectations = [
  ['', 'what the test says'],
  ['refusal', 'a refusal'],
  ['answer', 'an answer'],
] as const

const selectClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2'

/** What is wrong or odd about the request on purpose, and what the wallet is to do about it. */
export function RefusalTestFields({ values, onChange }: RefusalTestFieldsProps) {
  const test = negativeTest(values.negative_test ?? '')
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">Refusal tests</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <label className="grid content-start gap-1 text-sm">
          <span className="font-medium">
            One thing of the request is wrong, or odd <code className="text-ink-3">negative_test</code>
          </span>
          <select
            name="negative_test"
            value={values.negative_test ?? ''}
            onChange={(event) => onChange('negative_test', event.target.value)}
            aria-describedby="vp-negative-test-help"
            className={selectClass}
          >
            <option value="">nothing, the request is as it should be</option>
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
              ? 'To see whether a wallet notices, or minds what it need not mind.'
              : `${test.id}. ${test.title} ${needsWords(test.needs)}`.trim()}
          </span>
        </label>
        <label className="grid content-start gap-1 text-sm">
          <span className="font-medium">
            The verdict is good for <code className="text-ink-3">expect</code>
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

/** What follows from the choice, in one sentence. */
function expectationWords(expect: string | undefined, test: ReturnType<typeof negativeTest>): string {
  const wanted = expect === 'answer' || expect === 'refusal' ? expect : (test?.expects ?? 'answer')
  return wanted === 'refusal'
    ? 'The wallet passes with an error, or by stopping. A presentation fails it.'
    : 'The wallet passes with a valid presentation.'
}

/** What else the session has to be for the test to show anything. */
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
