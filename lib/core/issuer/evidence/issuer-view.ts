import { changedSentence } from '../../engine/deviations/changed-words'
import { deliveredMutations, leftOutWarning } from '../../engine/evidence/applied-mutations-view'
import { clockTime } from '../../engine/evidence/clock-time'
import { contactView, isPossibleContact, linkHint, reachHints } from '../../engine/evidence/contact-view'
import type { Folded, FoldInput } from '../../engine/evidence/session-kind'
import type { ContactView } from '../../engine/evidence/session-view'
import { ignoredOf, ignoredWarning } from '../../engine/sessions/ignored-members'
import { nameOf } from '../../engine/sessions/run-options'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { shownOptions } from '../../engine/sessions/session-option'
import { workbenchOf } from '../../engine/sessions/workbench'
import type { Laboratory, LaboratoryOptions } from '../../shared/ports/laboratory'
import type { IssuanceSession, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { identifierOf, startingServer } from '../configurations/issuer-in-play'
import { completeLaboratory } from '../configurations/laboratory/laboratory-options'
import { formatOfStatusList, statusListNumbers, statusListUri } from '../configurations/laboratory/status-lists'
import { hostsUnitLists, unitListUri } from '../configurations/laboratory/wallet-unit-lists'
import { buildDeeplink, offerUrl } from '../read/credential-offer'
import { transactionsOf } from '../read/deferred/transaction'
import { laboratoryEnd } from '../read/laboratory'
import { askedOptions, issuerOptions, zIssuanceSessionRequest } from '../read/session-options'
import { statusEntries } from '../read/status/status-entries'
import { transactionCode } from '../read/transaction-code'
import { unitHistory } from '../read/wallet-unit/wallet-unit-history'
import { claimShapes } from '../redaction/own-claims'
import type { IssuanceSessionView, IssuerTypes } from './issuer-types'
import { namelessWarning } from './nameless-offer'
import { issuerTrustView } from './trust-view'

/** Builds the read-back of an issuance. */
export function issuerView(
  folded: Folded<IssuerTypes>,
  { session, events, exchanges, now, settings, ports }: FoldInput<IssuanceSession>,
): IssuanceSessionView {
  const { status, observed, booleans, summary, outcome, cause, nextStep, nextForYou, openUntil, conformance, raw } =
    folded
  const { keyedHash } = ports
  const trust = issuerTrustView({ session, events, settings, ports })
  const issuer = identifierOf(session, settings.baseUrl)
  const spent = isOfferSpent({ session, events, now })
  const kept = session.options.mutations
  const mutations = kept && deliveredMutations(kept, events)
  const ignored = ignoredOf(events, 'session_created', zIssuanceSessionRequest)
  const warnings = [
    ...(mutations === undefined
      ? []
      : [`${changedSentence(mutations)}.`, ...leftOutWarning(mutations), ...namelessWarning(session, mutations)]),
    ...ignoredWarning(ignored),
  ]
  return {
    session_id: session.sessionId,
    issuer_configuration_id: session.issuerConfigurationId,
    issuer_identifier: issuer,
    authorization_server_identifier: startingServer(session, settings.baseUrl),
    status,
    outcome,
    cause,
    next_step: nextStep,
    next_for_you: nextForYou,
    flow: session.flow,
    credential_offer_mode: session.credentialOfferMode,
    credential_configuration_id: session.credentialConfigurationId,
    observed,
    checks: { ...booleans, summary, conformance },
    events: folded.events,
    ...(session.laboratory === undefined
      ? {}
      : {
          laboratory: { ...laboratoryView(session.laboratory, issuer, events), transactions: transactionViews(events) },
        }),
    origin: session.origin,
    options: shownOptions(issuerOptions, askedOptions(session)),
    ...(mutations === undefined ? {} : { mutations }),
    ...(kept?.problems === undefined ? {} : { request_problems: kept.problems }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(trust === null ? {} : { trust }),
    offer_url: session.origin === 'wallet_initiated' ? null : offerUrl(session, settings.baseUrl),
    // Once its code is spent, the link is useless and contains a secret that the wallet sent.
    deeplink:
      spent || session.origin === 'wallet_initiated' ? null : buildDeeplink(session, settings.baseUrl, keyedHash),
    tx_code:
      spent || !session.options.tx_code ? null : transactionCode(session.sessionId, session.options.tx_code, keyedHash),
    ...(ignored.length === 0 ? {} : { ignored_members: ignored }),
    name: nameOf(session.options, events),
    preset: session.preset ?? null,
    campaign_id: session.campaignId ?? null,
    workbench: workbenchOf(session),
    started_by: session.startedBy ?? null,
    created_at: toIso(session.createdAt),
    expires_at: toIso(session.expiresAt),
    open_until: openUntil,
    exchanges: folded.exchanges,
    recorded: folded.recorded,
    raw,
    contact: projectContact({ session, events, exchanges, baseUrl: settings.baseUrl }),
  }
}

/**
 * Events that use up the first offer's code: a token, or the last wrong transaction code. Events of later offers name
 * their code.
 */
const isLastOfOffer = ({ type, detail }: StoredEvent): boolean =>
  type === 'token_issued' || (type === 'token_rejected' && detail.attempts_left === 0 && detail.code_id === undefined)

/** True once the link of a session is useless: its first code is used up, or the session has expired. */
export const isOfferSpent = ({ session, events, now }: Pick<IssuanceEvidence, 'session' | 'events' | 'now'>): boolean =>
  session.expiresAt <= now || events.some(isLastOfOffer)

const laboratoryView = (laboratory: Laboratory, identifier: string, events: readonly StoredEvent[]) => {
  const { id, options, certificates } = laboratory
  return {
    id,
    identifier,
    until: toIso(laboratoryEnd(laboratory, events)),
    options: optionsView(completeLaboratory(options)),
    certificates: {
      ...certificates,
      credential: [...certificates.credential],
      mdoc: [...certificates.mdoc],
      access: certificates.access && [...certificates.access],
    },
    lists: completeLaboratory(options).status === null ? [] : listsView(identifier, events),
    wallet_unit: hostsUnitLists(completeLaboratory(options)) ? walletUnitView(identifier, events) : null,
  }
}

/** Shows tester-defined claims as presence and length, as everywhere in evidence. */
const optionsView = (options: LaboratoryOptions): LaboratoryOptions => ({
  ...options,
  credentials: options.credentials?.map((type) => ({ ...type, claims: claimShapes(type.claims) })) ?? null,
})

const transactionViews = (events: FoldInput<IssuanceSession>['events']) =>
  transactionsOf(events).map(({ digest, state, polls }) => ({ transaction: digest, state, polls }))

/** What an issuer knows of the wallet unit of its session. */
function walletUnitView(identifier: string, events: readonly StoredEvent[]) {
  const { revoked, checks } = unitHistory(events)
  return {
    lists: { client: unitListUri(identifier, 1), key_storage: unitListUri(identifier, 2) },
    revoked: revoked && { ...revoked, at: toIso(revoked.at) },
    checks: checks.map((check) => ({ ...check, at: toIso(check.at) })),
  }
}

/** Status lists of an issuer with their entries. */
function listsView(identifier: string, events: readonly StoredEvent[]) {
  const entries = statusEntries(events)
  return statusListNumbers.map((list) => ({
    list,
    uri: statusListUri(identifier, list),
    format: String(formatOfStatusList(list)),
    entries: entries
      .filter((entry) => entry.list === list)
      .map(({ index, status, issuedAt, changedAt }) => ({
        index,
        status,
        issued_at: toIso(issuedAt),
        changed_at: changedAt === null ? null : toIso(changedAt),
      })),
  }))
}

/** Whether a wallet has contacted the service. Until then, lists what to check, most likely cause first. */
export function projectContact({
  session,
  events,
  exchanges,
  baseUrl,
}: {
  readonly session: IssuanceSession
  readonly events: readonly StoredEvent[]
  readonly exchanges: readonly StoredExchange[]
  readonly baseUrl: string
}): ContactView {
  const possible = events.find(isPossibleContact)
  return contactView(exchanges, () =>
    possible === undefined ? whatToCheck(session, baseUrl) : [unclearContact(possible)],
  )
}

/** Sessions of one client cannot be told apart by a request that carries no value of theirs. */
const unclearContact = ({ at, detail }: StoredEvent): string =>
  detail.likely === true
    ? `A request came at ${clockTime(at)} that most likely belongs to this session: it carries no value of any session, and no other one waited for a first request.`
    : `A request came at ${clockTime(at)} that may belong to this session or to another open one: it carries no value of either. Return the issuer_state of the offer, or open one session at a time.`

const whatToCheck = (session: IssuanceSession, baseUrl: string): string[] => [
  ...(session.options.mutations === undefined ? [] : namelessWarning(session, session.options.mutations)),
  ...ofRightOffer(session, baseUrl),
]

const ofRightOffer = ({ options, credentialOfferMode, laboratory }: IssuanceSession, baseUrl: string): string[] => [
  ...reachHints(baseUrl),
  linkHint(options.scheme),
  // Every request to a laboratory identifies its session.
  ...(credentialOfferMode === 'credential_offer' && laboratory === undefined
    ? [
        `The offer is in the link itself. A wallet that has only read metadata names no session: look for its requests at ${baseUrl}/ledger.`,
      ]
    : []),
]
