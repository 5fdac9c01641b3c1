import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Icon } from '../ui/icon'
import { nonEmptyLines } from './form-fields'

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
  // The interface lists its values, which the box shows in words.
  const problems = words.problems.map((problem) =>
    problem.replace(/^must be one of \w+(?:, \w+)*$/, 'must be one of this list'),
  )
  return (
    <Labelled {...words} problems={problems}>
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

interface ManyFieldProps extends Omit<FieldWords, 'beside'> {
  /** What is chosen, a value on each line. */
  readonly text: string
  readonly choices: readonly (readonly [value: string, words: string])[]
  /** Button below the choices. */
  readonly below?: ReactNode
}

/** A box for each choice. A chosen value that is not among them has one too. */
export function ManyField({ name, label, text, choices, help, problems, className, below }: ManyFieldProps) {
  const chosen = new Set(nonEmptyLines(text))
  const known = new Set(choices.map(([value]) => value))
  const unlisted = [...chosen].filter((value) => !known.has(value)).map((value) => [value, value] as const)
  const all = [...unlisted, ...choices]
  return (
    <fieldset id={name} className={cn('grid min-w-0 content-start gap-1', className)}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {/* Posted where no box is chosen. */}
      <input type="hidden" name={name} value="" />
      {all.length === 0 ? (
        <p className="text-sm text-ink-3">There is none yet.</p>
      ) : (
        <div className="grid max-h-48 gap-1 overflow-y-auto rounded-md border border-control bg-surface px-2 py-1.5">
          {all.map(([value, words]) => (
            <label key={value} className="flex min-h-6 items-start gap-2 text-sm">
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={chosen.has(value)}
                className="size-6 shrink-0"
              />
              <span className="min-w-0 wrap-anywhere">{words}</span>
            </label>
          ))}
        </div>
      )}
      {below}
      <Problems id={`${name}-problem`} problems={problems} />
      {help !== undefined && <p className="text-xs text-ink-3">{help}</p>}
    </fieldset>
  )
}

/** What is wrong with the value of a field; nothing where nothing is. */
export function Problems({ id, problems }: { readonly id: string; readonly problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <p id={id} className="grid grid-cols-[14px_minmax(0,1fr)] gap-1.5 text-xs text-fail-ink">
      <Icon name="fail" className="mt-[3px] size-3.5" />
      <span className="wrap-anywhere">{problems.join('; ')}</span>
    </p>
  )
}

/** Input that a page shows again, with what is wrong in it. */
interface TypedInput {
  readonly fields: readonly (readonly [name: string, text: string])[]
  readonly problems: readonly { readonly path: string; readonly message: string }[]
}

/** Name, text and problems of each field: what was typed where there is a draft, otherwise what is saved. */
export function typedFields(draft: TypedInput | null, saved: (name: string) => string = () => '') {
  const typed = new Map(draft?.fields ?? [])
  return (name: string) => ({
    name,
    text: typed.get(name) ?? saved(name),
    problems: (draft?.problems ?? []).filter(({ path }) => path.split('.')[0] === name).map(({ message }) => message),
  })
}

/** Takes a logo, beside the one that is kept (its address; `null` for none), which can be removed. */
export function LogoField({
  kept,
  name,
  problems,
  className,
}: Pick<FieldWords, 'name' | 'problems' | 'className'> & { readonly kept: string | null }) {
  return (
    <div className={cn('grid min-w-0 content-start gap-2', className)}>
      <Labelled name={name} label="Logo" help="PNG, JPEG or WebP, 1 MiB at most; may stay empty." problems={problems}>
        {(described) => (
          <input
            {...described}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="min-h-6 w-full min-w-0 text-sm text-ink-2 file:mr-3 file:min-h-8 file:rounded-md file:border file:border-control file:bg-surface file:px-3 file:text-sm file:text-ink"
          />
        )}
      </Labelled>
      {kept !== null && (
        <span className="flex flex-wrap items-center gap-3">
          {/* biome-ignore lint/performance/noImgElement: a file of the service, in the size that it was sent */}
          <img
            src={kept}
            alt="The logo that is kept"
            className="size-12 rounded-md border border-line object-contain"
          />
          <label className="flex min-h-6 items-center gap-2 text-sm">
            <input type="checkbox" name={`no_${name}`} value="yes" className="size-6" />
            Remove it
          </label>
        </span>
      )}
    </div>
  )
}

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
      <Problems id={problemId} problems={problems} />
      {help !== undefined && (
        <p id={helpId} className="text-xs text-ink-3">
          {help}
        </p>
      )}
    </div>
  )
}
