import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-session'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { sequenceOf } from '@/components/inspector/model/sequence'
import { timeline } from '@/components/inspector/model/timeline'
import { presentationInspection } from '@/lib/queries/sessions'
import { sequenceAnswer } from '../../../../responses'

/** The sequence diagram of a presentation as SVG. */
export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly sessionId: string }> },
): Promise<Response> {
  const found = await presentationInspection((await params).sessionId)
  if (found === null) return sequenceAnswer(null)
  const session = toInspectedPresentation(found.view)
  const inspected = inspectSession(verifierFlow, { session, intended: found.intended, now: Date.now() })
  const title = verifierFlow.title(session)
  return sequenceAnswer(sequenceOf(timeline(inspected, verifierFlow), { title, server: 'Verifier' }))
}
