/** The web server's interface as the worker uses it. */
export interface ServiceApi {
  /** Returns the response whatever its status. Throws if none arrives in time. */
  get(path: string, timeoutMillis: number): Promise<ServiceAnswer>
  /** Sends JSON. */
  post(
    path: string,
    body: unknown,
    timeoutMillis: number,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ServiceAnswer>
  /** Sends plain text. */
  postText(path: string, text: string, timeoutMillis: number): Promise<ServiceAnswer>
}

/** Any request to it, with a body of JSON or none. Throws if no answer arrives in time. */
export type ServiceCall = (
  method: string,
  path: string,
  more?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<ServiceAnswer>

export interface ServiceAnswer {
  readonly status: number
  readonly body: unknown
  /** The seconds in its `Retry-After`; absent where it names none. RFC9110-10.2.3 */
  readonly retryAfterSeconds?: number
}

/**
 * Creates a client for the service at `url` with the admin key. The key is never part of a workflow's input, so it
 * appears in no history.
 */
export function createServiceApi(url: string, adminKey: string): ServiceApi {
  const send = createSend(url, adminKey)
  const sendBody = (path: string, timeoutMillis: number, [type, body]: readonly [string, string], headers = {}) =>
    send(path, timeoutMillis, { method: 'POST', headers: { 'content-type': type, ...headers }, body })
  return {
    get: (path, timeoutMillis) => send(path, timeoutMillis, {}),
    post: (path, body, timeoutMillis, headers) =>
      sendBody(path, timeoutMillis, ['application/json', JSON.stringify(body)], headers),
    postText: (path, text, timeoutMillis) => sendBody(path, timeoutMillis, ['text/plain', text]),
  }
}

/** The same for single requests, which may have headers of their own. */
export function createServiceCall(url: string, adminKey: string, timeoutMillis: number): ServiceCall {
  const send = createSend(url, adminKey)
  return (method, path, { body, headers = {} } = {}) => {
    if (body === undefined) return send(path, timeoutMillis, { method, headers })
    const typed = { 'content-type': 'application/json', ...headers }
    return send(path, timeoutMillis, { method, headers: typed, body: JSON.stringify(body) })
  }
}

const createSend =
  (url: string, adminKey: string) =>
  async (path: string, timeoutMillis: number, init: RequestInit): Promise<ServiceAnswer> => {
    const headers = { 'x-api-key': adminKey, ...init.headers }
    const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMillis) })
    const text = await response.text()
    const told = response.headers.get('retry-after') ?? ''
    const waits = /^\d{1,6}$/.test(told) ? { retryAfterSeconds: Number(told) } : {}
    return { status: response.status, body: parse(text), ...waits }
  }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
