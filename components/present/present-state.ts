import { isObject } from '@/lib/core/ground/values/json'

/** How the session stands, as `GET /present/{id}/state` says. */
export interface PresentState {
  /** Nothing can be asked any more. */
  readonly ended: boolean
  /** The page of the next session of the campaign, once that has gone on; `null` until then and outside of campaigns. */
  readonly nextPage: string | null
}

/** Reads the state. Throws where it cannot be read; polling asks again. */
export async function fetchState(url: string): Promise<PresentState> {
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  const body: unknown = await answer.json()
  if (!answer.ok || !isObject(body)) throw new Error(`State: ${answer.status}`)
  return { ended: body.ended === true, nextPage: typeof body.next_page === 'string' ? body.next_page : null }
}
