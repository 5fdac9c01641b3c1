import { ImageResponse } from 'next/og.js'
import type { DrawPipelineCard, PipelineCard } from '@/lib/core/scoreboard/artifacts/cards'
import { resultWords } from '@/lib/core/scoreboard/artifacts/pipeline-badge'
import { rateStep, successRate } from '@/lib/core/scoreboard/rows/row-words'
import { box, colours, page } from './paper'

/** The size that most sites use for link previews. */
const size = { width: 1200, height: 630 }
const nameMax = 120

/** Draws the card of a pipeline: name, owner and number of successful runs. */
export const drawPipelineCard: DrawPipelineCard = async (card) =>
  new Uint8Array(await new ImageResponse(layout(card), size).arrayBuffer())

function layout({ name, organization, numbers }: PipelineCard) {
  const rate = typeof numbers === 'string' ? 0 : successRate(numbers.runs, numbers.successes)
  const colour = typeof numbers === 'string' ? colours.quiet : colours[rateStep(rate)]
  return box(
    { ...page, justifyContent: 'space-between' },
    box(
      { justifyContent: 'space-between', fontSize: 26, color: colours.quiet },
      box({}, 'Wallet Capture'),
      box({}, 'Pipeline'),
    ),
    box(
      { flexDirection: 'column', gap: 16 },
      box({ fontSize: 54, lineHeight: 1.2 }, drawable(name, 'A pipeline')),
      box({ fontSize: 30, color: colours.quiet }, drawable(organization, '')),
    ),
    box(
      { flexDirection: 'column', gap: 20 },
      box({ fontSize: 44, color: colour }, resultWords(numbers)),
      box(
        { height: 16, background: colours.line, borderRadius: 8 },
        box({ width: `${rate}%`, height: 16, background: colour, borderRadius: 8 }),
      ),
    ),
  )
}

/**
 * Keeps the characters of a name that the bundled font can draw: for others the library would fetch fonts from the
 * internet. Returns `otherwise` if nothing is left.
 */
function drawable(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return otherwise
  return plain.length > nameMax ? `${plain.slice(0, nameMax - 3)}...` : plain
}
