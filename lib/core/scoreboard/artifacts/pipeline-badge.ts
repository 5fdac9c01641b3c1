import { rateStep, rateWords, successRate } from '../rows/row-words'

/**
 * What a badge or card shows about runs. `none`: no counted run yet. `withheld`: the owner hides the results, whether
 * or not there are any.
 */
export type RunNumbers = { readonly runs: number; readonly successes: number } | 'none' | 'withheld'

const wordsWithout = { none: 'no runs yet', withheld: 'results not shown' } as const

/** Dark enough for white text. WCAG 2.2 section 1.4.3 */
const colours = { pass: '#176339', warn: '#7f4d00', fail: '#b01f1a', none: '#4b4f48', label: '#33362f' } as const
const padding = 12

/** Width of a text in pixels in the preferred font; `textLength` fits other fonts into it. */
const widthOf = (text: string): number =>
  Math.ceil([...text].reduce((sum, character) => sum + (/[iljt.,:;()/ ]/.test(character) ? 4.4 : 7), 0))

/** The result of a pipeline in words. */
export function resultWords(numbers: RunNumbers): string {
  if (typeof numbers === 'string') return wordsWithout[numbers]
  const rate = rateWords(numbers.runs, numbers.successes)
  return `${numbers.successes}/${numbers.runs}${rate === null ? '' : ` (${rate})`}`
}

/** A badge for a README: how many runs of a pipeline succeeded. It does not name the pipeline; the README does. */
export function pipelineBadge(numbers: RunNumbers): string {
  const [label, words] = ['wallet pipeline', escaped(resultWords(numbers))]
  const [left, right] = [widthOf(label) + padding, widthOf(resultWords(numbers)) + padding]
  const colour =
    typeof numbers === 'string' ? colours.none : colours[rateStep(successRate(numbers.runs, numbers.successes))]
  const text = (x: number, width: number, content: string) =>
    `<text x="${x + padding / 2}" y="14" textLength="${width - padding}">${content}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${words}">`,
    `<title>${label}: ${words}</title>`,
    `<rect width="${left + right}" height="20" rx="3" fill="${colour}"/>`,
    `<path d="M3 0H${left}V20H3A3 3 0 0 1 0 17V3A3 3 0 0 1 3 0Z" fill="${colours.label}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    text(0, left, label),
    text(left, right, words),
    '</g></svg>',
    '',
  ].join('\n')
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
