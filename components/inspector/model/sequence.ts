import type { TimelineRow } from './timeline'

/** Participant of a flow. `server` is the issuer or the verifier. */
type Lane = 'browser' | 'wallet' | 'server' | 'authorization_server'

/** A request and its answer between two participants. */
interface SequenceStep {
  readonly from: Lane
  readonly to: Lane
  /** e.g. `3 POST …/token` */
  readonly request: string
  /** e.g. `400 invalid_proof` */
  readonly answer: string
  readonly refused: boolean
}

/** A flow as a sequence diagram. */
export interface Sequence {
  readonly title: string
  /** Participants from left to right, with their names. */
  readonly lanes: readonly { readonly lane: Lane; readonly words: string }[]
  readonly steps: readonly SequenceStep[]
  /** Number of earlier exchanges left out. */
  readonly earlier: number
}

/** Most exchanges in a diagram. */
const stepsMax = 100

const order: readonly Lane[] = ['browser', 'wallet', 'server', 'authorization_server']

/** Paths of the authorization server. It is a role of its own even if the issuer plays it. RFC 6749 section 1.1 */
const ofAuthorization =
  /\/(?:authorize|token|par|challenge|redirect)(?:$|\?)|\/authorization-servers\/|\/oauth-authorization-server/

/** Sequence of a session, from its timeline. `server`: name of the wallet's peer. */
export function sequenceOf(
  rows: readonly TimelineRow[],
  { title, server }: { readonly title: string; readonly server: 'Issuer' | 'Verifier' },
): Sequence {
  const asked = rows.flatMap((row) => (row.type === 'exchange' && row.exchange.origin !== 'operator' ? [row] : []))
  const steps = asked.slice(-stepsMax).map(({ exchange, number, shortPath, what, altered }): SequenceStep => {
    const { origin, method, path, response } = exchange
    const to = server === 'Issuer' && ofAuthorization.test(path) ? 'authorization_server' : 'server'
    const from = origin === 'user_agent' ? 'browser' : origin === 'wallet' ? 'wallet' : oppositeServer[to]
    const refused = (response.status ?? 0) >= 400
    const said =
      response.status === null ? 'no response' : refused ? `${response.status} ${what}` : `${response.status}`
    return {
      from,
      to,
      request: `${number ?? '–'} ${method} ${shortPath}`,
      answer: altered ? `${said}, altered on purpose` : said,
      refused,
    }
  })
  const words: Readonly<Record<Lane, string>> = {
    browser: 'Browser',
    wallet: 'Wallet',
    server,
    authorization_server: 'Authorization server',
  }
  const taking = new Set<Lane>(['wallet', 'server', ...steps.flatMap(({ from, to }) => [from, to])])
  return {
    title,
    lanes: order.filter((lane) => taking.has(lane)).map((lane) => ({ lane, words: words[lane] })),
    steps,
    earlier: asked.length - steps.length,
  }
}

/** Sender of the requests that the service sends to itself. */
const oppositeServer = { server: 'authorization_server', authorization_server: 'server' } as const

/** Text alternative of a diagram, one exchange per line. */
export function sequenceText({ lanes, steps, earlier }: Sequence): string {
  const wordsOf = (lane: Lane) => lanes.find((one) => one.lane === lane)?.words ?? lane
  const lines = steps.map(
    ({ from, to, request, answer }) => `${wordsOf(from)} to ${wordsOf(to)}: ${request}, response ${answer}.`,
  )
  return [...(earlier === 0 ? [] : [`${earlier} earlier exchanges are left out.`]), ...lines].join('\n')
}

/** One part of the drawing. `look` is its style in the file. */
type SequenceShape =
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

type LineLook = 'lifeline' | 'request' | 'answer' | 'refusal'

type TextLook = 'lane' | 'label' | 'refused'

/** A sequence diagram as shapes, in pixels. */
interface SequenceDrawing {
  readonly width: number
  readonly height: number
  readonly shapes: readonly SequenceShape[]
}

/** Four lanes fit beside an exchange's detail on a 1280 px screen, three on a phone. */
const laneWidth = 108

/** With only two lanes, spreads them so that labels have room. */
const widthMin = 320

const head = 52

const stepHeight = 46

/** Width of a label character, in pixels. */
const characterWidth = 7.3

const tip = 6

const edge = 4

/** Shortens text to a width in pixels. */
function fitted(text: string, pixels: number): string {
  const most = Math.floor(pixels / characterWidth)
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/**
 * Lays out a diagram: one column per participant, two arrows per exchange. A label is centred over its arrow as far as
 * the drawing allows; it may cross other lanes, because no other label is beside it.
 */
function drawSequence({ lanes, steps }: Sequence): SequenceDrawing {
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
  // Labels last, above the lines they cross.
  return { width, height, shapes: [...shapes, ...labels] }
}

function arrow(
  look: LineLook,
  { at, y, from }: { readonly at: number; readonly y: number; readonly from: number },
): SequenceShape {
  const behind = from < at ? at - tip : at + tip
  return { shape: 'arrow', look, d: `M${behind} ${y - tip / 2}L${at} ${y}L${behind} ${y + tip / 2}` }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for XML. Control characters and lone surrogates, which XML forbids, become U+FFFD. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** Styles for the file, which has no style sheet of ours. */
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

/** Sequence diagram as an SVG file, with its text as title and description. Every value is escaped. */
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
