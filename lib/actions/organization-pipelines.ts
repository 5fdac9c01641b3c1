import 'server-only'
import type { Asking } from '@/lib/core/scoreboard/asking'
import type { Reply } from '@/lib/core/shared/http/exchange'
import { membersOf } from '@/lib/core/shared/http/reply'
import { isObject } from '@/lib/core/shared/values/json'
import { container } from '@/lib/server/container'
import type { OperatorDraft } from '@/lib/server/guard/operator-drafts'
import type { OperatorSession } from '@/lib/server/guard/operator-sessions'
import { replyTo } from './ask-as-operator'

/** Why something was not done: an error code of the interface, and the places that are wrong. */
export type Undone = Pick<OperatorDraft, 'problems'> & { readonly refusal: string }

/** What can be written of a pipeline, as the interface takes it. */
type Members = Readonly<Record<string, unknown>>

const at = (id: string): string => `/api/pipelines/${encodeURIComponent(id)}`

/** What an answer says was wrong; `null` for success. */
export function undoneOf(reply: Reply | null): Undone | null {
  if (reply !== null && reply.status < 300) return null
  const { error, details } = reply === null ? {} : membersOf(reply)
  const problems = (Array.isArray(details) ? details : []).filter(isObject).map(({ path, message }) => ({
    path: typeof path === 'string' ? path : '',
    message: typeof message === 'string' ? message : 'is wrong',
  }))
  return { refusal: typeof error === 'string' ? error : 'server_error', problems }
}

/** Adds a pipeline. Callers must have checked the session of `by` first, here and below. `from`: where the form came from. */
export async function addPipeline(by: Asking, body: Members, from: string): Promise<Undone | { readonly id: string }> {
  const reply = await replyTo(by, 'POST', '/api/pipelines', { body, from })
  const { id } = reply === null ? {} : membersOf(reply)
  return undoneOf(reply) ?? { id: typeof id === 'string' ? id : '' }
}

/** Changes a pipeline that has this revision. */
export const changePipeline = async (
  by: Asking,
  id: string,
  body: Members,
  { revision, from = '' }: { readonly revision: string; readonly from?: string },
): Promise<Undone | null> =>
  undoneOf(await replyTo(by, 'PUT', at(id), { body, from, headers: [['if-match', `"${revision}"`]] }))

/** Deletes a pipeline that never ran. */
export const removePipeline = async (by: Asking, id: string, revision: string): Promise<Undone | null> =>
  undoneOf(await replyTo(by, 'DELETE', at(id), { headers: [['if-match', `"${revision}"`]] }))

/** Gives a pipeline a schedule, instead of the one that it has. */
export const schedulePipeline = async (by: Asking, id: string, body: Members): Promise<Undone | null> =>
  undoneOf(await replyTo(by, 'PUT', `${at(id)}/schedule`, { body }))

/** Ends the schedule of a pipeline. */
export const unschedulePipeline = async (by: Asking, id: string): Promise<Undone | null> =>
  undoneOf(await replyTo(by, 'DELETE', `${at(id)}/schedule`))

/** Keeps what an operator has typed for the page that shows it next. Returns its id. */
export const keepDraft = (session: OperatorSession, draft: OperatorDraft, replaced: string): string =>
  container().operatorDrafts.keep(session, draft, replaced)

export const dropDraft = (session: OperatorSession, id: string): void => container().operatorDrafts.drop(session, id)
