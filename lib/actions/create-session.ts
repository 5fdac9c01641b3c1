import 'server-only'
import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import { membersOf } from '@/lib/core/shared/http/reply'
import { isObject } from '@/lib/core/shared/values/json'
import { paths } from '@/lib/paths'
import { formExchange } from '@/lib/server/basics/form-exchange'
import { container } from '@/lib/server/container'
import { shared } from '@/lib/server/pages/shared'
import { type Refused, waitSecondsOf } from './ask-interface'

/** The response to the creation of a session: what the reference wallet needs from it. */
type StartedSession = Pick<IssuanceSessionView, 'session_id' | 'deeplink' | 'tx_code'> & {
  /** What a session of presentation asks for. */
  readonly authorization_request: Readonly<Record<string, unknown>> | null
}

export type CreatedSession =
  | { readonly created: true; readonly session: StartedSession }
  | ({ readonly created: false } & Omit<Refused, 'refused'>)

/**
 * Creates a session from the fields of a form, through the same code as a request to that path (`POST /sessions` by
 * default) and under the same rate limit per address. `headers` are those of the form's request; if they name no
 * address, as under `next dev`, all forms share one limit.
 */
export async function createSessionFromForm(
  body: Readonly<Record<string, unknown>>,
  headers: Headers,
  path: string = paths.api.sessions(),
): Promise<CreatedSession> {
  const reply = await shared().answerExchange(formExchange(body, headers, path), container())
  const answer = reply === null ? {} : membersOf(reply)
  if (typeof answer.session_id === 'string') {
    const { session_id, deeplink, tx_code, authorization_request } = answer
    return {
      created: true,
      session: {
        session_id,
        deeplink: textOf(deeplink),
        tx_code: textOf(tx_code),
        authorization_request: isObject(authorization_request) ? authorization_request : null,
      },
    }
  }
  const said = typeof answer.error_description === 'string' ? answer.error_description : null
  return {
    created: false,
    status: reply?.status ?? 500,
    reason: said ?? 'The session could not be created.',
    waitSeconds: waitSecondsOf(reply),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
