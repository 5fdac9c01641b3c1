import { ApplicationFailure } from '@temporalio/common'
import { z } from 'zod'
import { pipelineHeader } from '@/lib/core/scoreboard/pipelines/run-types'

/** The web server's interface as the worker uses it. */
export interface ServiceApi {
  /** Returns the response whatever its status. Throws if none arrives in time. */
  get(path: string, timeoutMillis: number, headers?: Readonly<Record<string, string>>): Promise<ServiceAnswer>
  /** Sends JSON. */
  post(
    path: string,
    body: unknown,
    timeoutMillis: number,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ServiceAnswer>
  /** Sends plain text. */
  postText(
    path: string,
    text: string,
    timeoutMillis: number,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ServiceAnswer>
}

/** The interface as the runs of a pipeline use it: with the admin key it opens and shows only what they made. */
export function asRunOf(pipelineId: string, api: ServiceApi): ServiceApi {
  const own = { [pipelineHeader]: pipelineId }
  return {
    get: (path, timeoutMillis) => api.get(path, timeoutMillis, own),
    post: (path, body, timeoutMillis) => api.post(path, body, timeoutMillis, own),
    postText: (path, text, timeoutMillis) => api.postText(path, text, timeoutMillis, own),
  }
}

/** Sends any request, with or without a JSON body. Throws if no answer arrives in time. */
export type ServiceCall = (
  method: string,
  path: string,
  more?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<ServiceAnswer>

export interface ServiceAnswer {
  readonly status: number
  readonly body: unknown
  /** Seconds of `Retry-After`, if present. RFC9110-10.2.3 */
  readonly retryAfterSeconds?: number
}

/**
 * Creates a client for the service at `url` with the admin key. The key is never part of a workflow's input, so no
 * history contains it.
 */
export function createServiceApi(url: string, adminKey: string): ServiceApi {
  const send = createSend(url, adminKey)
  const sendBody = (path: string, timeoutMillis: number, [type, body]: readonly [string, string], headers = {}) =>
    send(path, timeoutMillis, { method: 'POST', headers: { 'content-type': type, ...headers }, body })
  return {
    get: (path, timeoutMillis, headers = {}) => send(path, timeoutMillis, { headers }),
    post: (path, body, timeoutMillis, headers) =>
      sendBody(path, timeoutMillis, ['application/json', JSON.stringify(body)], headers),
    postText: (path, text, timeoutMillis, headers) => sendBody(path, timeoutMillis, ['text/plain', text], headers),
  }
}

/** Like `createServiceApi`, for single requests with their own headers. */
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

/** Time limit of one request. A form with pictures is drawn before it is answered. */
export const requestMillisMax = 15_000

/** Maximum `Retry-After` to honour, in seconds. */
const retryAfterSecondsMax = 120

/**
 * Statuses while the service's key is being changed, its records are being restored, or a proxy is misconfigured: no
 * definition causes them, and a retry may succeed.
 */
const ourOwn = [401, 403, 404, 413, 429]

/** Maximum characters of a reported refusal. */
const refusalMax = 300

const zRefusal = z.looseObject({ error: z.string(), error_description: z.string().catch('') })

/** The reason of a refusal: its code and its description, which repeats nothing that was sent. */
function refusalOf({ status, body }: ServiceAnswer): string {
  const { error = String(status), error_description = '' } = zRefusal.safeParse(body).data ?? {}
  const words = error_description === '' ? error : `${error}: ${error_description}`
  return words.replace(/[^\x20-\x7e]+/g, ' ').slice(0, refusalMax)
}

/**
 * Requires a status from our own service. Throws ApplicationFailure `step_refused`, which is final, if the request
 * itself was wrong, with the reason as its only detail; otherwise `service_failed`, which Temporal retries after the
 * service's `Retry-After`.
 * @param what what was asked for, for the message: `reading the session` @throws ApplicationFailure `step_refused`,
 * which nothing mends, where it says that what was asked is wrong, with why as its one detail; else `service_failed`,
 * which Temporal retries as long after as the service says
 */
export function requireStatus(answer: ServiceAnswer, status: number, what: string): void {
  if (answer.status === status) return
  const code = z.looseObject({ error: z.string() }).safeParse(answer.body).data?.error ?? ''
  const message = `The service answered ${what} with ${answer.status} ${code}.`
  if (answer.status >= 400 && answer.status < 500 && !ourOwn.includes(answer.status))
    throw ApplicationFailure.nonRetryable(message, 'step_refused', refusalOf(answer))
  const wait = answer.retryAfterSeconds
  throw ApplicationFailure.create({
    message,
    type: 'service_failed',
    // Otherwise the wait would use up the run's time, and that would count against the wallet.
    nonRetryable: (wait ?? 0) > retryAfterSecondsMax,
    ...(wait === undefined ? {} : { nextRetryDelay: `${wait}s` }),
  })
}
