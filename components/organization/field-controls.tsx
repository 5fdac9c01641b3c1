import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Icon } from '../ui/icon'

const control =
  'w-full min-w-0 rounded-md border bg-surface px-2 disabled:cursor-not-allowed disabled:bg-sunk disabled:text-ink-2 disabled:opacity-100'

interface FieldWords {
  /** Field name, and id of its control. */
  readonly name: string
  readonly label: string
  /** Hint on what to enter. */
  readonly help?: ReactNode
  /** Problems with the value, each phrased to follow the field's name. */
  readonly problems: readonly string[]
  readonly className?: string
  /** Button beside the control. */
  readonly beside?: ReactNode
}

interface TextFieldProps extends FieldWords {
  readonly text: string
  readonly placeholder?: string
  readonly inputMode?: 'numeric'
  /** Monospaced, for protocol values. */
  readonly wire?: true
}

/** Single-line text. Also used for numbers, so that an invalid one comes back as typed. */
export function TextField({ text, placeholder, inputMode, wire, ...words }: TextFieldProps) {
  return (
    <Labelled {...words}>
      {(described) => (
        <input
          {...described}
          defaultValue={text}
          placeholder={placeholder}
          inputMode={inputMode}
          className={cn(control, look(words), 'h-(--control-size)', wire && 'font-mono text-sm')}
        />
      )}
    </Labelled>
  )
}

interface TextAreaProps extends FieldWords {
  readonly text: string
  readonly rows: number
  readonly placeholder?: string
  readonly wire?: true
}

/** Multi-line text. */
export function TextAreaField({ text, rows, placeholder, wire, ...words }: TextAreaProps) {
  return (
    <Labelled {...words}>
      {(described) => (
        <textarea
          {...described}
          defaultValue={text}
          placeholder={placeholder}
          rows={Math.min(24, Math.max(rows, text.split('\n').length))}
          spellCheck={false}
          className={cn(control, look(words), 'py-1.5', wire && 'font-mono text-sm')}
        />
      )}
    </Labelled>
  )
}

interface ChoiceFieldProps extends FieldWords {
  readonly text: string
  readonly choices: readonly (readonly [value: string, words: string])[]
}

/** Select box. Also lists a current value that is not among the choices, so that displaying it changes nothing. */
export function ChoiceField({ text, choices, ...words }: ChoiceFieldProps) {
  const isListed = choices.some(([value]) => value === text)
  return (
    <Labelled {...words}>
      {(described) => (
        <select {...described} defaultValue={text} className={cn(control, look(words), 'h-(--control-size)')}>
          {!isListed && <option value={text}>{text}</option>}
          {choices.map(([value, option]) => (
            <option key={value} value={value}>
              {option}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

/** Choices of a record that may stay unnamed: its name, and the path that the definition holds. */
export const recordChoices = (
  known: readonly (readonly [path: string, name: string])[] = [],
): (readonly [value: string, words: string])[] => [
  ['', 'none'],
  ...known.map(([path, name]) => [path, `${name} (${path})`] as const),
]

const look = ({ problems }: FieldWords): string => (problems.length > 0 ? 'border-fail-mark' : 'border-control')

interface Described {
  readonly id: string
  readonly name: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

/** A control with its label, hint and problems. */
function Labelled({
  name,
  label,
  help,
  problems,
  className,
  beside,
  children,
}: FieldWords & { readonly children: (described: Described) => ReactNode }) {
  const [helpId, problemId] = [`${name}-help`, `${name}-problem`]
  const isWrong = problems.length > 0
  const describedBy = [...(help === undefined ? [] : [helpId]), ...(isWrong ? [problemId] : [])].join(' ')
  return (
    <div className={cn('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={name} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex min-w-0 gap-2">
        {children({
          id: name,
          name,
          ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
          ...(isWrong ? { 'aria-invalid': true } : {}),
        })}
        {beside}
      </div>
      {isWrong && (
        <p id={problemId} className="grid grid-cols-[14px_minmax(0,1fr)] gap-1.5 text-xs text-fail-ink">
          <Icon name="fail" className="mt-[3px] size-3.5" />
          <span className="wrap-anywhere">{problems.join('; ')}</span>
        </p>
      )}
      {help !== undefined && (
        <p id={helpId} className="text-xs text-ink-3">
          {help}
        </p>
      )}
    </div>
  )
}
