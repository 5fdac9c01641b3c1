import { ImageResponse } from 'next/og.js'
import { type CSSProperties, createElement, type ReactNode } from 'react'
import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import type { CardDrawing, EvidenceCard, PageCard, PipelineCard } from '@/lib/core/scoreboard/artifacts/cards'
import { resultWords } from '@/lib/core/scoreboard/artifacts/pipeline-badge'
import { rateStep, successRate } from '@/lib/core/scoreboard/rows/row-words'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'

/** The colours of the light theme: a picture cannot follow the reader's theme. */
const colours = {
  canvas: '#f6f6f3',
  surface: '#ffffff',
  ink: '#191b18',
  quiet: '#4b4f48',
  line: '#e2e3dc',
  pass: '#176339',
  fail: '#b01f1a',
  warn: '#7f4d00',
} as const

/** A flex container, the only element of a picture. */
const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children)

/** The style of a picture's outermost element. */
const page: CSSProperties = {
  flexDirection: 'column',
  width: '100%',
  height: '100%',
  padding: 56,
  gap: 28,
  background: colours.canvas,
  color: colours.ink,
}

const sessionCardSize = { width: 1200, height: 675 }

const marks: Readonly<Record<FindingStatus, string>> = {
  pass: '#4b9a6d',
  fail: '#cf2b24',
  warn: '#bd7a09',
  not_observed: '#c6c8bf',
  not_applicable: '#e2e3dc',
}

/** Tick heights in pixels. States that need attention also differ by shape, as on the pages. */
const heights: Readonly<Record<FindingStatus, number>> = {
  pass: 18,
  fail: 28,
  warn: 23,
  not_observed: 11,
  not_applicable: 4,
}

const tones: Readonly<Record<OutcomeTone, string>> = {
  pass: colours.pass,
  fail: colours.fail,
  warn: colours.warn,
  open: colours.quiet,
}

/** Draws the evidence card of a session: verdict, one tick per check, first failure, date. */
const drawEvidenceCard: CardDrawing['drawEvidenceCard'] = async (card) =>
  new Uint8Array(await new ImageResponse(sessionCard(card), sessionCardSize).arrayBuffer())

function sessionCard({ title, verdict, tone, sentence, strip, failure, date }: EvidenceCard) {
  const failed = failure === null ? [] : [failurePart(failure)]
  return box(
    { ...page, padding: 44, gap: 18 },
    box(
      { justifyContent: 'space-between', alignItems: 'center', fontSize: 26, color: colours.quiet },
      box({}, 'Wallet Capture'),
      box({}, `${date.slice(0, 10)} ${date.slice(11, 16)} UTC`),
    ),
    box({ fontSize: 38, lineHeight: 1.2 }, title),
    // Centred and large, because a thumbnail shows the middle of the picture at an eighth of its size.
    box(
      {
        justifyContent: 'center',
        background: tones[tone],
        color: colours.surface,
        fontSize: 116,
        lineHeight: 1,
        padding: '12px 0 20px',
        borderRadius: 12,
      },
      verdict,
    ),
    box({ fontSize: 30, lineHeight: 1.25, color: colours.quiet }, sentence),
    box(
      { padding: 14, background: colours.surface, border: `1px solid ${colours.line}` },
      ...ticks(strip.slice(0, ticksMax)),
    ),
    ...failed,
  )
}

const ticksMax = 360

/** Size of a tick in pixels, and the number per row. */
const place = { width: 6, height: 28, gap: 3, perRow: 120 }

/**
 * The ticks as one SVG image, or nothing without any. An element for each, whose style must be parsed, took three
 * quarters of a card's time.
 */
function ticks(strip: readonly FindingStatus[]) {
  if (strip.length === 0) return []
  const { width, height, gap, perRow } = place
  const rects = strip.map((status, index) => {
    const x = (index % perRow) * (width + gap)
    const bottom = Math.floor(index / perRow) * (height + gap) + height
    const y = bottom - heights[status]
    return `<rect x="${x}" y="${y}" width="${width}" height="${heights[status]}" rx="2" fill="${marks[status]}"/>`
  })
  const size = {
    width: perRow * (width + gap) - gap,
    height: Math.ceil(strip.length / perRow) * (height + gap) - gap,
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${rects.join('')}</svg>`
  return [createElement('img', { ...size, src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` })]
}

const failurePart = ({ title, clause }: NonNullable<EvidenceCard['failure']>) =>
  box(
    { flexDirection: 'column', gap: 6, borderLeft: `8px solid ${colours.fail}`, paddingLeft: 20 },
    box({ fontSize: 34, lineHeight: 1.25 }, title),
    box({ fontSize: 28, color: colours.quiet }, clause),
  )

/** The size that most sites use for link previews. */
const linkCardSize = { width: 1200, height: 630 }

const nameMax = 120

/** Draws the card of a pipeline: name, owner and number of successful runs. */
const drawPipelineCard: CardDrawing['drawPipelineCard'] = async (card) =>
  new Uint8Array(await new ImageResponse(pipelineCard(card), linkCardSize).arrayBuffer())

function pipelineCard({ name, organization, numbers }: PipelineCard) {
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

/** Draws the card of a page: its kind, a sentence in the colour of its tone, and a line. */
const drawPageCard: CardDrawing['drawPageCard'] = async (card) =>
  new Uint8Array(await new ImageResponse(pageCard(card), linkCardSize).arrayBuffer())

const pageCard = ({ kind, title, tone, line }: PageCard) =>
  box(
    { ...page, justifyContent: 'space-between' },
    box(
      { justifyContent: 'space-between', fontSize: 26, color: colours.quiet },
      box({}, 'Wallet Capture'),
      box({}, kind),
    ),
    box({ fontSize: 60, lineHeight: 1.2, color: tone === 'open' ? colours.ink : tones[tone] }, drawable(title, kind)),
    box(
      { borderTop: `4px solid ${colours.line}`, paddingTop: 24, fontSize: 34, color: colours.quiet },
      drawable(line, ''),
    ),
  )

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

/** Draws cards in this process. */
export const cardDrawing: CardDrawing = { drawEvidenceCard, drawPipelineCard, drawPageCard }
