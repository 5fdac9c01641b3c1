import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { inspectSession } from '@/components/inspector/model/inspect-session'
import { sequenceOf } from '@/components/inspector/model/sequence'
import { timeline } from '@/components/inspector/model/timeline'
import { issuanceInspection } from '@/lib/queries/sessions'
import { sequenceAnswer } from '../../../../responses'

/** The sequence diagram of an issuance as SVG. */
export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly sessionId: string }> },
): Promise<Response> {
  const found = await issuanceInspection((await params).sessionId)
  if (found === null) return sequenceAnswer(null)
  const { view: session, intended } = found
  const inspected = inspectSession(issuerFlow, { session, intended, now: Date.now() })
  const title = issuerFlow.title(session)
  return sequenceAnswer(sequenceOf(timeline(inspected, issuerFlow), { title, server: 'Issuer' }))
}
