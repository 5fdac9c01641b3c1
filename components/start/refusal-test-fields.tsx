import type { RefusalTestChoice } from '@/lib/queries/refusal-tests'
import { BuiltInRuns } from './built-in-runs'
import { OptionSelect } from './option-field'

interface RefusalTestFieldsProps {
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (changed: Readonly<Record<string, string>>) => void
  readonly tests: readonly RefusalTestChoice[]
}

const groups = [
  { expects: 'refusal', label: 'A good wallet refuses' },
  { expects: 'answer', label: 'A good wallet still responds' },
] as const

const expectations = [
  ['', 'what the test says'],
  ['refusal', 'a refusal'],
  ['answer', 'a response'],
] as const

/** What is deliberately wrong or unusual in the request, and what the wallet should do. */
export function RefusalTestFields({ values, onChange, tests }: RefusalTestFieldsProps) {
  const testOf = (id: string) => tests.find((one) => one.id === id) ?? null
  const test = testOf(values.negative_test ?? '')
  const careless = test?.careless ?? null
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">Refusal tests</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <OptionSelect
          name="negative_test"
          label="What is wrong or unusual in the request"
          help={
            test === null
              ? 'Tests whether a wallet notices an error, or rejects something harmless.'
              : `${test.id}. ${test.title} ${test.needs}`.trim()
          }
          value={values.negative_test ?? ''}
          onChange={(value) => {
            const chosen = testOf(value)
            // A test defines what a conformant wallet does; the service would refuse the opposite.
            onChange(chosen === null ? { negative_test: value } : { negative_test: value, expect: '' })
          }}
          choices={[['', 'nothing, a correct request']]}
          groups={groups.map(({ expects, label }) => ({
            label,
            choices: tests.filter((one) => one.expects === expects).map(({ id, title }) => [id, title] as const),
          }))}
        />
        <OptionSelect
          name="expect"
          label="Expected behaviour"
          help={expectationWords(values.expect, test)}
          value={values.expect ?? ''}
          onChange={(value) => onChange({ expect: value })}
          choices={expectations.filter(([expect]) => test === null || expect === '' || expect === test.expects)}
        />
      </div>
      {test !== null && <BuiltInRuns label="Try it with the built-in wallet" careless={careless} />}
    </details>
  )
}

/** What the choice means, in one sentence. */
function expectationWords(expect: string | undefined, test: RefusalTestChoice | null): string {
  const wanted = expect === 'answer' || expect === 'refusal' ? expect : (test?.expects ?? 'answer')
  return wanted === 'refusal'
    ? 'The wallet passes if it sends an error or stops. It fails if it presents a credential.'
    : 'The wallet passes if it sends a valid presentation.'
}
