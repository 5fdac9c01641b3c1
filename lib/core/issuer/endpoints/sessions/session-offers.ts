import type { DecidedEffect } from '../../../engine/endpoints/decided'
import { plain } from '../../../engine/endpoints/endpoint'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { issueToReport, placedIssue, withIssue } from '../../../shared/http/problem-words'
import { readJsonBody } from '../../../shared/http/read-json'
import { jsonReply } from '../../../shared/http/reply'
import { digestOf } from '../../../shared/ports/digests'
import { ProtocolError } from '../../../shared/ports/errors'
import { issuerIdOf } from '../../../shared/ports/laboratory'
import type { Ports } from '../../../shared/ports/ports'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { sessionTtlSeconds } from '../../../shared/time/durations'
import { addSeconds, type EpochMillis, epochMillis } from '../../../shared/time/time'
import { configurationOfSession } from '../../configurations/laboratory/laboratory-configuration'
import { buildDeeplink, issuerState, offerUrl, preAuthorizedCode } from '../../read/credential-offer'
import { laboratoryEnd } from '../../read/laboratory'
import {
  type LaboratoryOffer,
  laterOfferData,
  offerName,
  sessionOfOffer,
  zLaboratoryOfferRequest,
} from '../../read/later-offer'
import { transactionCode } from '../../read/transaction-code'
import { requireIssuerSession } from './get-session'

/** Lets the wallet's first request with an offer be matched to its session. */
export function grantOfferHandle(session: IssuanceSession, { ports }: RequestContext): DecidedEffect {
  const { kind, secret } = offerHandle(session, ports)
  return {
    type: 'grant',
    secret,
    value: {
      kind,
      digest: digestOf(secret, ports.sha256),
      issuerId: issuerIdOf(session),
      sessionId: session.sessionId,
      exchangeId: null,
      parent: null,
      expiresAt: session.expiresAt,
      consumedAt: null,
      revokedAt: null,
      data: laterOfferData(session),
    },
  }
}

/** The value that the wallet's first request echoes from its offer. */
function offerHandle(session: IssuanceSession, { keyedHash }: Pick<RequestContext['ports'], 'keyedHash'>) {
  const kind = session.flow === 'pre_authorized_code' ? 'pre_authorized_code' : 'issuer_state'
  const derive = kind === 'issuer_state' ? issuerState : preAuthorizedCode
  return { kind, secret: derive(offerName(session), keyedHash) } as const
}

/** An offer, as needed to show it to a wallet. */
function laboratoryOffer(
  offered: IssuanceSession,
  { baseUrl, keyedHash }: { readonly baseUrl: string } & Pick<Ports, 'keyedHash'>,
): LaboratoryOffer {
  const { tx_code: asked } = offered.options
  return {
    offer_url: offerUrl(offered, baseUrl),
    deeplink: buildDeeplink(offered, baseUrl, keyedHash),
    ...(asked && offered.flow === 'pre_authorized_code'
      ? { tx_code: transactionCode(offerName(offered), asked, keyedHash) }
      : {}),
  }
}

/** A later offer of a session: `null` once its code is used or expired, `undefined` if it never existed. */
export async function laterOffer(
  { sessionId, offerId }: { readonly sessionId: string; readonly offerId: string },
  { at, baseUrl, ports }: { readonly at: EpochMillis; readonly baseUrl: string; readonly ports: Ports },
): Promise<LaboratoryOffer | null | undefined> {
  const offered = await sessionOfOffer(offerId, ports)
  if (offered === null || offered.sessionId !== sessionId || offered.laterOffer === undefined) return undefined
  const { kind, secret } = offerHandle(offered, ports)
  const code = await ports.store.oneTimeValue(kind, digestOf(secret, ports.sha256))
  if (offered.expiresAt <= at || code === null || code.consumedAt !== null) return null
  return laboratoryOffer(offered, { baseUrl, keyedHash: ports.keyedHash })
}

/** Maximum offers per session. */
const offersMax = 200

/** `Retry-After` of a session that reached its limit, in seconds. */
const retryAfterSeconds = 3600

/**
 * `POST /sessions/{sessionId}/laboratory/offers`: a further offer by the session's own issuer; its flow becomes
 * evidence of the same session. Throws `issuer_not_found` if there is no own issuer, or it has ended.
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

/** The session as the new offer grants it. Throws ProtocolError for an invalid body. */
function offeredIn(session: IssuanceSession, { exchange, ports }: RequestContext): IssuanceSession {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const isEmpty = !body.ok && body.reason === 'empty'
  const read = zLaboratoryOfferRequest.safeParse(body.ok ? body.value : isEmpty ? {} : null)
  if (!read.success) {
    const issue = issueToReport(read.error.issues)
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
