import { isObject } from '@/lib/core/shared/values/json'
import type { CallOutcome, Obstacle } from './digital-credential'

/** What the page knows about itself; a claim, never a proof. */
export interface PageFacts {
  readonly origin: string
  /** Milliseconds since the browser was called; 0 if it was not. */
  readonly elapsed_ms: number
  readonly allows: Readonly<Record<string, boolean>>
}

/** Body that the page posts as the result. */
export type Report = (
  | CallOutcome
  | { readonly outcome: 'started' | 'left' }
  | { readonly outcome: 'unsupported'; readonly reason: Obstacle }
) & { readonly page: PageFacts }

const json = { 'content-type': 'application/json' }

/** Reports that the browser was called, even if the page closes meanwhile. Resolves once recorded or given up. */
export async function reportStart(resultUrl: string, page: PageFacts): Promise<void> {
  const body = JSON.stringify({ outcome: 'started', page } satisfies Report)
  const signal = AbortSignal.timeout(startMillisMax)
  await fetch(resultUrl, { method: 'POST', keepalive: true, headers: json, body, signal }).catch(() => undefined)
}

/** How long a call's result waits for its start to be recorded first, in milliseconds. */
const startMillisMax = 5000

/** Reports that the page is being left, by a beacon that outlives it. */
export function reportLeft(resultUrl: string, page: PageFacts): void {
  const body = JSON.stringify({ outcome: 'left', page } satisfies Report)
  navigator.sendBeacon(resultUrl, new Blob([body], { type: 'application/json' }))
}

/** The service's answer to a report. */
export type Recorded =
  | { readonly is: 'taken' }
  /** Recorded, and refused. */
  | { readonly is: 'refused' }
  /** Not recorded; `why` is a sentence. */
  | { readonly is: 'lost'; readonly why: string }

/** Posts the result of a call. Never rejects. */
export async function report(resultUrl: string, body: Report): Promise<Recorded> {
  try {
    const answer = await fetch(resultUrl, { method: 'POST', headers: json, body: JSON.stringify(body) })
    if (answer.ok) return { is: 'taken' }
    if (answer.status === 400) return { is: 'refused' }
    return { is: 'lost', why: await refusalReason(answer) }
  } catch {
    return { is: 'lost', why: 'The service cannot be reached.' }
  }
}

/** Reason for a refusal, in the service's own words. */
export async function refusalReason(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  const said = isObject(body) ? (body.error_description ?? body.message) : null
  return typeof said === 'string' ? said : `The service responded with ${answer.status}.`
}
