import { setTimeout as pause } from 'node:timers/promises'
import { DemoStop, retryAfter, TooManyRequests } from './demo-stop'

/** The API of a running service, as its operator uses it. */
export interface ServiceClient {
  readonly baseUrl: string
  get(path: string): Promise<unknown>
  post(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: unknown }>
  postText(path: string, text: string): Promise<{ readonly status: number; readonly body: unknown }>
}

const millisMax = 20_000
/** Total seconds that a run of the demo waits for a service that asks it to. */
const waitSecondsMax = 120

/**
 * Sends the operator's credentials if required. On 429 it prints a notice, waits as requested and sends the request
 * again. Calls throw TooManyRequests once that takes too long, and DemoStop if the response is not JSON.
 */
export function createServiceClient(options: {
  readonly baseUrl: string
  readonly adminKey: string
  readonly operatorToken: string | null
  readonly say: (line: string) => void
  readonly wait?: (millis: number) => Promise<unknown>
}): ServiceClient {
  const { baseUrl, adminKey, operatorToken, say, wait = pause } = options
  let waited = 0
  // Endpoints of the admin key accept one credential and refuse two that differ. Requests with the key are not limited
  // per address.
  const credential = ({ method }: RequestInit): Record<string, string> => {
    if (method === 'POST') return { 'x-api-key': adminKey }
    return operatorToken === null ? {} : { authorization: `Bearer ${operatorToken}` }
  }
  const send = async (path: string, init: RequestInit) => {
    try {
      const headers = { 'content-type': 'application/json', ...credential(init), ...init.headers }
      for (;;) {
        const response = await fetch(baseUrl + path, { ...init, headers, signal: AbortSignal.timeout(millisMax) })
        const body: unknown = await response.json()
        if (response.status !== 429) return { status: response.status, body }
        const seconds = retryAfter(response.headers.get('retry-after'))
        if (seconds === null || waited + seconds > waitSecondsMax) throw new TooManyRequests(seconds)
        say(`The service asks to wait ${seconds} s (429).`)
        waited += seconds
        await wait(seconds * 1000)
      }
    } catch (error) {
      if (error instanceof TooManyRequests) throw error
      const why = error instanceof Error ? error.message : String(error)
      throw new DemoStop(`${baseUrl} does not respond like Wallet Capture (${why}).`)
    }
  }
  return {
    baseUrl,
    get: async (path) => (await send(path, {})).body,
    post: (path, body, headers = {}) => send(path, { method: 'POST', body: JSON.stringify(body), headers }),
    postText: (path, body) => send(path, { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
  }
}
