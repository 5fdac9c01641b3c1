import { enterResultByForm } from '@/lib/actions/campaign'
import { readEvidence } from '@/lib/core/campaigns/official-cases/entered-results'
import { paths } from '@/lib/paths'
import { readInspectorForm } from '../../forms'
import { refusedForm, seeOther } from '../../responses'

/** Records a manual result of an official case, and redirects to that case. */
export async function POST(request: Request): Promise<Response> {
  const sent = await readInspectorForm(request)
  if (sent instanceof Response) return sent
  const wallet = { name: sent.get('wallet_name'), version: sent.get('wallet_version') }
  const withdrawn = sent.get('withdraw') !== null
  const edition = String(sent.get('edition') ?? '') || undefined
  const body = {
    wallet,
    case: sent.get('case'),
    ...(edition === undefined ? {} : { edition }),
    by: 'person',
    result: withdrawn ? 'withdrawn' : sent.get('result'),
    // Browsers send line ends as CR LF.
    ...(withdrawn
      ? {}
      : {
          note: String(sent.get('note') ?? '').replaceAll('\r\n', '\n'),
          tester: String(sent.get('tester') ?? ''),
          evidence: readEvidence(String(sent.get('evidence') ?? '')),
        }),
  }
  const refused = await enterResultByForm(body, request.headers)
  if (refused !== null) return refusedForm(refused)
  const page = paths.coverage({ name: String(wallet.name), version: String(wallet.version) }, edition)
  return seeOther(`${page}#${encodeURIComponent(String(body.case))}`)
}
