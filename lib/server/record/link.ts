import { bind, evaluate } from '@/lib/core/engine/checks/evaluate'
import type { Decision } from '@/lib/core/engine/endpoints/endpoint'
import { mayBelong } from '@/lib/core/engine/endpoints/may-belong'
import { linkingChecks } from '@/lib/core/issuer/checks/flow'
import { type Link, linkOf } from '@/lib/core/service/linking'
import { type Exchange, walletProtocolOf } from '@/lib/core/shared/http/exchange'
import { isStoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { JudgedFinding } from '@/lib/core/shared/ports/finding'
import { nameOf } from '../basics/error-reply'
import type { Recording } from './recording'

/** A decision and what is said about its request, in the session that the request was found to belong to. */
export interface Linked {
  readonly decision: Decision
  readonly findings: readonly JudgedFinding[]
}

/** Puts a recorded request into the session of a value in it, unless that session has no room. Its answer stays as it is. */
export async function linked(
  { decision, findings }: Linked,
  { container, context, recorded, operation }: Recording,
): Promise<Linked> {
  const link = recorded
    ? await linkOf(decision, context).catch((error: unknown) => {
        if (isStoreUnavailable(error)) throw error
        // The answer is decided: it does not fail because of this.
        container.log.error({ error: nameOf(error), exchange_id: context.exchange.id }, 'request not linked')
        return null
      })
    : null
  if (link === null) return { decision, findings }
  if ('several' in link) {
    const told = await mayBelong(link.several, operation ?? 'unknown', context)
    return { decision: { ...decision, events: [...decision.events, ...told] }, findings }
  }
  const { sessionId, correlation } = link
  const isRoom = decision.sessionId === sessionId || !(await container.isSessionFull(sessionId))
  return {
    decision: isRoom ? { ...decision, sessionId, correlation } : decision,
    findings: [...findings, ...linkFindings(link, context.exchange)],
  }
}

/** Says that a request carries values of two sessions; nothing otherwise, so that sessions list no such finding. */
const linkFindings = ({ ofOthers }: Link, exchange: Exchange): JudgedFinding[] =>
  ofOthers && walletProtocolOf(exchange) === 'openid4vci'
    ? evaluate(
        bind(linkingChecks, () => ({ ofOthers })),
        null,
      )
    : []
