import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HeaderList, SendHttp, WireRequest } from '@/lib/wallet/http/wire'
import { createNormaliser, type RunFacts } from '../normalise/normaliser'
import { createClient, type RawAnswer } from './client'
import { legible } from './legible'
import { isUnready, pageText } from './page-text'

/** A request to the service: a path, or a full URL. */
export interface Ask {
  readonly method?: string
  readonly path: string
  readonly headers?: HeaderList
  readonly body?: string | null
}

/** One file of the recording. */
export interface Recording {
  /** Sends a request and records it with its answer. */
  ask(request: Ask): Promise<RawAnswer>
  /**
   * The same for the reference wallet. `agent` replaces its user agent, so that no other run is mistaken for this one.
   */
  wallet(agent?: string): SendHttp
  /** Records a line that is not an exchange, such as the result of a run. */
  note(text: string): void
  write(): void
}

/** Creates recordings as files below a directory. */
export interface Recorder {
  readonly origin: string
  open(name: string): Recording
  /** Sends a request without recording it. */
  ask(request: Ask): Promise<RawAnswer>
  /** The number of files and exchanges so far. */
  counts(): { readonly files: number; readonly exchanges: number }
  close(): void
}

/** How often to retry a page that was not ready. */
const triesMax = 20

export function createRecorder(facts: RunFacts, directory: string): Recorder {
  const { send, close } = createClient()
  const { origin } = facts
  const counts = { files: 0, exchanges: 0 }
  const wireOf = ({ method = 'GET', path, headers = [], body = null }: Ask): WireRequest => ({
    method,
    url: path.startsWith('http') ? path : `${origin}${path}`,
    headers: [...headers],
    body,
  })

  /** Sends a request; repeats it for a page while parts of it are not ready. */
  const whole = async (wire: WireRequest): Promise<RawAnswer> => {
    let answer = await send(wire)
    for (
      let again = 0;
      again < triesMax && wire.method === 'GET' && isUnready(answer.body.toString('utf8'));
      again += 1
    )
      answer = await send(wire)
    return answer
  }

  const open = (name: string): Recording => {
    const normaliser = createNormaliser(facts)
    const lines: string[] = []
    const exchange = async (wire: WireRequest): Promise<RawAnswer> => {
      const answer = await whole(wire)
      counts.exchanges += 1
      lines.push(
        normaliser.text(`=== ${wire.method} ${wire.url}`),
        ...wire.headers.map(([field, value]) => normaliser.text(`> ${field}: ${value}`)),
        ...(wire.body === null ? [] : ['', normaliser.text(legible(wire.body))]),
        `<<< ${answer.status} ${answer.reason}`,
        ...answer.headers.map(([field, value]) =>
          normaliser.text(`< ${field}: ${headerText(field, value, { ...answer, method: wire.method })}`),
        ),
        '',
        normaliser.text(bodyText(answer)),
        '',
      )
      return answer
    }
    return {
      ask: (request) => exchange(wireOf(request)),
      wallet: (agent) => async (request) => {
        const headers: HeaderList = request.headers.map(([field, value]) => [
          field,
          agent === undefined || field !== 'User-Agent' ? value : renamed(value, agent),
        ])
        const { status, headers: fields, body } = await exchange({ ...request, headers })
        return { status, headers: fields, body: body.toString('utf8') }
      },
      note: (text) => void lines.push(normaliser.text(`--- ${text}`)),
      write() {
        const file = join(directory, name)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, `${lines.join('\n')}\n`)
        counts.files += 1
      },
    }
  }
  return { origin, open, ask: (request) => send(wireOf(request)), counts: () => ({ ...counts }), close }
}

/** The wallet also plays a browser, whose user agent stays one. */
const renamed = (value: string, agent: string): string => (/^mozilla/i.test(value) ? `Mozilla/5.0 (${agent})` : agent)

/**
 * A length depends on random content; whether it is correct does not. The same goes for an ETag, as far as we can tell.
 */
function headerText(field: string, value: string, { body, method }: RawAnswer & { readonly method: string }): string {
  if (/^content-length$/i.test(field) && (method === 'HEAD' || Number(value) === body.length))
    return '<length of the body>'
  // Seconds left of a minute, unless it is the shortest wait.
  if (/^retry-after$/i.test(field) && Number(value) > 5) return '<seconds>'
  if (/^link$/i.test(field))
    return value
      .replace(/<\/_next\/static\/[^,]*/g, '<built file>')
      .replace(/<built file>(?:, <built file>)+/, '<built files>')
  if (/^etag$/i.test(field)) return value.replace(/"[^"]*"/, '"<mark>"')
  return value
}

function bodyText({ headers, body }: RawAnswer): string {
  const text = body.toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(body)) {
    const type = headers.find(([field]) => field.toLowerCase() === 'content-type')?.[1] ?? ''
    // Each installation creates its own certificate; pictures are the same.
    const shown = type.startsWith('image/')
      ? `SHA-256 ${createHash('sha256').update(body).digest('hex').match(/.{8}/g)?.join(' ')}`
      : type
    return `${shown.startsWith('SHA') ? body.length : 'some'} bytes that are no text, ${shown}`
  }
  return legible(pageText(text))
}
