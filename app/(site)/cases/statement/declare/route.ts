import { readDeclaration } from '@/components/coverage/declaration-fields'
import { declareByForm } from '@/lib/actions/campaign'
import { paths } from '@/lib/paths'
import { readInspectorForm } from '../../../forms'
import { refusedForm, seeOther } from '../../../responses'

/** Declares what a wallet supports, and redirects to its statement. */
export async function POST(request: Request): Promise<Response> {
  const sent = await readInspectorForm(request)
  if (sent instanceof Response) return sent
  const body = readDeclaration(sent)
  const refused = await declareByForm(body, request.headers)
  if (refused !== null) return refusedForm(refused)
  const edition = String(sent.get('edition') ?? '') || undefined
  return seeOther(`${paths.statement(body.wallet, edition)}#declared`)
}
