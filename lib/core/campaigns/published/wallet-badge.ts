import type { PublishedStatement } from '../../shared/ports/published'
import type { EpochMillis } from '../../shared/time/time'
import { editionIdOf, stateOf } from './publish-rules'

/** Dark enough for white text. WCAG 2.2 section 1.4.3 */
const colours = { pass: '#176339', grey: '#4b4f48', label: '#33362f' } as const
const padding = 12
const charactersMax = 40

/** Width of a text in pixels in the preferred font; `textLength` fits other fonts into it. */
const widthOf = (text: string): number =>
  Math.ceil([...text].reduce((sum, character) => sum + (/[iljt.,:;()/ ]/.test(character) ? 4.4 : 7), 0))

/** What a badge says of a statement: how many required cases of which edition passed, or why it says nothing any more. */
export function badgeWords(statement: PublishedStatement, at: EpochMillis): string {
  const state = stateOf(statement, at)
  return state === 'valid' ? `${statement.counts.passed}/${statement.counts.of} · ${editionIdOf(statement)}` : state
}

/** Green only where nothing failed: a wallet with failures is grey, not red, since nobody is ranked. */
export function walletBadge(statement: PublishedStatement, at: EpochMillis): string {
  const { wallet, counts } = statement
  const isRemoved = stateOf(statement, at) === 'removed'
  const name = isRemoved ? 'wallet' : shortened(`${wallet.name} ${wallet.version}`)
  const words = badgeWords(statement, at)
  const isGreen = stateOf(statement, at) === 'valid' && counts.failed === 0 && counts.passed > 0
  const [left, right] = [widthOf(name) + padding, widthOf(words) + padding]
  const text = (x: number, width: number, content: string) =>
    `<text x="${x + padding / 2}" y="14" textLength="${width - padding}">${content}</text>`
  const label = escaped(`${name}: ${words}`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}">`,
    `<title>${label}</title>`,
    `<rect width="${left + right}" height="20" rx="3" fill="${isGreen ? colours.pass : colours.grey}"/>`,
    `<path d="M3 0H${left}V20H3A3 3 0 0 1 0 17V3A3 3 0 0 1 3 0Z" fill="${colours.label}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    text(0, left, escaped(name)),
    text(left, right, escaped(words)),
    '</g></svg>',
    '',
  ].join('\n')
}

const shortened = (text: string): string => {
  const characters = [...text.replace(/\p{C}/gu, '')]
  return characters.length <= charactersMax
    ? characters.join('')
    : `${characters.slice(0, charactersMax - 1).join('')}…`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
