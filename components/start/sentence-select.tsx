import type { SentenceWord } from '@/lib/core/engine/sessions/session-form'
import { Icon } from '../ui/icon'

interface SentenceSelectProps {
  readonly name: string
  /** Accessible name; the surrounding sentence provides the context. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** What an option says of its word in the sentence. */
export const sentenceWord = ({ label, choices }: SentenceWord) => ({
  label,
  choices: choices.map(([value, words]) => ({ value, label: words })),
})

/** A select that reads like a word of the sentence. */
export function SentenceSelect({ name, label, value, onChange, choices }: SentenceSelectProps) {
  return (
    <span className="relative inline-block max-w-full">
      <select
        name={name}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content min-h-6 max-w-full appearance-none truncate rounded-none border-b-[1.5px] border-control bg-transparent pr-[17px] pl-px leading-[1.35] font-[550] text-ink hover:border-ink [&>option]:bg-surface"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" className="pointer-events-none absolute top-1/2 right-[3px] -mt-1 size-[11px] text-ink-3" />
    </span>
  )
}
