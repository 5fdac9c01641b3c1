import { bind, evaluate } from '../engine/checks/evaluate'
import type { Decision } from '../engine/endpoints/endpoint'
import type { RequestContext } from '../engine/endpoints/request-context'
import type { UnservedSubject } from '../engine/judgements/unserved'
import { loadSession } from '../engine/sessions/load-session'
import { servedChecks as issuerServed } from '../issuer/checks/transport'
import { checkById } from '../issuer-and-verifier'
import { redactPath } from '../issuer-and-verifier-redaction'
import { type Exchange, shownMethod, walletProtocolOf } from '../shared/http/exchange'
import { isFinalRefusal, membersOf } from '../shared/http/reply'
import type { JudgedFinding } from '../shared/ports/finding'
import type { PresentationSession } from '../shared/ports/store-types'
import { sharedAddressChecks } from '../verifier/checks/response/shared-address'
import { servedChecks as verifierServed } from '../verifier/checks/transport'
import { strayedChecks } from '../verifier/endpoints/dc-api/strayed-answer'
import { isResponseElsewhere } from '../verifier/read/response/response-address'
import { stateAtSharedAddress } from '../verifier/read/response/state-at-shared-address'

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

/** The request that was decided, and why it is no message that an endpoint could read; `null` if it is one. */
interface Asked {
  readonly context: RequestContext
  readonly operation: string | null
  readonly why: string | null
}

/**
 * Why a request was refused that names a session, where no rule of an endpoint says so; nothing otherwise, so that sessions
 * list no such finding. Asked after the decision, so that no answer shows what was found. Throws StoreUnavailable.
 */
export async function unserved(
  {
    decision: { reply, sessionId },
    findings,
  }: { readonly decision: Decision; readonly findings: readonly JudgedFinding[] },
  { context, operation, why }: Asked,
): Promise<readonly JudgedFinding[]> {
  const { exchange, ports, settings } = context
  if (sessionId === null || !isFinalRefusal(reply)) return []
  const session = await loadSession('presentation', sessionId, ports)
  // A session shows the checks of its own half alone.
  const own = session === null ? 'vci.' : 'vp.'
  const isTold = findings.some(
    ({ rejected, status, id }) => id.startsWith(own) && (rejected || (status === 'fail' && isMust(id))),
  )
  const isAddressWrong = findings.some(
    ({ id, status }) => id === publishedAddress && (status === 'fail' || status === 'warn'),
  )
  if (isTold || (isDocument(operation, exchange) && !isAddressWrong)) return []
  const { error } = membersOf(reply)
  if (session !== null && operation === 'sendPresentationResponseByState' && isAboutState(error))
    return session.dcApi === undefined
      ? evaluate(
          bind(sharedAddressChecks, () => stateAtSharedAddress(exchange, session)),
          null,
        )
      : evaluate(strayedChecks, null)
  const subject: UnservedSubject = {
    error: typeof error === 'string' ? error : null,
    why,
    method: shownMethod(exchange.method),
    path: redactPath(exchange.path),
    misplaced: misplaced(session, exchange, settings.baseUrl),
  }
  return evaluate(
    bind(session === null ? issuerServed : verifierServed, () => subject),
    null,
  ).filter(({ status }) => status !== 'pass')
}

/** Whether the shared address refused a response for want of a state that it knows. */
const isAboutState = (error: unknown): boolean => error === 'invalid_request' || error === 'vp_session_not_found'

/** `session`: the presentation; `null` in an issuance. */
function misplaced(
  session: PresentationSession | null,
  exchange: Exchange,
  baseUrl: string,
): UnservedSubject['misplaced'] {
  if (session === null) return walletProtocolOf(exchange) === 'openid4vp' ? 'other_half' : null
  if (/^\/+issuers\//.test(exchange.path)) return 'other_half'
  return isResponseElsewhere(exchange, session, baseUrl) ? 'response_elsewhere' : null
}

/** The check of addresses that no metadata has. */
const publishedAddress = 'vci.metadata.endpoints_from_metadata'

const isMust = (id: string): boolean => checkById(id)?.level === 'must'
