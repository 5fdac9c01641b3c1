import type { Made } from '../../../engine/endpoints/collaborators'
import { type PlainAnswer, plain } from '../../../engine/endpoints/endpoint'
import { refuseMade, withSafeName } from '../../../engine/endpoints/entered-text'
import { type OwnSigning, ownMember, readOwnAccess } from '../../../engine/endpoints/own-access'
import { prefers } from '../../../engine/endpoints/preferences'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { sessionLinks } from '../../../engine/endpoints/session-links'
import {
  ignoredHeader,
  namesOf,
  refuseUnknown,
  unknownInMutations,
  unknownMembers,
} from '../../../engine/sessions/ignored-members'
import { joinListAlias, requireOwnAlias } from '../../../engine/sessions/list-alias'
import { refusedMember } from '../../../engine/sessions/refused-member'
import { keptOptions, shownOptions } from '../../../engine/sessions/session-option'
import { joinWorkbench } from '../../../engine/sessions/workbench'
import { boundNames } from '../../../shared/http/problem-words'
import { jsonReply } from '../../../shared/http/reply'
import { digestOf } from '../../../shared/ports/digests'
import { sessionId } from '../../../shared/ports/ids'
import type { IssuanceSession } from '../../../shared/ports/store-types'
import { sessionTtlSeconds } from '../../../shared/time/durations'
import { addSeconds } from '../../../shared/time/time'
import type { JsonObject } from '../../../shared/values/json'
import { identifierOf, startingServer, urlsOf } from '../../configurations/issuer-in-play'
import { issuerDeviation } from '../../deviations'
import { buildDeeplink, offerUrl } from '../../read/credential-offer'
import { readSessionRequest } from '../../read/read-session-request'
import {
  askedOptions,
  type IssuanceSessionCreated,
  issuerOptionOrder,
  issuerOptions,
  zIssuanceSessionRequest,
} from '../../read/session-options'
import { transactionCode } from '../../read/transaction-code'
import { changeDocuments } from './change-documents'
import { grantLaboratory, laboratoryCreated, newLaboratory } from './new-laboratory'
import { registerIssuer } from './register-issuer'
import { grantOfferHandle } from './session-offers'

/** `POST /sessions`: creates a session with its offer; 201 once it is stored. */
export const createSession = plain((context) => startIssuance(context))

/**
 * Creates the session described by the request body; throws ProtocolError. `made`: what the caller knows about it.
 */
