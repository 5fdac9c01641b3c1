import {
  isLaboratoryAction,
  laboratoryRequest,
  offerIdOf,
} from '@/components/inspector/issuer/laboratory/laboratory-action'
import { walletUnitRequest } from '@/components/inspector/issuer/wallet-unit-action'
import { isRefused } from '@/lib/actions/ask-interface'
import { askLaboratory } from '@/lib/actions/laboratory'
import { paths } from '@/lib/paths'
import { readInspectorForm } from '../../../../forms'
import { problem, refusedForm, seeOther } from '../../../../responses'

interface RouteContext {
  readonly params: Promise<{ readonly sessionId: string }>
}

/** Carries out a laboratory form on the session's own issuer, and redirects back to the panel. */
export async function POST(request: Request, { params }: RouteContext): Promise<Response> {
  const { sessionId } = await params
  const fields = await readInspectorForm(request)
  if (fields instanceof Response) return fields
  const action = fields.get('action')
  if (action === 'wallet-units') {
    const answer = await askLaboratory(walletUnitRequest(sessionId, fields.get('revoke')), request.headers)
    return isRefused(answer) ? refusedForm(answer) : seeOther(`${paths.inspectIssuance(sessionId)}#wallet-unit`)
  }
  if (!isLaboratoryAction(action)) return problem(400, 'The form does not say what to do.')
  const answer = await askLaboratory(laboratoryRequest(sessionId, action, fields), request.headers)
  if (isRefused(answer)) return refusedForm(answer)
  const offer = action === 'offers' ? (offerIdOf(answer) ?? undefined) : undefined
  return seeOther(`${paths.inspectIssuance(sessionId, { offer })}#laboratory`)
}
