import { diffLines } from '../inspector/model/line-diff'

interface MarkedTextProps {
  readonly label: string
  readonly right: unknown
  readonly sent: unknown
  /** Which of the two texts is shown, with the lines marked that the other does not have. */
  readonly shows: 'right' | 'sent'
}

const looks = {
  right: { only: 'missing', sign: '−', as: 'del', className: 'bg-pass-soft no-underline' },
  sent: { only: 'added', sign: '+', as: 'ins', className: 'bg-warn-soft no-underline' },
} as const

/** Longest part of a line; certificates have more. */
const charactersMax = 400

/** A whole document, with the lines marked that differ from its other form. */
export function MarkedText({ label, right, sent, shows }: MarkedTextProps) {
  const { only, sign, as: Mark, className } = looks[shows]
  const lines = diffLines(linesOf(right), linesOf(sent)).filter(({ kind }) => kind === 'same' || kind === only)
  const runs: { readonly isMarked: boolean; readonly lines: string[] }[] = []
  for (const { kind, text } of lines) {
    const isMarked = kind === only
    const last = runs.at(-1)
    const line = `${isMarked ? sign : ' '} ${cut(text)}`
    if (last?.isMarked === isMarked) last.lines.push(line)
    else runs.push({ isMarked, lines: [line] })
  }
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard. WCAG 2.2, 2.1.1
      tabIndex={0}
      className="max-h-[70vh] overflow-auto rounded-md border border-line bg-sunk px-2 py-2 text-xs/[1.6]"
    >
      <pre className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {runs.map(({ isMarked, lines: some }, at) => {
          const key = String(at)
          const text = `${some.join('\n')}\n`
          return isMarked ? (
            <Mark key={key} className={className}>
              {text}
            </Mark>
          ) : (
            text
          )
        })}
      </pre>
    </section>
  )
}

const linesOf = (value: unknown): string[] => JSON.stringify(value, null, 2).split('\n')

const cut = (line: string): string =>
  line.length <= charactersMax
    ? line
    : `${line.slice(0, charactersMax)}… (${line.length.toLocaleString('en')} characters)`
