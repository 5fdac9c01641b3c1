import { rateStep, rateWords } from '../rows/row-words'
import { successRate } from '../success-rate'

/** The run counts shown in a pipeline's picture; `null` before the first run that counts. */
export type RunNumbers = { readonly runs: number; readonly successes: number } | null

/** Dark enough for white text. WCAG 2.2 section 1.4.3 */
const colours = { pass: '#176339', warn: '#7f4d00', fail: '#b01f1a', none: '#4b4f48', label: '#33362f' } as const
const padding = 12

/** Width of a text in pixels in the first of the requested fonts; `textLength` squeezes other fonts into it. */
const widthOf = (text: string): number =>
  Math.ceil([...text].reduce((sum, character) => sum + (/[iljt.,:;()/ ]/.test(character) ? 4.4 : 7), 0))

/** The result of a pipeline in words. */
export const resultWords = (numbers: RunNumbers): string =>
  numbers === null
    ? 'no runs yet'
    : `${numbers.successes}/${numbers.runs} (${rateWords(numbers.runs, numbers.successes)})`

/** A badge for a README: how many runs of a pipeline succeeded. The page that shows it names the pipeline. */
export function pipelineBadge(numbers: RunNumbers): string {
  const [label, words] = ['wallet pipeline', escaped(resultWords(numbers))]
  const [left, right] = [widthOf(label) + padding, widthOf(resultWords(numbers)) + padding]
  const colour = numbers === null ? colours.none : colours[rateStep(successRate(numbers.runs, numbers.successes))]
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
