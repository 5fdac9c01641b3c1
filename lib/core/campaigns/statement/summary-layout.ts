import type { SummaryBlock } from './summary-words'

/** A4 in points, and the margin on each side. */
export const page = { width: 595, height: 842, margin: 48 } as const

/** Font size, and space above, of each kind of block, in points. */
export const blockSizes: Readonly<Record<SummaryBlock['kind'], { readonly size: number; readonly above: number }>> = {
  title: { size: 18, above: 0 },
  heading: { size: 13, above: 12 },
  strong: { size: 11, above: 6 },
  text: { size: 10, above: 4 },
  small: { size: 8, above: 3 },
}

/** Height of a line in font sizes, and of a bar with the space above it in points. */
export const leading = 1.25
export const barHeight = { bar: 9, above: 3 } as const

/** Of a character in a font of size 1000. */
export type WidthOf = (character: string) => number

/** A block as the lines that it takes. */
export interface LaidBlock {
  readonly block: SummaryBlock
  readonly size: number
  readonly lines: readonly string[]
}

/** The smallest scale: whatever is bounded as a summary is fits far above it. */
const scaleMin = 0.3

/** Lays the blocks out, smaller the more they say, so that they take one page at any data. */
export function layOut(blocks: readonly SummaryBlock[], widthOf: WidthOf): { scale: number; laid: LaidBlock[] } {
  for (let scale = 1; ; scale = Math.round((scale - 0.05) * 100) / 100) {
    const laid = blocks.map((block): LaidBlock => {
      const size = blockSizes[block.kind].size * scale
      return { block, size, lines: wrap(block.text, (page.width - 2 * page.margin) / size, widthOf) }
    })
    const height = laid.reduce((sum, one) => sum + heightOf(one, scale), 0)
    if (height <= page.height - 2 * page.margin || scale <= scaleMin) return { scale, laid }
  }
}

function heightOf({ block, size, lines }: LaidBlock, scale: number): number {
  const bar = block.bar === undefined ? 0 : (barHeight.bar + barHeight.above) * scale
  return blockSizes[block.kind].above * scale + lines.length * size * leading + bar
}

/**
 * Breaks a text after its spaces, and a word that is longer than a line wherever the line ends. The lines together are the
 * text again: a space stays at the end of its line.
 */
function wrap(text: string, ems: number, widthOf: WidthOf): string[] {
  const max = ems * 1000
  const lines: string[] = []
  let [line, width] = ['', 0]
  const end = () => {
    lines.push(line)
    line = ''
    width = 0
  }
  for (const word of text.match(/\S* |\S+$/g) ?? []) {
    const characters = [...word].map((one) => [one, widthOf(one)] as const)
    const own = characters.reduce((sum, [one, wide]) => sum + (one === ' ' ? 0 : wide), 0)
    if (line !== '' && width + own > max) end()
    for (const [one, wide] of characters) {
      if (line !== '' && one !== ' ' && width + wide > max) end()
      line += one
      width += wide
    }
  }
  end()
  return lines
}
