import { bind } from '../../engine/checks/evaluate'
import { type Decision, type Endpoint, judged } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { loadSession } from '../../engine/sessions/load-session'
import { jsonReply } from '../../shared/http/reply'
import { readJwe } from '../../shared/jose/jwe'
import { ProtocolError } from '../../shared/ports/errors'
import type { PresentationSession } from '../../shared/ports/store-types'
import { sharedAddressChecks } from '../checks/response/shared-address'
import { verifierKnownValues } from '../read/known-values'
import { readSentParameters } from '../read/read-sent-parameters'
import { readResponse } from '../read/response/read-response'
import { endsAsAddress } from '../read/response/response-address'
import { type StateAtSharedAddress, stateAtSharedAddress } from '../read/response/state-at-shared-address'
import { followedIssuance } from './asked-back'
import { refuseStrayed, type Strayed, strayedAnswer, strayedChecks } from './dc-api/strayed-answer'
import { decideAnswer, keptChecksOf, type ReadAnswer } from './decide-answer'
import { pathSession, sessionNotFound } from './verifier-session-endpoints'

interface Unknown {
  readonly kind: 'unknown'
  readonly response: null
  readonly refusal: ProtocolError
  readonly evidenceOf: Decision['sessionId']
  /** Where the state is, of a response whose key alone tells its session; `null` of any other. */
  readonly state: StateAtSharedAddress | null
}

/** A response with its session, or why no session was found or none accepts it here. */
type Reading = ReadAnswer | Strayed | Unknown

const stateAlone = bind(sharedAddressChecks, (reading: Reading) => (reading.kind === 'unknown' ? reading.state : null))

const answerTo = (read: (context: RequestContext) => Promise<Reading>): Endpoint =>
  judged<Reading>({
    read,
    checks: (reading) => {
      switch (reading.kind) {
        case 'answer':
          return reading.checks
        case 'strayed':
          return strayedChecks
        case 'unknown':
          return reading.state === null ? [] : stateAlone
      }
    },
    known: (reading) =>
      reading.kind === 'answer' ? verifierKnownValues(reading.response.session) : { sessionId: null, values: [] },
    decide: (reading, findings, context) => {
      switch (reading.kind) {
        case 'answer':
          return decideAnswer(reading, findings, context)
        case 'strayed':
          return refuseStrayed(reading, findings, context)
        case 'unknown':
          return refuseUnknown(reading)
      }
    },
  })

async function readAnswer(
  session: PresentationSession,
  door: 'session' | 'generic',
  context: RequestContext,
): Promise<Reading> {
  if (session.dcApi !== undefined) return strayedAnswer(session, context)
  const response = await readResponse(session, door, context)
  const asked = response.gate === null ? await followedIssuance(session, context) : null
  return { kind: 'answer', response, checks: keptChecksOf(response), followedIssuance: asked }
}

const otherAddress = 'The response_uri of this session ends with a slash, and this address does not.'

/** `POST /openid4vp/sessions/{id}/response`: the response URI in requests. OID4VP-1FINAL-8.2 */
export const sessionResponseEndpoint = answerTo(async (context) => {
  const session = await pathSession(context)
  if (session === null) return unknown(sessionNotFound(), null)
  if (!endsAsAddress(context.exchange.path, session, context.settings.baseUrl))
    return unknown(new ProtocolError('vp_session_not_found', otherAddress), session.sessionId)
  return readAnswer(session, 'session', context)
})

/** `POST /openid4vp/response`: finds the session by `state`; no request names this URL. */
export const genericResponseEndpoint = answerTo(async (context) => {
  const found = await findGenericSession(context)
  if (found.session === null) return { ...unknown(found.refusal, found.evidenceOf), state: found.state }
  return readAnswer(found.session, 'generic', context)
})

const unknown = (refusal: ProtocolError, evidenceOf: Decision['sessionId']): Unknown => ({
  kind: 'unknown',
  response: null,
  refusal,
  evidenceOf,
  state: null,
})

const refuseUnknown = ({ refusal, evidenceOf }: Unknown): Decision => ({
  reply: jsonReply(refusal.code === 'vp_session_not_found' ? 404 : 400, {
    error: refusal.code,
    error_description: refusal.description,
  }),
  sessionId: evidenceOf,
  events: [],
  effects: [],
})

type Found =
  | { readonly session: PresentationSession }
  | (Pick<Unknown, 'refusal' | 'evidenceOf' | 'state'> & { readonly session: null })

/**
 * The session of a response at the shared URL, by the `state` of its request or by the session id, which some wallets
 * send as `state`. Without a `state`, the encryption key still identifies whose evidence it is.
 */
async function findGenericSession({ exchange, ports }: RequestContext): Promise<Found> {
  const body = readSentParameters(exchange)
  const state = body.value('state')
  if (typeof state === 'string' && state !== '') {
    const session = (await loadSession('presentation', state, ports)) ?? (await ports.store.sessionByState(state))
    return session === null ? { session, refusal: sessionNotFound(), evidenceOf: null, state: null } : { session }
  }
  const response = body.value('response')
  const jwe = typeof response === 'string' ? readJwe(response.trim()) : null
  const kid = jwe?.readable ? jwe.header.kid : null
  const byKey = typeof kid === 'string' ? await ports.store.sessionByEncryptionKid(kid) : null
  return {
    session: null,
    refusal: new ProtocolError(
      'invalid_request',
      'The parameter state is missing: it names the session at this address.',
    ),
    evidenceOf: byKey?.sessionId ?? null,
    state: byKey === null ? null : stateAtSharedAddress(exchange, byKey),
  }
}
