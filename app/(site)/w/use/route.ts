import { readSessionFields, readVerifierFields } from '@/components/start/session-fields'
import { changeWorkbenchByForm } from '@/lib/actions/workbench'
import { knownWorkbenches } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'
import { readInspectorForm } from '../../forms'
import { problem, refusedForm, seeOther } from '../../responses'
import { openedWorkbench, readWing } from '../workbench-form'

/** What a form says of its one session, and no workbench of all of its own. */
const ofOneSession: readonly string[] = ['name', 'rename_digest']

/** Gives the workbench that this browser opened last the options of a form; opens one where it knows none. */
export async function POST(request: Request): Promise<Response> {
  const fields = await readInspectorForm(request)
  if (fields instanceof Response) return fields
  const wing = readWing(fields)
  if (wing === null) return problem(400, 'The form does not say which settings it changes.')
  const read = wing === 'issuance' ? { ok: true as const, body: readSessionFields(fields) } : readVerifierFields(fields)
  if (!read.ok) return problem(400, read.reason)
  const settings = Object.fromEntries(Object.entries(read.body).filter(([member]) => !ofOneSession.includes(member)))
  const [known] = await knownWorkbenches(request.headers)
  if (known === undefined) return openedWorkbench({ [wing]: settings }, request, { wing })
  const refused = await changeWorkbenchByForm(known.id, { [wing]: settings, keep_code: true }, request.headers)
  if (refused === null) return seeOther(renderedPaths.ofWorkbench(known.id, { wing }))
  if (refused.status !== 409) return refusedForm(refused)
  const reason = `${refused.reason} If you mean it, change the settings as JSON on the page of ${known.title}, with “Change the code too”.`
  return refusedForm({ ...refused, reason })
}
