import { readRunFields } from '@/components/start/session-fields'
import type { Run, Started } from '@/lib/actions/run-reference-wallet'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { isForeignPost, readForm } from './form-post'
import { afterStart, closed, problem } from './responses'

/** What a form that runs the reference wallet needs to know about its kind of session. */
interface RunForm<Session> {
  readonly sessionId: string
  /** The session; `null` if there is none. */
  readonly read: (sessionId: string) => Promise<Session | null>
  /** Misbehaviours that the wallet supports in this session. */
  readonly misbehaviours: (session: Session) => readonly { readonly id: string }[]
  /** Starts the wallet, if there is a place for its run. */
  readonly start: (session: Session, run: Run) => Promise<Started>
  /** The page that shows the run. */
  readonly shownAt: string
}

/** Why a form of an inspector page is rejected; `null` if it is accepted. */
export async function inspectorFormRefusal(request: Request): Promise<Response | null> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  return (await mayReadEvidence()) ? null : closed()
}

/** Runs the reference wallet against a session as the form says, and redirects to the page that shows the run. */
export async function runWalletByForm<Session>(request: Request, form: RunForm<Session>): Promise<Response> {
  const refusal = await inspectorFormRefusal(request)
  if (refusal) return refusal
  const session = await form.read(form.sessionId)
  if (session === null) return problem(404, 'There is no session with this id.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const run = readRunFields(fields)
  if (run === null) return problem(400, 'The form does not say how to run the wallet.')
  const { misbehaviour } = run
  if (misbehaviour !== null && !form.misbehaviours(session).some(({ id }) => id === misbehaviour))
    return problem(400, 'The reference wallet does not have this misbehaviour for this session.')
  return afterStart(await form.start(session, { misbehaviour, visitor: request.headers }), form.shownAt)
}
