import { DemoStop } from './demo-stop'

/** The interface of a running service, as its operator uses it. */
export interface ServiceClient {
  readonly baseUrl: string
  get(path: string): Promise<unknown>
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown }>
}

const millisMax = 20_000

/** Sends the operator's credentials where required. Calls throw DemoStop if the response is not JSON. */
export function createServiceClient(options: {
  readonly baseUrl: string
  readonly adminKey: string
  readonly operatorToken: string | null
}): ServiceClient {
  const { baseUrl, adminKey, operatorToken } = options
  // Endpoints of the admin key take one credential, and refuse two that differ.
  const credential = (path: string): Record<string, string> => {
    if (path.startsWith('/api/pipeline/')) return { 'x-api-key': adminKey }
    return operatorToken === null ? {} : { authorization: `Bearer ${operatorToken}` }
  }
  const send = async (path: string, init: RequestInit) => {
    try {
      const headers = { 'content-type': 'application/json', ...credential(path) }
      const response = await fetch(baseUrl + path, { ...init, headers, signal: AbortSignal.timeout(millisMax) })
      const body: unknown = await response.json()
      return { status: response.status, body }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new DemoStop(`${baseUrl} does not respond like Wallet Capture (${why}).`)
    }
  }
  return {
    baseUrl,
    get: async (path) => (await send(path, {})).body,
    post: (path, body) => send(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}
