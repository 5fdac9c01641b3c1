import type { AtDoor, RequestContext } from '../../engine/endpoints/request-context'
import { codeLinks } from '../../engine/sessions/workbench'
import { buildDeeplink, offerUrl } from '../../issuer/read/credential-offer'
import type { Session } from '../../shared/ports/store-types'
import type { Workbench } from '../../shared/ports/workbench'
import { requestUri } from '../../verifier/identity/verifier-uris'
import { presentationDeeplink } from '../../verifier/read/request/verifier-link'
import { readProgress } from '../campaign-progress'
import { makeSession } from './make-session'

/** How many of its newest sessions say whether a campaign runs in a workbench: every scan reads them. */
const newestMax = 5

/**
 * The session of this kind that a campaign of the workbench has for its wallet now, made if the next step has none; `null`
 * without a running campaign, for a step of the other kind, and for one whose link says more than the code of the
 * workbench: that has a code of its own. Throws StoreUnavailable, and like a request for a session.
 */
export async function campaignAtDoor(
  kind: Session['kind'],
  workbench: Workbench,
  context: RequestContext,
): Promise<AtDoor | null> {
  if (workbench.lastNumber === 0) return null
  const { store } = context.ports
  const newest = await store.workbenchSessions({
    workbench: workbench.digest,
    after: 0,
    order: 'newest',
    max: newestMax,
  })
  const id = newest.find(({ campaignId }) => campaignId !== undefined)?.campaignId
  const campaign = id === undefined ? null : await store.campaign(id)
  if (campaign?.workbench !== workbench.digest) return null
  const { next, steps } = await readProgress(campaign, context)
  if (next.kind === 'finished' || next.step.preset?.kind !== kind) return null
  if (next.kind === 'open')
    return isInCode(next.session, workbench, context) ? { session: next.session, made: null } : null
  // What wallets make without the token would count as the operator's: the page of the campaign makes it.
  if (campaign.byOperator && context.asker === 'stranger') return null
  const total = steps.reduce((sum, { sessions }) => sum + sessions.length, 0)
  const {
    session,
    events = [],
    effects = [],
  } = await makeSession(campaign, { preset: next.step.preset, made: next.tries, total }, context)
  return isInCode(session, workbench, context) ? { session, made: { events, effects } } : null
}

/** Whether the link of a session differs from that of the workbench in its address alone. */
function isInCode(session: Session, { code }: Workbench, { ports, settings }: RequestContext): boolean {
  const { baseUrl } = settings
  const [link, offerUri, ofRequest] =
    session.kind === 'issuance'
      ? [buildDeeplink(session, baseUrl, ports.keyedHash), offerUrl(session, baseUrl), '']
      : [presentationDeeplink(session, { settings, ports }), '', requestUri(baseUrl, session.sessionId)]
  return partsOf(link) === partsOf(codeLinks(code, { offerUri, requestUri: ofRequest })[session.kind])
}

/** A link in one spelling: its scheme, and its parameters by their names. */
function partsOf(link: string): string {
  const [scheme, query = ''] = link.split(/\?(.*)/s)
  return JSON.stringify([scheme, [...new URLSearchParams(query)].sort()])
}
