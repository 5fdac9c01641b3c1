import { verifierFlow } from '@/components/inspector/model/flows/verifier'
import { toInspectedPresentation } from '@/components/inspector/model/flows/verifier-exchanges'
import { presentationInspection } from '@/lib/queries/sessions'
import { sequenceFile } from '../../../../responses'

/** Sequence diagram of a presentation as SVG. */
export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly sessionId: string }> },
): Promise<Response> {
  const found = presentationInspection((await params).sessionId)
  return sequenceFile(
    verifierFlow,
    found.then((one) => one && { session: toInspectedPresentation(one.view), intended: one.intended }),
  )
}
