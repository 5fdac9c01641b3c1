import type { Lane, Sequence } from './sequence'

/** A part of the drawing. `look` is its class in the page, and its style in a file. */
export type SequenceShape =
  | { readonly shape: 'line'; readonly look: LineLook; readonly points: readonly [number, number, number, number] }
  | { readonly shape: 'arrow'; readonly look: LineLook; readonly d: string }
  | {
      readonly shape: 'text'
      readonly look: TextLook
      readonly x: number
      readonly y: number
      readonly anchor: 'start' | 'middle' | 'end'
      readonly text: string
    }

export type LineLook = 'lifeline' | 'request' | 'answer' | 'refusal'
export type TextLook = 'lane' | 'label' | 'refused'

/** A sequence diagram as shapes, in pixels. */
export interface SequenceDrawing {
  readonly width: number
  readonly height: number
  readonly shapes: readonly SequenceShape[]
}

const laneWidth = 190
const head = 40
const stepHeight = 46
/** Pixels of a character of a label. */
const characterWidth = 7.3
const tip = 6

/** Shortens a text to so many pixels. */
function fitted(text: string, pixels: number): string {
  const most = Math.floor(pixels / characterWidth)
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** Lays a diagram out: a column for each that takes part, two arrows for each exchange. */
export function drawSequence({ lanes, steps }: Sequence): SequenceDrawing {
  const width = lanes.length * laneWidth
  const height = head + steps.length * stepHeight + 16
  const centre = (lane: Lane) => (lanes.findIndex((one) => one.lane === lane) + 0.5) * laneWidth
  const shapes: SequenceShape[] = lanes.flatMap(({ lane, words }): SequenceShape[] => [
    { shape: 'text', look: 'lane', x: centre(lane), y: 20, anchor: 'middle', text: words },
    { shape: 'line', look: 'lifeline', points: [centre(lane), 30, centre(lane), height] },
  ])
  steps.forEach(({ from, to, request, answer, refused }, index) => {
    const top = head + index * stepHeight + 14
    const [left, right] = [centre(from), centre(to)].sort((a, b) => a - b) as [number, number]
    const room = right - left - 16
    const back = refused ? 'refusal' : 'answer'
    const label = { shape: 'text', x: (left + right) / 2, anchor: 'middle' } as const
    shapes.push(
      { ...label, look: 'label', y: top, text: fitted(request, room) },
      { shape: 'line', look: 'request', points: [centre(from), top + 5, centre(to), top + 5] },
      arrow('request', { at: centre(to), y: top + 5, from: centre(from) }),
      { ...label, look: refused ? 'refused' : 'label', y: top + 20, text: fitted(answer, room) },
      { shape: 'line', look: back, points: [centre(to), top + 25, centre(from), top + 25] },
      arrow(back, { at: centre(from), y: top + 25, from: centre(to) }),
    )
  })
  return { width, height, shapes }
}

function arrow(
  look: LineLook,
  { at, y, from }: { readonly at: number; readonly y: number; readonly from: number },
): SequenceShape {
  const behind = from < at ? at - tip : at + tip
  return { shape: 'arrow', look, d: `M${behind} ${y - tip / 2}L${at} ${y}L${behind} ${y + tip / 2}` }
}
