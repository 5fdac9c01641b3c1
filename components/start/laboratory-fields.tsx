import type { LaboratoryField, LaboratoryMember } from '@/lib/queries/laboratory-options'
import type { LaboratoryEntries } from './laboratory-request'
import { OptionJson, OptionNumber, OptionSelect, OptionSwitch } from './option-field'

interface LaboratoryFieldsProps {
  readonly fields: readonly LaboratoryField[]
  readonly entries: LaboratoryEntries
  readonly onChange: (path: string, text: string) => void
}

/** The options of one group: each with its member, what it does, and what holds where nothing is entered. */
export function LaboratoryFields({ fields, ...form }: LaboratoryFieldsProps) {
  return (
    <div className="mt-3 grid gap-4 md:grid-cols-2">
      {fields.map((field) => (
        <MemberField key={field.name} path={field.name} member={field} help={helpOf(field)} {...form} />
      ))}
    </div>
  )
}

interface MemberFieldProps extends Omit<LaboratoryFieldsProps, 'fields'> {
  readonly member: LaboratoryMember
  readonly path: string
  readonly help: string
}

function MemberField({ member, path, help, entries, onChange }: MemberFieldProps) {
  const { name, control } = member
  const words = { name: `laboratory.${path}`, label: name, member: null, help }
  const bound = { value: entries[path] ?? '', onChange: (text: string) => onChange(path, text) }
  const usual = `default: ${defaultWords(member)}`
  switch (control.kind) {
    case 'choice':
      return (
        <OptionSelect
          {...words}
          {...bound}
          choices={[['', usual], ...control.values.map((one) => [one, one] as const)]}
        />
      )
    case 'switch':
      return (
        <OptionSelect
          {...words}
          {...bound}
          choices={[
            ['', usual],
            ['true', 'true'],
            ['false', 'false'],
          ]}
        />
      )
    case 'number':
      return <OptionNumber {...words} {...bound} min={control.min} max={control.max} />
    case 'json':
      return <OptionJson {...words} {...bound} />
    case 'members':
      return (
        <div className="grid content-start gap-3">
          <OptionSwitch {...words} value={bound.value === 'true'} onChange={(on) => bound.onChange(on ? 'true' : '')} />
          {bound.value === 'true' && (
            <div className="ml-6 grid gap-3">
              {control.members.map((one) => (
                <MemberField
                  key={one.name}
                  path={`${path}.${one.name}`}
                  member={one}
                  help={helpOf(one)}
                  entries={entries}
                  onChange={onChange}
                />
              ))}
            </div>
          )}
        </div>
      )
  }
}

/** What is written as JSON keeps its quotation marks: without them it would be none. */
const defaultWords = ({ byDefault, control: { kind } }: LaboratoryMember): string =>
  byDefault === '' || byDefault === 'null' ? 'none' : kind === 'json' ? byDefault : byDefault.replaceAll('"', '')

/** The values and the default that its control does not show by itself. */
function valuesOf(member: LaboratoryMember): string {
  const { control } = member
  const byDefault = defaultWords(member)
  switch (control.kind) {
    case 'number':
      return `From ${control.min} to ${control.max}${byDefault === 'none' ? '' : `, default ${byDefault}`}.`
    case 'json':
      return byDefault === 'none' ? 'As JSON.' : `As JSON, default ${byDefault}.`
    case 'choice':
    case 'switch':
    case 'members':
      return ''
  }
}

const helpOf = (member: LaboratoryMember): string =>
  `${member.description.replace(/(?<=[^.])$/, '.')} ${valuesOf(member)}`.trim()
