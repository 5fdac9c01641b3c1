/** The web server's interface as the worker uses it. */
export interface ServiceApi {
  /** Returns the response whatever its status. Throws if none arrives in time. */
  get(path: string, timeoutMillis: number): Promise<{ readonly status: number; readonly body: unknown }>
  post(path: string, body: unknown, timeoutMillis: number): Promise<{ readonly status: number; readonly body: unknown }>
}

/**
 * Creates a client for the service at `url` with the admin key. The key is never part of a workflow's input, so it
 * appears in no history.
 */
export function createServiceApi(url: string, adminKey: string): ServiceApi {
  const send = async (path: string, timeoutMillis: number, init: RequestInit) => {
    const headers = { 'x-api-key': adminKey, ...init.headers }
    const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMillis) })
    const text = await response.text()
    return { status: response.status, body: parse(text) }
  }
  return {
    get: (path, timeoutMillis) => send(path, timeoutMillis, {}),
    post: (path, body, timeoutMillis) =>
      send(path, timeoutMillis, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
