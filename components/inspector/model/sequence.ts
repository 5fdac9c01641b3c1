import type { TimelineRow } from './timeline'

/** Who takes part in a flow. `server` is the issuer, or the verifier. */
export type Lane = 'browser' | 'wallet' | 'server' | 'authorization_server'

/** A request and its answer between two of them. */
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
  /** Those that take part, from left to right, with their names. */
  readonly lanes: readonly { readonly lane: Lane; readonly words: string }[]
  readonly steps: readonly SequenceStep[]
  /** How many earlier exchanges it leaves out. */
  readonly earlier: number
}

/** How many exchanges a diagram shows. */
const stepsMax = 100

const order: readonly Lane[] = ['browser', 'wallet', 'server', 'authorization_server']

/** Addresses of an authorization server, also where the issuer is its own: the flow has it as a role. RFC 6749 section 1.1 */
const ofAuthorization =
  /\/(?:authorize|token|par|challenge|redirect)(?:$|\?)|\/authorization-servers\/|\/oauth-authorization-server/

/** The flow of a session, from its timeline. `server`: what the other side of the wallet is called. */
export function sequenceOf(
  rows: readonly TimelineRow[],
  { title, server }: { readonly title: string; readonly server: 'Issuer' | 'Verifier' },
): Sequence {
  const asked = rows.flatMap((row) => (row.type === 'exchange' && row.exchange.origin !== 'operator' ? [row] : []))
  const steps = asked.slice(-stepsMax).map(({ exchange, number, shortPath, what, altered }): SequenceStep => {
    const { origin, method, path, response } = exchange
    const to = server === 'Issuer' && ofAuthorization.test(path) ? 'authorization_server' : 'server'
    const from = origin === 'user_agent' ? 'browser' : origin === 'wallet' ? 'wallet' : otherServer[to]
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

/** Who sends what this service sends to itself. */
const otherServer = { server: 'authorization_server', authorization_server: 'server' } as const

/** A diagram as text, one exchange a line, for who cannot see it. */
export function sequenceText({ lanes, steps, earlier }: Sequence): string {
  const wordsOf = (lane: Lane) => lanes.find((one) => one.lane === lane)?.words ?? lane
  const lines = steps.map(
    ({ from, to, request, answer }) => `${wordsOf(from)} to ${wordsOf(to)}: ${request}, response ${answer}.`,
  )
  return [...(earlier === 0 ? [] : [`${earlier} earlier exchanges are left out.`]), ...lines].join('\n')
}
