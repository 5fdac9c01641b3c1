import { waitWords } from '@/components/site/wait-words'
import { isObject } from '@/lib/core/ground/values/json'
import { paths } from '@/lib/paths'
import { readSessionFields } from './session-fields'
import { readVerifierFields } from './verifier-fields'

export type CreateOutcome =
  | { readonly created: true; readonly sessionId: string }
  | { readonly created: false; readonly reason: string }

async function reasonOf(answer: Response): Promise<string> {
  const wait = answer.headers.get('retry-after')
  const body: unknown = await answer.json().catch(() => null)
  const said = isObject(body) ? (body.error_description ?? body.message) : null
  if (typeof said === 'string') return wait === null ? said : `${said} Try again in ${waitWords(Number(wait))}.`
  return `The service responded with ${answer.status}. Try again, and look at /readyz.`
}

/** Creates a session through the public API. Never throws: a refusal is returned as a sentence. */
async function post(path: string, members: object): Promise<CreateOutcome> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(members),
    })
    if (!answer.ok) return { created: false, reason: await reasonOf(answer) }
    const body: unknown = await answer.json()
    if (isObject(body) && typeof body.session_id === 'string') return { created: true, sessionId: body.session_id }
    return { created: false, reason: 'The service did not return a session id.' }
  } catch {
    return { created: false, reason: 'The service cannot be reached. Is it still running?' }
  }
}

/** Creates an issuance session from a form; a refusal is returned as a sentence. */
export const createIssuance = (fields: FormData): Promise<CreateOutcome> =>
  post(paths.api.sessions(), readSessionFields(fields))

/** Creates a presentation session from a form; a refusal is returned as a sentence. */
export async function createPresentation(fields: FormData): Promise<CreateOutcome> {
  const read = readVerifierFields(fields)
  return read.ok ? post(paths.api.presentationSessions(), read.body) : { created: false, reason: read.reason }
}
