import type { APIRequestContext } from '@playwright/test'
import {
  answeredPresentation,
  createPresentation,
  createSession,
  finishedSession,
  inspector,
  plainProof,
  presentationInspector,
  unanswerable,
} from './sessions'

export interface NamedPage {
  readonly name: string
  readonly path: string
}

/** Every page and every state of it that a test can bring about. */
export async function everyPage(request: APIRequestContext): Promise<NamedPage[]> {
  const created = await createSession(request, { credential_offer_mode: 'credential_offer_uri' })
  const passed = await finishedSession(request)
  const failed = await finishedSession(request, 'vci.proof.jwt.aud', plainProof)
  const asked = await createPresentation(request)
  const following = await createPresentation(request, { follows: created })
  const byValue = await createPresentation(request, { request_delivery: 'by_value' })
  const presented = await answeredPresentation(request)
  const refused = await answeredPresentation(request, 'vp.kb.nonce')
  const declined = await answeredPresentation(request, undefined, unanswerable)
  return [
    { name: 'start', path: '/' },
    { name: 'inspector created', path: inspector(created) },
    { name: 'inspector passed', path: inspector(passed) },
    { name: 'inspector failed', path: inspector(failed) },
    { name: 'inspector, all checks open', path: `${inspector(failed)}?all=1` },
    ...['overview', 'request', 'response', 'decoded', 'checks'].map((tab) => ({
      name: `inspector ${tab}`,
      path: `${inspector(passed)}?tab=${tab}`,
    })),
    { name: 'presentation created', path: presentationInspector(asked) },
    { name: 'presentation by value', path: presentationInspector(byValue) },
    { name: 'presentation passed', path: presentationInspector(presented) },
    { name: 'presentation decoded', path: `${presentationInspector(presented)}?tab=decoded` },
    { name: 'presentation failed', path: presentationInspector(refused) },
    { name: 'presentation declined', path: presentationInspector(declined) },
    { name: 'round trip', path: `/inspect/round-trip/${following}` },
    { name: 'checks', path: '/checks' },
    { name: 'checks, nothing found', path: '/checks?q=nothing+like+this' },
    { name: 'check', path: '/checks/vci.proof.jwt.aud' },
    { name: 'guides', path: '/docs' },
    { name: 'interface', path: '/docs/api' },
    { name: 'phone', path: '/phone' },
    { name: 'ledger', path: '/ledger' },
    { name: 'no such page', path: '/no-such-page' },
    { name: 'no such session', path: inspector('00000000-0000-4000-8000-000000000000') },
    { name: 'no such presentation', path: presentationInspector('00000000-0000-4000-8000-000000000000') },
    { name: 'no such check', path: '/checks/no.such.check' },
  ]
}
