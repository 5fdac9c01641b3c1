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

/** Four lanes fit beside the detail of an exchange on a screen of 1280 px, three on a phone. */
const laneWidth = 108
/** Two lanes stand further apart, so that what they say has room. */
const widthMin = 320
const head = 52
const stepHeight = 46
/** Pixels of a character of a label. */
const characterWidth = 7.3
const tip = 6
const edge = 4

/** Shortens a text to so many pixels. */
function fitted(text: string, pixels: number): string {
  const most = Math.floor(pixels / characterWidth)
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/**
 * Lays a diagram out: a column for each that takes part, two arrows for each exchange. A label stands over the middle of its arrow,
 * or as near to it as the drawing has room: it may cross the lines of others, since no other label is beside it.
 */
export function drawSequence({ lanes, steps }: Sequence): SequenceDrawing {
  const width = Math.max(widthMin, lanes.length * laneWidth)
  const height = head + steps.length * stepHeight + 16
  const centre = (lane: Lane) => (lanes.findIndex((one) => one.lane === lane) + 0.5) * (width / lanes.length)
  const shapes: SequenceShape[] = lanes.flatMap(({ lane, words }): SequenceShape[] => [
    ...words.split(' ').map(
      (word, line): SequenceShape => ({
        shape: 'text',
        look: 'lane',
        x: centre(lane),
        y: 16 + line * 16,
        anchor: 'middle',
        text: word,
      }),
    ),
    { shape: 'line', look: 'lifeline', points: [centre(lane), 40, centre(lane), height] },
  ])
  const labels: SequenceShape[] = []
  steps.forEach(({ from, to, request, answer, refused }, index) => {
    const top = head + index * stepHeight + 14
    const middle = (centre(from) + centre(to)) / 2
    const back = refused ? 'refusal' : 'answer'
    const label = (look: TextLook, y: number, text: string): SequenceShape => {
      const words = fitted(text, width - 2 * edge)
      const half = ([...words].length * characterWidth) / 2
      const x = Math.min(Math.max(middle, edge + half), width - edge - half)
      return { shape: 'text', look, x, y, anchor: 'middle', text: words }
    }
    labels.push(label('label', top, request), label(refused ? 'refused' : 'label', top + 20, answer))
    shapes.push(
      { shape: 'line', look: 'request', points: [centre(from), top + 5, centre(to), top + 5] },
      arrow('request', { at: centre(to), y: top + 5, from: centre(from) }),
      { shape: 'line', look: back, points: [centre(to), top + 25, centre(from), top + 25] },
      arrow(back, { at: centre(from), y: top + 25, from: centre(to) }),
    )
  })
  // Over the lines that they cross.
  return { width, height, shapes: [...shapes, ...labels] }
}

function arrow(
  look: LineLook,
  { at, y, from }: { readonly at: number; readonly y: number; readonly from: number },
): SequenceShape {
  const behind = from < at ? at - tip : at + tip
  return { shape: 'arrow', look, d: `M${behind} ${y - tip / 2}L${at} ${y}L${behind} ${y + tip / 2}` }
}
