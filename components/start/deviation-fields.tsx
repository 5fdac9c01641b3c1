import type { IssuerDeviationChoice } from '@/lib/queries/issuer-deviations'
import { BuiltInRuns } from './built-in-runs'
import { OptionSelect } from './option-field'

interface DeviationFieldsProps {
  readonly value: string
  readonly onChange: (fault: IssuerDeviationChoice | null) => void
  readonly deviations: readonly IssuerDeviationChoice[]
}

const groups = [
  { expects: 'refusal', label: 'A good wallet refuses' },
  { expects: 'answer', label: 'A good wallet carries on' },
  { expects: 'report', label: 'No text says what a wallet does' },
] as const

const passes = {
  refusal: 'The wallet passes if it stops.',
  answer: 'The wallet passes if it carries on.',
  report: 'The session tells what the wallet did.',
} as const

/** What the issuer deliberately gets wrong or does unusually in the session, as the refusal tests of presentations. */
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
          groups={groups.map(({ expects, label }) => ({
            label,
            choices: deviations.filter((one) => one.expects === expects).map(({ id, title }) => [id, title] as const),
          }))}
        />
      </div>
      {fault !== null && <BuiltInRuns label="Try the fault with the built-in wallet" careless={fault.careless} />}
    </details>
  )
}