export async function startIssuance(context: RequestContext, made?: Made): Promise<PlainAnswer> {
  const { exchange, ports, settings } = context
  const request = readSessionRequest(exchange, context)
  const unknown = [
    ...unknownMembers(namesOf(request, exchange), zIssuanceSessionRequest),
    ...unknownInMutations(request.mutations),
  ]
  if (prefers(exchange, 'handling=strict')) refuseUnknown(unknown, zIssuanceSessionRequest)
  await refuseMade(request, ports, ['name'])
  const place = await context.collaborators.readPlace('issuance', request, context, made)
  await requireOwnAlias(request.list_alias, context)
  const wrong = issuerDeviation(request.fault)?.changes.trust ?? {}
  const named = readOwnAccess(request, context)
  if (named !== null) requireOrganization(named)
  // A fault of the access certificate uses one of ours.
  const ownAccess = wrong.access === undefined ? named : null
  const laboratory =
    request.laboratory === undefined
      ? undefined
      : await newLaboratory(request.laboratory, { framework: request.trust_framework, wrong, ownAccess }, context)
  const trust = laboratory === undefined ? null : await registerIssuer(request, { laboratory, ownAccess }, context)
  const asked: IssuanceSession = {
    sessionId: sessionId(ports.uuid()),
    kind: 'issuance',
    issuerConfigurationId: request.issuer_configuration_id,
    flow: request.flow,
    credentialOfferMode: request.credential_offer_mode,
    credentialConfigurationId: request.credential_configuration_id,
    credentialOfferId: ports.uuid(),
    origin: 'offer',
    options: {
      ...keptOptions(issuerOptions, request, {
        beside: { ...request, dpopNonce: settings.dpopNonce },
        order: issuerOptionOrder.kept,
      }),
      ...(trust === null ? {} : { trust }),
    },
    createdAt: exchange.at,
    expiresAt: addSeconds(exchange.at, request.expires_in ?? sessionTtlSeconds),
    ...(laboratory === undefined ? {} : { laboratory }),
    ...(ownAccess?.sealed == null ? {} : { sealedAccessKey: ownAccess.sealed }),
    ...place,
  }
  const mutations = changeDocuments(asked, request, context)
  const session = withSafeName(
    mutations === null ? asked : { ...asked, options: { ...asked.options, mutations } },
    ports,
  )
  const links = sessionLinks(session, { exchange, links: request.links, baseUrl: settings.baseUrl })
  const { tx_code: txCode } = session.options
  const issuer = identifierOf(session, settings.baseUrl)
  const server = startingServer(session, settings.baseUrl)
  const created: IssuanceSessionCreated = {
    session_id: session.sessionId,
    issuer_configuration_id: session.issuerConfigurationId,
    issuer_identifier: issuer,
    authorization_server_identifier: server,
    flow: session.flow,
    credential_offer_mode: session.credentialOfferMode,
    credential_configuration_id: session.credentialConfigurationId,
    offer_url: offerUrl(session, settings.baseUrl),
    deeplink: buildDeeplink(session, settings.baseUrl, ports.keyedHash),
    status: 'created',
    // Present only if requested: a person types it in.
    ...(txCode ? { tx_code: transactionCode(session.sessionId, txCode, ports.keyedHash) } : {}),
    ...(session.laboratory === undefined ? {} : { laboratory_url: laboratoryUrl(session, settings.baseUrl) }),
    ...links.members,
  }
  return {
    reply: jsonReply(201, created, [...links.headers, ...ignoredHeader(unknown)]),
    session,
    sessionId: session.sessionId,
    events: [
      { type: 'session_created', detail: { ...sessionFacts(session, { issuer, server }), ...ignoredFact(unknown) } },
      ...laboratoryCreated(session, issuer),
      {
        type: 'credential_offer_generated',
        detail: {
          flow: session.flow,
          credential_offer_mode: session.credentialOfferMode,
          credential_offer_id_digest: digestOf(session.credentialOfferId, ports.sha256),
        },
      },
    ],
    effects: [
      grantOfferHandle(session, context),
      ...grantLaboratory(session, context),
      ...joinWorkbench(session, exchange.at),
      ...(await joinListAlias(session, { at: exchange.at, ports, asker: context.asker })),
    ],
  }
}

/** Throws for an own certificate that may name a natural person, because the session's record shows it to everybody. */
function requireOrganization(ownAccess: OwnSigning): void {
  if (ownAccess.holder.withoutPerson === null) return
  throw refusedMember(
    'invalid_access_certificate',
    ownMember(ownAccess),
    'The certificate of an issuer must name an organisation (organizationName or organizationIdentifier), and no natural person.',
  )
}

/** Metadata URL of the session's own issuer. */
const laboratoryUrl = (session: IssuanceSession, baseUrl: string): string =>
  urlsOf(session, baseUrl).credentialIssuerMetadata

const ignoredFact = (names: readonly string[]): JsonObject =>
  names.length === 0 ? {} : { ignored_members: boundNames(names) }

const sessionFacts = (
  session: IssuanceSession,
  { issuer, server }: { readonly issuer: string; readonly server: string },
): JsonObject => ({
  issuer_configuration_id: session.issuerConfigurationId,
  issuer_identifier: issuer,
  authorization_server_identifier: server,
  credential_configuration_id: session.credentialConfigurationId,
  flow: session.flow,
  credential_offer_mode: session.credentialOfferMode,
  options: shownOptions(issuerOptions, askedOptions(session)),
  origin: session.origin,
})
