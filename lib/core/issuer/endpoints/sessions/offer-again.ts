import { plain } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { issueToTell, placedIssue, withIssue } from '../../../ground/http/problem-words'
import { readJsonBody } from '../../../ground/http/read-json'
import { jsonReply } from '../../../ground/http/reply'
import { digestOf } from '../../../ground/ports/digests'
import { ProtocolError } from '../../../ground/ports/errors'
import { issuerIdOf } from '../../../ground/ports/laboratory'
import type { IssuanceSession } from '../../../ground/ports/store-types'
import { sessionTtlSeconds } from '../../../ground/time/durations'
import { addSeconds, epochMillis } from '../../../ground/time/time'
import { configurationOfSession } from '../../configurations/laboratory/laboratory-configuration'
import { laboratoryEnd } from '../../read/laboratory-end'
import { laterOfferData } from '../../read/later-offer'
import { zLaboratoryOfferRequest } from '../../read/z-laboratory-offer'
import { grantOfferHandle } from './grant-offer-handle'
import { requireIssuerSession } from './issuer-session'
import { laboratoryOffer } from './shown-offer'

/** Most offers of one session. */
const offersMax = 200

/** Seconds after which a session is not asked again for what it has given too much of. */
const retryAfterSeconds = 3600

/**
 * `POST /sessions/{sessionId}/laboratory/offers`: a further offer of the session's own issuer, whose flow is in the evidence of
 * the same session. Throws `issuer_not_found` if the session has no such issuer, or it has ended.
 */
export const offerAgain = plain(async (context) => {
  const { exchange, ports, settings } = context
  const session = await requireIssuerSession(context)
  const { laboratory } = session
  const events = await ports.store.events(session.sessionId)
  if (laboratory === undefined || laboratoryEnd(laboratory, events) <= exchange.at)
    throw new ProtocolError(
      'issuer_not_found',
      laboratory === undefined
        ? 'This session has no issuer of its own: create one with the member laboratory.'
        : 'The issuer of this session has ended: create a new session.',
    )
  if (events.filter(({ type }) => type === 'credential_offer_generated').length >= offersMax)
    throw new ProtocolError('too_many_requests', `A session has at most ${offersMax} offers: create a new one.`, {}, [
      ['Retry-After', String(retryAfterSeconds)],
    ])
  const offered = offeredIn(session, context)
  return {
    reply: jsonReply(201, laboratoryOffer(offered, { baseUrl: settings.baseUrl, keyedHash: ports.keyedHash })),
    sessionId: session.sessionId,
    events: [
      {
        type: 'credential_offer_generated',
        detail: {
          flow: offered.flow,
          credential_offer_mode: offered.credentialOfferMode,
          credential_configuration_id: offered.credentialConfigurationId,
          credential_offer_id_digest: digestOf(offered.credentialOfferId, ports.sha256),
          expires_in: Math.floor((offered.expiresAt - exchange.at) / 1000),
        },
      },
    ],
    effects: [
      grantOfferHandle(offered, context),
      {
        type: 'grant',
        secret: null,
        value: {
          kind: 'laboratory_offer',
          digest: digestOf(offered.credentialOfferId, ports.sha256),
          issuerId: issuerIdOf(session),
          sessionId: session.sessionId,
          exchangeId: null,
          parent: null,
          expiresAt: offered.expiresAt,
          consumedAt: null,
          revokedAt: null,
          data: laterOfferData(offered),
        },
      },
    ],
  }
})

/** The session as the new offer grants it. Throws ProtocolError for a body that asks for no offer of this issuer. */
function offeredIn(session: IssuanceSession, { exchange, ports }: RequestContext): IssuanceSession {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const isEmpty = !body.ok && body.reason === 'empty'
  const read = zLaboratoryOfferRequest.safeParse(body.ok ? body.value : isEmpty ? {} : null)
  if (!read.success) {
    const issue = issueToTell(read.error.issues)
    const placed = issue && placedIssue(issue)
    const member = placed?.path[0]
    throw new ProtocolError(
      'invalid_request',
      placed === undefined
        ? 'Send a JSON object.'
        : `${withIssue(member === undefined ? 'The body' : `The member ${member}`, placed)}.`,
      member === undefined ? {} : { member },
    )
  }
  const { flow, credential_configuration_id: chosen, credential_offer_mode: mode } = read.data
  const known = (configurationOfSession(session)?.credentialConfigurations ?? []).map(({ id }) => id)
  if (chosen !== undefined && !known.includes(chosen))
    throw new ProtocolError(
      'unsupported_credential_configuration',
      `The member credential_configuration_id must be one of ${known.join(', ')}.`,
      { member: 'credential_configuration_id', legal_values: known },
    )
  const id = ports.uuid()
  return {
    ...session,
    laterOffer: id,
    credentialOfferId: id,
    flow: flow ?? session.flow,
    credentialOfferMode: mode ?? session.credentialOfferMode,
    credentialConfigurationId: chosen ?? session.credentialConfigurationId,
    expiresAt: epochMillis(
      Math.min(addSeconds(exchange.at, sessionTtlSeconds), session.laboratory?.until ?? exchange.at),
    ),
  }
}
