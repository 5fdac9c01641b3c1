import { type Sequence, sequenceText } from './sequence'
import { drawSequence, type SequenceShape } from './sequence-shapes'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as XML has it. Control characters and halves of surrogate pairs, which XML does not have, become U+FFFD. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** Looks of a file, which has no style sheet of ours. */
const style = `
text{font:12px system-ui,sans-serif;fill:#1b1b18}
.lane{font-weight:600;font-size:13px}
.label,.refused{font-family:ui-monospace,monospace;font-size:12px;paint-order:stroke;stroke:#fff;stroke-width:4px}
.refused{fill:#9c1c1c}
line,path{fill:none;stroke:#45453f}
.lifeline{stroke:#b9b9b0;stroke-dasharray:2 4}
line.answer{stroke-dasharray:5 3}
.refusal{stroke:#9c1c1c}
line.refusal{stroke-dasharray:5 3}`

function element(shape: SequenceShape): string {
  if (shape.shape === 'text')
    return `<text class="${shape.look}" x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor}">${xml(shape.text)}</text>`
  if (shape.shape === 'arrow') return `<path class="${shape.look}" d="${shape.d}"/>`
  const [x1, y1, x2, y2] = shape.points
  return `<line class="${shape.look}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`
}

/** A sequence diagram as a file in SVG, with its text as title and description. Every value in it is escaped. */
export function sequenceSvg(sequence: Sequence): string {
  const { width, height, shapes } = drawSequence(sequence)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" aria-describedby="description">`,
    `<title id="title">${xml(sequence.title)}</title>`,
    `<desc id="description">${xml(sequenceText(sequence))}</desc>`,
    `<style>${style}\n</style>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...shapes.map(element),
    '</svg>\n',
  ].join('\n')
}
