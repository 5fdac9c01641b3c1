import { ImageResponse } from 'next/og.js'
import { createElement } from 'react'
import type { OutcomeTone } from '@/lib/core/engine/evidence/outcomes'
import type { FindingStatus } from '@/lib/core/ground/ports/finding'
import type { DrawEvidenceCard, EvidenceCard } from '@/lib/core/scoreboard/artifacts/cards'
import { box, colours, page } from './paper'

const size = { width: 1200, height: 675 }
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
export const drawEvidenceCard: DrawEvidenceCard = async (card) =>
  new Uint8Array(await new ImageResponse(layout(card), size).arrayBuffer())

function layout({ title, verdict, tone, sentence, strip, failure, date }: EvidenceCard) {
  const failed = failure === null ? [] : [failurePart(failure)]
  return box(
    { ...page, padding: 44, gap: 18 },
    box(
      { justifyContent: 'space-between', alignItems: 'center', fontSize: 26, color: colours.quiet },
      box({}, 'Wallet Capture'),
      box({}, `${date.slice(0, 10)} ${date.slice(11, 16)} UTC`),
    ),
    box({ fontSize: 38, lineHeight: 1.2 }, title),
    // In the middle and this large, because a thumbnail shows the middle of the picture, an eighth as large.
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
/** The place of a tick in pixels, and how many fit beside each other. */
const place = { width: 6, height: 28, gap: 3, perRow: 120 }

/**
 * The ticks as one SVG image, or nothing where there is none. An element for each, whose style has to be parsed, took three quarters
 * of the time of a card.
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
