import { type ReactNode, useId } from 'react'
import type { DrawnOption } from '@/lib/core/engine/sessions/session-form'
import { parseJson } from './read-options'

const controlClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2'

interface OptionWords {
  readonly name: string
  readonly label: string
  /** Member of the session request if its name differs from the field's; `null` if the name would explain nothing. */
  readonly member?: string | null
  /** Its purpose, in a sentence. */
  readonly help: string
}

interface OptionOf<Value> {
  readonly value: Value
  readonly onChange: (value: Value) => void
}

type Choices = readonly (readonly [value: string, words: string])[]

interface OptionSelectProps extends OptionWords, OptionOf<string> {
  readonly choices: Choices
  /** Further choices under headings. */
  readonly groups?: readonly { readonly label: string; readonly choices: Choices }[]
}

/** An option with a list of choices. */
export function OptionSelect({ value, onChange, choices, groups = [], ...words }: OptionSelectProps) {
  const listed = (some: Choices) =>
    some.map(([one, text]) => (
      <option key={one} value={one}>
        {text}
      </option>
    ))
  return (
    <Labelled {...words}>
      {(describedBy) => (
        <select
          name={words.name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy}
          className={controlClass}
        >
          {listed(choices)}
          {groups.map(({ label, choices: some }) => (
            <optgroup key={label} label={label}>
              {listed(some)}
            </optgroup>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface OptionNumberProps extends OptionWords, OptionOf<string> {
  readonly min: number
  readonly max: number
}

/** An option with an integer; empty means the service's default. */
export function OptionNumber({ value, onChange, min, max, ...words }: OptionNumberProps) {
  return (
    <Labelled {...words}>
      {(describedBy) => (
        <input
          type="number"
          name={words.name}
          min={min}
          max={max}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy}
          className={controlClass}
        />
      )}
    </Labelled>
  )
}

interface OptionTextProps extends OptionWords, OptionOf<string> {
  /** Most characters. */
  readonly max: number
}

/** A free-text option; empty means none. */
function OptionText({ value, onChange, max, ...words }: OptionTextProps) {
  return (
    <Labelled {...words}>
      {(describedBy) => (
        <input
          name={words.name}
          maxLength={max}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy}
          className={controlClass}
        />
      )}
    </Labelled>
  )
}

/** A JSON option; empty means the service's default. */
export function OptionJson({ value, onChange, ...words }: OptionWords & OptionOf<string>) {
  return (
    <Labelled {...words}>
      {(describedBy) => (
        <textarea
          // Invalid JSON would be omitted from the request, so let the browser report it and block the form.
          ref={(field) => field?.setCustomValidity(isEmptyOrJson(value) ? '' : notJson)}
          name={words.name}
          rows={Math.min(16, Math.max(4, value.split('\n').length))}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy}
          className="w-full min-w-0 rounded-md border border-control bg-surface px-2 py-1.5 font-mono text-xs"
        />
      )}
    </Labelled>
  )
}

const notJson = 'This is not JSON. Correct it, or empty the field.'

const isEmptyOrJson = (text: string): boolean => text.trim() === '' || parseJson(text) !== undefined

interface OptionSwitchProps extends OptionWords, OptionOf<boolean> {
  readonly disabled?: boolean
}

/** A switch; the form contains the field only while it is on. */
export function OptionSwitch({ value, onChange, disabled = false, ...words }: OptionSwitchProps) {
  const helpId = useId()
  return (
    <label className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2 gap-y-1 text-sm">
      <input
        type="checkbox"
        name={words.name}
        value="true"
        checked={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={helpId}
        className="mt-1"
      />
      <LabelText {...words} />
      <span id={helpId} className="col-start-2 text-xs text-ink-3">
        {words.help}
      </span>
    </label>
  )
}

function Labelled({ children, ...words }: OptionWords & { readonly children: (describedBy: string) => ReactNode }) {
  const helpId = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what the function renders.
    <label className="grid content-start gap-1 text-sm">
      <LabelText {...words} />
      {children(helpId)}
      <span id={helpId} className="text-xs text-ink-3">
        {words.help}
      </span>
    </label>
  )
}

function LabelText({ name, label, member = name }: OptionWords) {
  return (
    <span className="font-medium">
      {label} {member !== null && <code className="text-ink-3">{member}</code>}
    </span>
  )
}

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

const areaClass = 'wire w-full min-w-0 rounded-md border border-control bg-surface px-2.5 py-2 text-xs/[1.6]'

const fields = [
  {
    name: 'access_chain',
    label: 'Certificate chain',
    member: 'access_certificate.chain',
    help: 'PEM of 1 to 10 certificates, the one of the key first. A trust anchor among them is not sent.',
    begins: '-----BEGIN CERTIFICATE-----',
  },
  {
    name: 'access_key',
    label: 'Private key',
    member: 'access_certificate.private_key',
    help: 'P-256, as PKCS#8 in PEM form. Sealed for this session, shown nowhere, deleted a day after it.',
    begins: '-----BEGIN PRIVATE KEY-----',
  },
] as const

interface OwnCertificateFieldsProps {
  /** Form that contains these fields: a page may have both. */
  readonly of: 'issuance' | 'presentation'
}

const signs = {
  presentation:
    'Signs the request under an access certificate of yours instead of ours, for a wallet that trusts its authority.',
  issuance:
    'Gives the session an issuer of its own (laboratory) under European trust, whose metadata an access certificate of yours signs instead of ours, for a wallet that trusts its authority.',
} as const

/**
 * The tester's own access certificate. Nothing here is state: neither page, browser nor the command below stores the
 * input.
 */
export function OwnCertificateFields({ of }: OwnCertificateFieldsProps) {
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="chevron flex items-center text-sm text-ink-2">Own certificates</summary>
      <p className="mt-3 text-sm text-ink-2">{signs[of]} Over https, or on this machine, only.</p>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        {fields.map(({ name, label, member, help, begins }) => (
          <label key={name} className="grid content-start gap-1 text-sm">
            <span className="font-medium">
              {label} <code className="text-ink-3">{member}</code>
            </span>
            <textarea
              name={name}
              rows={5}
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              placeholder={begins}
              aria-describedby={`${of}-${name}-help`}
              className={areaClass}
            />
            <span id={`${of}-${name}-help`} className="text-ink-2">
              {help}
            </span>
          </label>
        ))}
      </div>
    </details>
  )
}
