interface LongTextProps {
  readonly text: string
  /** Characters that are shown before the rest is asked for. */
  readonly shown: number
}

/** A text of any length: of a long one the beginning, which opens the rest. */
export function LongText({ text, shown }: LongTextProps) {
  if (text.length <= shown) return text
  return (
    <details>
      <summary className="cursor-pointer">
        {text.slice(0, shown)}… <span className="text-ink-3">({text.length.toLocaleString('en')} characters)</span>
      </summary>
      {text.slice(shown)}
    </details>
  )
}
