import { bind, evaluate } from '@/lib/core/engine/checks/evaluate'
import type { Decision } from '@/lib/core/engine/endpoints/endpoint'
import { likelyBelongs, mayBelong } from '@/lib/core/engine/endpoints/may-belong'
import { linkingChecks } from '@/lib/core/issuer/checks/flow'
import { type Link, linkOf } from '@/lib/core/service/linking'
import { unserved } from '@/lib/core/service/unserved'
import { type Exchange, walletProtocolOf } from '@/lib/core/shared/http/exchange'
import { isStoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { JudgedFinding } from '@/lib/core/shared/ports/finding'
import { nameOf } from '../basics/error-reply'
import { issuerOf } from './record'
import type { Recording } from './recording'

/** A decision and what is said about its request, in the session that the request was found to belong to. */
export interface Linked {
  readonly decision: Decision
  readonly findings: readonly JudgedFinding[]
}

/**
 * Puts a recorded request into the session of a value in it, unless that session has no room, and says why it was refused if
 * no finding does. Its answer stays as it is. `why`: why it is no message that an endpoint could read.
 */
export async function linked(
  { decision, findings }: Linked,
  recording: Recording,
  why: string | null = null,
): Promise<Linked> {
  const { container, context, recorded, operation } = recording
  const link = recorded
    ? await linkOf(decision, context, issuerOf(context.exchange.path, context)).catch((error: unknown) => {
        if (isStoreUnavailable(error)) throw error
        // The answer is decided: it does not fail because of this.
        container.log.error({ error: nameOf(error), exchange_id: context.exchange.id }, 'request not linked')
        return null
      })
    : null
  if (link === null) return told({ decision, findings }, recording, why)
  if ('several' in link) {
    const events = [...decision.events, ...(await mayBelong(link.several, operation ?? 'unknown', context))]
    return { decision: { ...decision, events }, findings }
  }
  if ('likely' in link) {
    const events = [...decision.events, ...(await likelyBelongs(link.likely, operation ?? 'unknown', context))]
    return told({ decision: { ...decision, events }, findings }, recording, why)
  }
  const { sessionId, correlation } = link
  const isRoom = decision.sessionId === sessionId || !(await container.isSessionFull(sessionId))
  const placed = isRoom ? { ...decision, sessionId, correlation } : decision
  return told({ decision: placed, findings: [...findings, ...linkFindings(link, context.exchange)] }, recording, why)
}

/** With why it was refused, if that is told by none of its findings. */
const told = async (
  { decision, findings }: Linked,
  { context, operation }: Recording,
  why: string | null,
): Promise<Linked> => ({
  decision,
  findings: [...findings, ...(await unserved({ decision, findings }, { context, operation, why }))],
})

/** Says that a request carries values of two sessions; nothing otherwise, so that sessions list no such finding. */
const linkFindings = ({ ofOthers }: Link, exchange: Exchange): JudgedFinding[] =>
  ofOthers && walletProtocolOf(exchange) === 'openid4vci'
    ? evaluate(
        bind(linkingChecks, () => ({ ofOthers })),
        null,
      )
    : []
