import { Fragment } from 'react'
import { diffLines } from '../inspector/model/line-diff'
import { LongText } from './long-text'

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

/** Characters of a line that are shown at once; certificates have more. */
const charactersShown = 400

/** A whole document, with the lines marked that differ from its other form. */
export function MarkedText({ label, right, sent, shows }: MarkedTextProps) {
  const { only, sign, as: Mark, className } = looks[shows]
  const lines = diffLines(linesOf(right), linesOf(sent)).filter(({ kind }) => kind === 'same' || kind === only)
  const runs: { readonly isMarked: boolean; readonly lines: string[] }[] = []
  for (const { kind, text } of lines) {
    const isMarked = kind === only
    const last = runs.at(-1)
    const line = `${isMarked ? sign : ' '} ${text}`
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
      <div className="font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
        {runs.map(({ isMarked, lines: some }, at) => {
          const key = String(at)
          const text = pieces(some)
          return isMarked ? (
            <Mark key={key} className={className}>
              {text}
            </Mark>
          ) : (
            <Fragment key={key}>{text}</Fragment>
          )
        })}
      </div>
    </section>
  )
}

const linesOf = (value: unknown): string[] => JSON.stringify(value, null, 2).split('\n')

/** Lines as one text, apart from the long ones, which stand on their own. */
function pieces(lines: readonly string[]) {
  const found: { text: string; isLong: boolean }[] = []
  for (const line of lines) {
    const last = found.at(-1)
    if (line.length > charactersShown) found.push({ text: line, isLong: true })
    else if (last === undefined || last.isLong) found.push({ text: `${line}\n`, isLong: false })
    else last.text += `${line}\n`
  }
  return found.map(({ text, isLong }, at) =>
    isLong ? <LongText key={String(at)} text={text} shown={charactersShown} /> : text,
  )
}
