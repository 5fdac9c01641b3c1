import { isObject } from '@/lib/core/ground/values/json'
import type { CallOutcome, Obstacle } from './digital-credential'

/** What the page knows of itself; a word of the page, never a proof. */
export interface PageFacts {
  readonly origin: string
  /** Milliseconds since the browser was called; 0 where it was not. */
  readonly elapsed_ms: number
  readonly allows: Readonly<Record<string, boolean>>
}

/** What the page posts to the address for results. */
export type Report = (
  | CallOutcome
  | { readonly outcome: 'started' | 'left' }
  | { readonly outcome: 'unsupported'; readonly reason: Obstacle }
) & { readonly page: PageFacts }

const json = { 'content-type': 'application/json' }

/** Says that the browser was called, while the call is under way: it outlives the page. Resolves when that is on record, or given up. */
export async function reportStart(resultUrl: string, page: PageFacts): Promise<void> {
  const body = JSON.stringify({ outcome: 'started', page } satisfies Report)
  const signal = AbortSignal.timeout(startMillisMax)
  await fetch(resultUrl, { method: 'POST', keepalive: true, headers: json, body, signal }).catch(() => undefined)
}

/** What comes of the call waits for that long to stand behind its start on record. */
const startMillisMax = 5000

/** Says that the page is being left. A beacon outlives it. */
export function reportLeft(resultUrl: string, page: PageFacts): void {
  const body = JSON.stringify({ outcome: 'left', page } satisfies Report)
  navigator.sendBeacon(resultUrl, new Blob([body], { type: 'application/json' }))
}

/** What the service said of a report. */
export type Recorded =
  | { readonly is: 'taken' }
  /** It is on record and was refused. */
  | { readonly is: 'refused' }
  /** It is not on record; why, in a sentence. */
  | { readonly is: 'lost'; readonly why: string }

/** Posts what came of a call. Never rejects. */
export async function report(resultUrl: string, body: Report): Promise<Recorded> {
  try {
    const answer = await fetch(resultUrl, { method: 'POST', headers: json, body: JSON.stringify(body) })
    if (answer.ok) return { is: 'taken' }
    if (answer.status === 400) return { is: 'refused' }
    return { is: 'lost', why: await whyNot(answer) }
  } catch {
    return { is: 'lost', why: 'The service cannot be reached.' }
  }
}

/** Why the service did not do something, in its own words. */
export async function whyNot(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  const said = isObject(body) ? (body.error_description ?? body.message) : null
  return typeof said === 'string' ? said : `The service responded with ${answer.status}.`
}
