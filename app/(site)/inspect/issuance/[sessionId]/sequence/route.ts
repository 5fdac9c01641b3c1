import { issuerFlow } from '@/components/inspector/model/flows/issuer'
import { issuanceInspection } from '@/lib/queries/sessions'
import { sequenceFile } from '../../../../responses'

/** Sequence diagram of an issuance as SVG. */
export async function GET(
  _request: Request,
  { params }: { readonly params: Promise<{ readonly sessionId: string }> },
): Promise<Response> {
  const found = issuanceInspection((await params).sessionId)
  return sequenceFile(
    issuerFlow,
    found.then((one) => one && { session: one.view, intended: one.intended }),
  )
}
