import type { IssuerDeviationChoice } from '@/lib/queries/issuer-deviations'
import type { RefusalTestChoice } from '@/lib/queries/refusal-tests'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { OptionSelect } from './option-fields'
import { carelessRun, cleanRun } from './session-fields'

interface BuiltInRunsProps {
  /** Accessible name of the group. */
  readonly label: string
  /** What the careless wallet does; `null` if there is none. */
  readonly careless: string | null
}

/** Buttons that start a session and immediately run a built-in wallet in it. */
function BuiltInRuns({ label, careless }: BuiltInRunsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would stand between the fields and their form.
    <div role="group" aria-label={label} className="mt-3 grid gap-1.5">
      <p className="flex flex-wrap gap-2">
        {careless !== null && (
          <button type="submit" name="run" value={carelessRun} className={buttonClass()}>
            <Icon name="play" />
            Run the careless wallet
          </button>
        )}
        <button type="submit" name="run" value={cleanRun} className={buttonClass()}>
          <Icon name="play" />
          Run the good wallet
        </button>
      </p>
      <p className="text-xs text-ink-3">
        {careless === null ? 'No careless wallet is built in for this one.' : `The careless one: ${careless}.`}
      </p>
    </div>
  )
}

interface DeviationFieldsProps {
  readonly value: string
  readonly onChange: (fault: IssuerDeviationChoice | null) => void
  readonly deviations: readonly IssuerDeviationChoice[]
}

const deviationGroups = [
  { expects: 'refusal', label: 'A good wallet refuses' },
  { expects: 'answer', label: 'A good wallet carries on' },
  { expects: 'report', label: 'No text says what a wallet does' },
] as const

const passes = {
  refusal: 'The wallet passes if it stops.',
  answer: 'The wallet passes if it carries on.',
  report: 'The session tells what the wallet did.',
} as const

/** Selects what the issuer deliberately does wrong or unusually; the counterpart of the refusal tests. */
export function DeviationFields({ value, onChange, deviations }: DeviationFieldsProps) {
  const deviationOf = (id: string) => deviations.find((one) => one.id === id) ?? null
  const fault = deviationOf(value)
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">Refusal tests</summary>
      <div className="mt-3 grid gap-4">
        <OptionSelect
          name="issuer_fault"
          member="fault"
          label="What the issuer does wrong or unusually"
          help={
            fault === null
              ? 'Tests whether a wallet notices an error, or rejects something harmless.'
              : `${fault.id}. ${fault.title} ${passes[fault.expects]}`
          }
          value={value}
          onChange={(id) => onChange(deviationOf(id))}
          choices={[['', 'nothing, a correct issuer']]}
          groups={deviationGroups.map(({ expects, label }) => ({
            label,
            choices: deviations.filter((one) => one.expects === expects).map(({ id, title }) => [id, title] as const),
          }))}
        />
      </div>
      {fault !== null && <BuiltInRuns label="Try the fault with the built-in wallet" careless={fault.careless} />}
    </details>
  )
}

interface RefusalTestFieldsProps {
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (changed: Readonly<Record<string, string>>) => void
  readonly tests: readonly RefusalTestChoice[]
}

const refusalTestGroups = [
  { expects: 'refusal', label: 'A good wallet refuses' },
  { expects: 'answer', label: 'A good wallet still responds' },
] as const

const expectations = [
  ['', 'what the test says'],
  ['refusal', 'a refusal'],
  ['answer', 'a response'],
] as const

/** Selects what is deliberately wrong or unusual in the request, and what the wallet should do. */
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
            // A test determines what a conformant wallet does; the service would refuse the opposite.
            onChange(chosen === null ? { negative_test: value } : { negative_test: value, expect: '' })
          }}
          choices={[['', 'nothing, a correct request']]}
          groups={refusalTestGroups.map(({ expects, label }) => ({
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

/** Meaning of the choice, in one sentence. */
function expectationWords(expect: string | undefined, test: RefusalTestChoice | null): string {
  const wanted = expect === 'answer' || expect === 'refusal' ? expect : (test?.expects ?? 'answer')
  return wanted === 'refusal'
    ? 'The wallet passes if it sends an error or stops. It fails if it presents a credential.'
    : 'The wallet passes if it sends a valid presentation.'
}
