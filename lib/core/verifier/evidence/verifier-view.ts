import { changedSentence } from '../../engine/deviations/changed-words'
import { leftOutWarning } from '../../engine/evidence/applied-mutations-view'
import { contactView, linkHint, reachHints } from '../../engine/evidence/contact-view'
import type { Folded, FoldInput } from '../../engine/evidence/session-kind'
import type { ContactView, ExchangeView } from '../../engine/evidence/session-view'
import { ignoredOf, ignoredWarning } from '../../engine/sessions/ignored-members'
import { nameOf } from '../../engine/sessions/run-options'
import { shownOptions } from '../../engine/sessions/session-option'
import { workbenchOf } from '../../engine/sessions/workbench'
import type { PresentationSession, StoredExchange } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { verifierHistory } from '../history/verifier-history'
import { requestUri } from '../identity/verifier-uris'
import type { Carrier } from '../read/carrier'
import { optionsForEvidence, requestForEvidence } from '../read/request/request-for-evidence'
import { presentationDeeplink } from '../read/request/verifier-link'
import { verifierWarnings } from '../read/request/verifier-warnings'
import { responseAddress } from '../read/response/response-address'
import { verifierOptions, zPresentationSessionRequest } from '../read/session/session-options'
import { carriersOf, dcApiView } from './browser-calls'
import { deliveredJwt } from './delivered-jwt'
import { mutationsView } from './mutations-view'
import { peerRaw, peerView } from './peer-view'
import { clientRegistration, trustView } from './trust-view'
import { lastDelivered, otherCredentialNotice } from './verifier-observed'
import type { PresentationSessionView, VerifierTypes } from './verifier-types'

/** Adds carriers to the exchanges of a page; others stay unchanged. */
const withCarriers = (exchanges: readonly ExchangeView[], carriers: ReadonlyMap<string, Carrier>): ExchangeView[] =>
  exchanges.map((exchange) => {
    const carrier = carriers.get(exchange.id)
    return carrier === undefined ? exchange : { ...exchange, carrier }
  })

/** Builds the read-back of a presentation. */
export function verifierView(
  {
    status,
    observed,
    booleans,
    summary,
    outcome,
    cause,
    nextStep,
    nextForYou,
    openUntil,
    conformance,
    events,
    exchanges,
    recorded,
    raw,
  }: Folded<VerifierTypes>,
  input: FoldInput<PresentationSession>,
): PresentationSessionView {
  const { session, settings, ports, now, casesEdition } = input
  const deeplink = presentationDeeplink(session, { settings, ports })
  const {
    request_signature: _,
    trust: __,
    verifier_attestation: ___,
    mutated: ____,
    peer: _____,
    ...options
  } = session.options
  const trust = trustView(input)
  const registration = clientRegistration(session, { ...settings, ...ports })
  const browser = dcApiView(input)
  const ignored = ignoredOf(input.events, 'vp_session_created', zPresentationSessionRequest)
  const mutations = mutationsView(session, input.events, { settings, ports })
  return {
    session_id: session.sessionId,
    status,
    outcome,
    cause,
    next_step: nextStep,
    next_for_you: nextForYou,
    authorization_request: requestForEvidence(lastDelivered(session, input.events), session),
    observed,
    checks: {
      ...booleans,
      summary,
      ...(casesEdition === undefined ? {} : { fcaf_edition: casesEdition }),
      conformance,
    },
    events,
    request_delivery: session.requestDelivery,
    request_uri_method: session.requestUriMethod,
    response_type: session.responseType,
    response_mode: session.responseMode,
    scheme: session.scheme,
    request_uri: requestUri(settings.baseUrl, session.sessionId),
    response_uri: responseAddress(session, settings.baseUrl),
    deeplink,
    options: shownOptions(
      verifierOptions,
      // As asked for: that the mutations equal a test is told beside them.
      optionsForEvidence(mutations === null ? options : { ...options, negative_test: null }, session),
    ),
    ...(trust === null ? {} : { trust }),
    ...(registration === null ? {} : { client_registration: registration }),
    ...(browser === null ? {} : { dc_api: browser }),
    ...(mutations === null ? {} : { mutations }),
    request_conformant: session.requestProblems.every(({ severity }) => severity === 'note' || severity === 'warning'),
    request_problems: session.requestProblems,
    ...(ignored.length === 0 ? {} : { ignored_members: ignored }),
    warnings: [
      ...(mutations === null ? [] : [`${changedSentence(mutations)}.`, ...leftOutWarning(mutations)]),
      ...verifierWarnings({ session, baseUrl: settings.baseUrl, deeplink }),
      ...(booleans.issued_credential_presented === false ? [otherCredentialNotice] : []),
      ...ignoredWarning(ignored),
    ],
    attempts: verifierHistory(session, input.events, now).attempts,
    name: nameOf(session.options, input.events),
    preset: session.preset ?? null,
    campaign_id: session.campaignId ?? null,
    workbench: workbenchOf(session),
    started_by: session.startedBy ?? null,
    created_at: toIso(session.createdAt),
    expires_at: toIso(session.expiresAt),
    open_until: openUntil,
    exchanges: withCarriers(exchanges, carriersOf(session, input, settings.baseUrl)),
    recorded,
    raw: {
      ...raw,
      ...peerRaw(session, {
        jwt: deliveredJwt(session, input.events, { settings, ports }),
        request: requestForEvidence(lastDelivered(session, input.events), session),
        link: deeplink,
      }),
    },
    ...peerView(session, input.events),
    contact: presentationContact({ session, exchanges: input.exchanges, baseUrl: settings.baseUrl }),
  }
}

/** Whether a wallet has contacted the service. Until then, lists what to check, most likely cause first. */
const presentationContact = ({
  session: { scheme, requestDelivery, dcApi },
  exchanges,
  baseUrl,
}: {
  readonly session: PresentationSession
  readonly exchanges: readonly StoredExchange[]
  readonly baseUrl: string
}): ContactView =>
  contactView(exchanges, () => [
    ...reachHints(baseUrl),
    dcApi === undefined
      ? linkHint(scheme)
      : 'Open the page of the session in a browser that has the Digital Credentials API, on a device with a wallet.',
    ...(dcApi === undefined && requestDelivery === 'by_value'
      ? [
          'The request is in the link itself, so a wallet that reads it and stops sends nothing at all: create a session by reference to see how far it gets.',
        ]
      : []),
  ])
