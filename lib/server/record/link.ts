import { bind, evaluate } from '@/lib/core/engine/checks/evaluate'
import type { Decision } from '@/lib/core/engine/endpoints/endpoint'
import { likelyBelongs, mayBelong } from '@/lib/core/engine/endpoints/may-belong'
import type { UnservedSubject } from '@/lib/core/engine/judgements/unserved'
import { linkingChecks } from '@/lib/core/issuer/checks/flow'
import { servedChecks as issuerServed } from '@/lib/core/issuer/checks/transport'
import { checkById } from '@/lib/core/issuer-and-verifier'
import { redactPath } from '@/lib/core/issuer-and-verifier-redaction'
import { type Link, linkOf } from '@/lib/core/service/linking'
import { type Exchange, shownMethod, walletProtocolOf } from '@/lib/core/shared/http/exchange'
import { isFinalRefusal, membersOf } from '@/lib/core/shared/http/reply'
import { isStoreUnavailable } from '@/lib/core/shared/ports/errors'
import type { JudgedFinding } from '@/lib/core/shared/ports/finding'
import { servedChecks as verifierServed } from '@/lib/core/verifier/checks/transport'
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
  if (link === null) return { decision, findings: [...findings, ...unserved({ decision, findings }, recording, why)] }
  if ('several' in link) {
    const told = await mayBelong(link.several, operation ?? 'unknown', context)
    return { decision: { ...decision, events: [...decision.events, ...told] }, findings }
  }
  if ('likely' in link) {
    const told = await likelyBelongs(link.likely, operation ?? 'unknown', context)
    const events = [...decision.events, ...told]
    return {
      decision: { ...decision, events },
      findings: [...findings, ...unserved({ decision, findings }, recording, why)],
    }
  }
  const { sessionId, correlation } = link
  const isRoom = decision.sessionId === sessionId || !(await container.isSessionFull(sessionId))
  const placed = isRoom ? { ...decision, sessionId, correlation } : decision
  const all = [...findings, ...linkFindings(link, context.exchange)]
  return { decision: placed, findings: [...all, ...unserved({ decision: placed, findings: all }, recording, why)] }
}

const servedByProtocol = { openid4vci: issuerServed, openid4vp: verifierServed } as const

/** Fetches of what the link of a session names. */
const fetchesOfSession: readonly (string | null)[] = ['getCredentialOffer', 'getRequestObject']

/**
 * Fetches of documents: that one is not there is an answer, of which discovery makes use, unless the address itself is called
 * wrong. HEAD fetches nothing.
 */
const isDocument = (operation: string | null, { method, path }: Exchange): boolean => {
  if (operation === null) return /\/\.well-known\/[^/]/.test(path) && !path.includes('//')
  return operation.startsWith('get') && (method === 'HEAD' || !fetchesOfSession.includes(operation))
}

/**
 * Why a request was refused that names a session, where no rule of an endpoint says so; nothing otherwise, so that sessions
 * list no such finding.
 */
function unserved({ decision, findings }: Linked, { context, operation }: Recording, why: string | null) {
  const { reply, sessionId } = decision
  const { exchange } = context
  const isTold = findings.some(({ rejected, status, id }) => rejected || (status === 'fail' && isMust(id)))
  const isAddressWrong = findings.some(
    ({ id, status }) => id === publishedAddress && (status === 'fail' || status === 'warn'),
  )
  if (sessionId === null || isTold || !isFinalRefusal(reply)) return []
  if (isDocument(operation, exchange) && !isAddressWrong) return []
  const { error } = membersOf(reply)
  const subject: UnservedSubject = {
    error: typeof error === 'string' ? error : null,
    why,
    method: shownMethod(exchange.method),
    path: redactPath(exchange.path),
  }
  const checks = servedByProtocol[walletProtocolOf(exchange)]
  return evaluate(
    bind(checks, () => subject),
    null,
  ).filter(({ status }) => status !== 'pass')
}

/** The check of addresses that no metadata has. */
const publishedAddress = 'vci.metadata.endpoints_from_metadata'

const isMust = (id: string): boolean => checkById(id)?.level === 'must'

/** Says that a request carries values of two sessions; nothing otherwise, so that sessions list no such finding. */
const linkFindings = ({ ofOthers }: Link, exchange: Exchange): JudgedFinding[] =>
  ofOthers && walletProtocolOf(exchange) === 'openid4vci'
    ? evaluate(
        bind(linkingChecks, () => ({ ofOthers })),
        null,
      )
    : []
