import { barHeight, blockSizes, type LaidBlock, layOut, leading, page } from './summary-layout'
import { type SummaryBlock, summaryBlocks } from './summary-words'
import type { Summary } from './z-summary'

/**
 * Renders a summary as a PDF of one page in ASCII: ISO 32000-1, with the base font Helvetica, which every reader has. That
 * font has the characters of Windows-1252; each other one is a question mark here, and JSON and HTML have it.
 */
export function summaryPdf(summary: Summary): string {
  const blocks = summaryBlocks(summary).map((one) => ({ ...one, text: inFont(one.text) }))
  const content = draw(blocks)
  return file([
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) /ViewerPreferences << /DisplayDocTitle true >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title ${literal(blocks[0]?.text ?? '')} >>`,
  ])
}

/** The file of these objects, numbered from 1: the first is the catalog, the last the information. ISO 32000-1 7.5 */
function file(objects: readonly string[]): string {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const size = objects.length + 1
  const rows = ['0000000000 65535 f', ...offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n`)]
  const table = rows.map((row) => `${row} \n`).join('')
  return `${text}xref\n0 ${size}\n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

/** The characters 0x80 to 0x9f of Windows-1252; a space where there is none. ISO 32000-1 annex D.2 */
const above = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** The text with a question mark for each character that the font lacks. */
const inFont = (text: string): string =>
  [...text].map((one) => (/^[\x20-\x7e\xa0-\xff]$/.test(one) || above.includes(one) ? one : '?')).join('')

/** A string object in ASCII. ISO 32000-1 7.3.4.2 */
const literal = (text: string): string =>
  `(${text.replace(/[^\x20-\x27\x2a-\x5b\x5d-\x7e]/g, (one) => `\\${codeOf(one).toString(8).padStart(3, '0')}`)})`

const codeOf = (one: string): number =>
  above.includes(one) && one !== ' ' ? 0x80 + above.indexOf(one) : one.charCodeAt(0)

/** Widths of the printable ASCII characters of Helvetica, from its metrics; of others the widest of their kind. */
const widths = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
]

const widestOther = 1000

/** Of a character of Helvetica, for a font of size 1000. */
export const helveticaWidth = (one: string): number => widths[(one.codePointAt(0) ?? 0) - 0x20] ?? widestOther

const number = (value: number): string => String(Math.round(value * 100) / 100)

function draw(blocks: readonly SummaryBlock[]): string {
  const { scale, laid } = layOut(blocks, helveticaWidth)
  const parts: string[] = []
  let y = page.height - page.margin
  for (const one of laid) {
    y -= blockSizes[one.block.kind].above * scale
    for (const line of one.lines) {
      y -= one.size * leading
      const baseline = y + one.size * (leading - 1)
      parts.push(`BT /F1 ${number(one.size)} Tf ${page.margin} ${number(baseline)} Td ${literal(line)} Tj ET`)
    }
    y = drawBar(one, { y, scale, parts })
  }
  return parts.join('\n')
}

/** How to fill each part of a bar: a grey, which tells little, or stripes; the words above it tell all. */
const fills = { passed: '0.25 g', failed: '1 g', inconclusive: '0.75 g', not_run: '1 g' } as const

/** Draws the bar of a block below it, and returns where that ends. */
function drawBar(
  { block }: Pick<LaidBlock, 'block'>,
  { y, scale, parts }: { readonly y: number; readonly scale: number; readonly parts: string[] },
): number {
  const { bar } = block
  if (bar === undefined) return y
  const height = barHeight.bar * scale
  const bottom = y - barHeight.above * scale - height
  const width = page.width - 2 * page.margin
  let x: number = page.margin
  for (const part of ['passed', 'failed', 'inconclusive', 'not_run'] as const) {
    const own = bar.of === 0 ? 0 : (width * bar[part]) / bar.of
    if (own === 0) continue
    const box = `${number(x)} ${number(bottom)} ${number(own)} ${number(height)} re`
    parts.push(`q ${fills[part]} ${box} f`)
    if (part === 'failed') parts.push(`${box} W n 0.8 w 0 G ${stripes(x, own, bottom, height)} S`)
    parts.push('Q')
    x += own
  }
  parts.push(`q 0.5 w 0 G ${page.margin} ${number(bottom)} ${number(width)} ${number(height)} re S Q`)
  return bottom
}

const stripeStep = 3

/** Slanted lines across a box; what is outside of it is clipped. */
function stripes(x: number, width: number, bottom: number, height: number): string {
  const count = Math.ceil((width + height) / stripeStep)
  return Array.from({ length: count }, (_, index) => {
    const from = x - height + index * stripeStep
    return `${number(from)} ${number(bottom)} m ${number(from + height)} ${number(bottom + height)} l`
  }).join(' ')
}
