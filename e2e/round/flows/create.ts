import type { Recording } from '../record/recorder'

/** The members of a new session that a flow needs. */
export interface Created {
  readonly session_id: string
  readonly deeplink: string
  readonly tx_code?: string
}

const json: [string, string] = ['Content-Type', 'application/json']

/**
 * Sends JSON and returns the members of the answer.
 * @throws Error if the answer has another status than `expected`
 */
export async function postJson<Answer>(
  recording: Pick<Recording, 'ask'>,
  path: string,
  body: object,
  expected: number,
): Promise<Answer> {
  const answer = await recording.ask({ method: 'POST', path, headers: [json], body: JSON.stringify(body) })
  const text = answer.body.toString('utf8')
  if (answer.status !== expected) throw new Error(`POST ${path} was answered with ${answer.status}: ${text}`)
  return JSON.parse(text) as Answer
}
