import { readSessionFields, readVerifierFields } from '@/components/start/session-fields'
import { createSessionFromForm } from '@/lib/actions/create-session'
import { startPresentingWallet, startReferenceWallet } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { keepReference } from '@/lib/queries/reference-runs'
import { issuanceSession, presentationSession } from '@/lib/queries/sessions'
import { readInspectorForm } from './forms'
import { afterStart, problem, refusedForm } from './responses'
import { readWing } from './w/workbench-form'

type Kind = 'issuance' | 'presentation'

/** How often to look whether the wallet is done, and for how long, in milliseconds: a run takes about two seconds. */
const lookMillis = 250
const waitMillisMax = 10_000

/** What the page shows next. */
interface Comparison {
  /** The session of the reference wallet. */
  readonly against: string
  readonly exchange: string | undefined
  readonly wing: Kind
  /** Number of the compared session in its workbench. */
  readonly session: string | undefined
}

/**
 * Runs the reference wallet in a new session with the settings of a form, waits for its end, and leads back to the
 * comparison. The session belongs to no workbench, so it is in no list and in no count.
 */
export async function runReferenceByForm(
  request: Request,
  shownAt: (comparison: Comparison) => string,
): Promise<Response> {
  const fields = await readInspectorForm(request)
  if (fields instanceof Response) return fields
  const kind = readWing(fields)
  if (kind === null) return problem(400, 'The form does not say what the wallet is to do.')
  const asked =
    kind === 'issuance' ? ({ ok: true, body: readSessionFields(fields) } as const) : readVerifierFields(fields)
  if (!asked.ok) return problem(400, asked.reason)
  const api = kind === 'issuance' ? paths.api.sessions() : paths.api.presentationSessions()
  const made = await createSessionFromForm({ ...asked.body, started_by: 'reference' }, request.headers, api)
  if (!made.created) return refusedForm(made)
  const { session_id: against } = made.session
  const start = kind === 'issuance' ? startReferenceWallet : startPresentingWallet
  const started = await start(made.session, { misbehaviour: null, visitor: request.headers })
  if (started === 'started') {
    await ended(kind, against)
    keepReference(kind, fields, against)
  }
  const text = (name: string) => String(fields.get(name) ?? '') || undefined
  return afterStart(
    started,
    shownAt({ against, wing: kind, exchange: text('compared_exchange'), session: text('compared_session') }),
  )
}

/** Waits until nothing more can change in a session, at most ten seconds. */
async function ended(kind: Kind, sessionId: string): Promise<void> {
  const read = kind === 'issuance' ? issuanceSession : presentationSession
  for (let waited = 0; waited < waitMillisMax; waited += lookMillis) {
    const session = await read(sessionId)
    if (session === null || session.outcome.success !== null || session.outcome.over) return
    await new Promise((done) => setTimeout(done, lookMillis))
  }
}
