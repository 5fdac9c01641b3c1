import { changeQuery } from '@/components/start/changed-operations'
import { readRunFields } from '@/components/start/session-fields'
import { tellCampaign } from '@/lib/actions/campaign'
import type { Run, Started } from '@/lib/actions/reference-wallet'
import { paths } from '@/lib/paths'
import { mayReadEvidence } from '@/lib/queries/evidence-access'
import { afterStart, closed, problem, refusedForm, seeOther } from './responses'

/**
 * True for a form sent by a page of another origin, including one on the same site (another port, or a sibling
 * subdomain). Browsers without the header get the benefit of the doubt.
 */
export const isForeignPost = (request: Request): boolean =>
  ['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? '')

/** Fields of a posted form, or the response to a body that is not a form. */
export async function readForm(request: Request): Promise<FormData | Response> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type)) {
    return problem(415, 'Send a form as application/x-www-form-urlencoded or multipart/form-data.')
  }
  try {
    return await request.formData()
  } catch {
    return problem(400, 'The body does not match its Content-Type. Send a form the way a browser does.')
  }
}

/** Input for running the reference wallet by a form. */
interface RunForm<Session> {
  readonly sessionId: string
  /** `null` if there is no such session. */
  readonly read: (sessionId: string) => Promise<Session | null>
  /** Misbehaviours that the wallet supports in this session. */
  readonly misbehaviours: (session: Session) => readonly { readonly id: string }[]
  /** Starts the wallet if there is capacity. */
  readonly start: (session: Session, run: Run) => Promise<Started>
  /** Page that shows the run. */
  readonly shownAt: string
}

/** Leads back to the page of a form that starts a session, which then shows what the form would make. */
export async function showChangeByForm(request: Request, page: string): Promise<Response> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  const fields = await readForm(request)
  if (fields instanceof Response) return fields
  const query = changeQuery(fields)
  if (query === null)
    return problem(413, 'These options and operations are too long for a page. Post them to the interface as JSON.')
  return seeOther(`${page}?${query}#change`)
}

/** Response that rejects a form of an inspector page; `null` if it is accepted. */
export async function inspectorFormRefusal(request: Request): Promise<Response | null> {
  if (isForeignPost(request)) return problem(403, 'Only pages of this service may submit this form.')
  return (await mayReadEvidence()) ? null : closed()
}

/** The fields of a form of an inspector page, or the response that rejects it. */
export const readInspectorForm = async (request: Request): Promise<FormData | Response> =>
  (await inspectorFormRefusal(request)) ?? readForm(request)

/** Runs the reference wallet against a session as requested, and redirects to the page that shows the run. */
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

/** Forwards the named form fields to the campaign, and redirects to its page. */
export async function tellCampaignByForm(
  request: Request,
  form: { readonly campaignId: string; readonly what: 'answer' | 'again'; readonly fields: readonly string[] },
): Promise<Response> {
  const sent = await readInspectorForm(request)
  if (sent instanceof Response) return sent
  const fields = Object.fromEntries(form.fields.map((name) => [name, sent.get(name)]))
  // Only a person presses buttons on a page.
  const body = form.what === 'answer' ? { ...fields, by: 'person' } : fields
  const refused = await tellCampaign(form.campaignId, form.what, { body, headers: request.headers })
  return refused === null ? seeOther(paths.campaign(form.campaignId)) : refusedForm(refused)
}
