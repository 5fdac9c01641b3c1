import type { DrawnOption } from '@/lib/core/engine/sessions/session-form'
import { OptionNumber, OptionSelect, OptionSwitch, OptionText } from './option-field'

interface OptionFieldsProps {
  readonly of: readonly DrawnOption[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (name: string, value: string) => void
}

/** Rarely needed options, named as in the session request. */
export function OptionFields({ of, values, onChange }: OptionFieldsProps) {
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">All options</summary>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        {of.map((field) => (
          <OptionFieldOf key={field.name} field={field} values={values} onChange={onChange} />
        ))}
      </div>
    </details>
  )
}

interface OptionFieldOfProps extends Omit<OptionFieldsProps, 'of'> {
  readonly field: DrawnOption
}

function OptionFieldOf({ field, values, onChange }: OptionFieldOfProps) {
  const { name, label, help, shownMember = name } = field
  const words = { name, label, help, member: shownMember }
  const bound = { value: values[name] ?? '', onChange: (value: string) => onChange(name, value) }
  if (field.control === 'select') return <OptionSelect {...words} {...bound} choices={field.choices} />
  if (field.control === 'text') return <OptionText {...words} {...bound} max={field.max} />
  if (field.control === 'number') return <OptionNumber {...words} {...bound} min={field.min} max={field.max} />
  const { alwaysOn } = field
  const isFixed = alwaysOn !== undefined && values[alwaysOn.field] === alwaysOn.value
  return (
    <OptionSwitch
      {...words}
      value={isFixed || values[name] === 'true'}
      disabled={isFixed}
      onChange={(on) => onChange(name, on ? 'true' : '')}
    />
  )
}
