import type { SurvivorKind } from '../../engine/evidence/next-step'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { OneTimeValue, StoredEvent, StoredExchange } from '../../shared/ports/store-types'
import { isObject, type Json, pointerStep } from '../../shared/values/json'
import type { IssuanceTarget } from '../deviations/changed'
import { isJudgedAsDelivered, isRefusedByChange } from '../judgements/changed-on-purpose'
import { preAuthorizedGrant } from '../read/credential-offer'

type Evidence = Pick<IssuanceEvidence, 'session' | 'events'>

/** Whether a pointer leads to a member, to what it stands in, or into it. RFC6901-3 */
const isOnWay = (pointer: string, member: string): boolean =>
  pointer === member || pointer.startsWith(`${member}/`) || member.startsWith(`${pointer}/`)

/** The members of a response that a tester changed in what was sent in an exchange. */
const changedIn = (exchangeId: string | null, member: string, events: readonly StoredEvent[]): boolean =>
  exchangeId !== null &&
  events.some(
    ({ type, exchangeId: of, detail: { differences } }) =>
      type === 'mutations_applied' &&
      of === exchangeId &&
      Array.isArray(differences) &&
      differences.some((one) => isObject(one) && typeof one.pointer === 'string' && isOnWay(one.pointer, member)),
  )

/** Whether the tester's changes reach a member of a document, as far as they could be tried when they were asked for. */
const touches = ({ session }: Pick<Evidence, 'session'>, target: IssuanceTarget, ...members: readonly string[]) =>
  session.options.mutations?.differences.some(
    (one) => one.target === target && members.some((member) => isOnWay(one.pointer, member)),
  ) === true

const linkMembers = ['/credential_offer', '/credential_offer_uri']

/** What gives a wallet each value: the member that has to arrive unchanged. */
const givenBy: Readonly<
  Partial<Record<OneTimeValue['kind'], { readonly kind: SurvivorKind; readonly member: string }>>
> = {
  pre_authorized_code: { kind: 'code', member: 'pre-authorized_code' },
  access_token: { kind: 'access_token', member: 'access_token' },
  refresh_token: { kind: 'refresh_token', member: 'refresh_token' },
  transaction_id: { kind: 'transaction', member: 'transaction_id' },
}

/** Whether a value did not reach the wallet, because its place in what was sent is changed on purpose. */
export function isKeptBack(
  { kind, exchangeId }: Pick<OneTimeValue, 'kind' | 'exchangeId'>,
  evidence: Evidence,
): boolean {
  const given = givenBy[kind]
  if (given === undefined) return false
  if (kind !== 'pre_authorized_code') return changedIn(exchangeId, `/${given.member}`, evidence.events)
  return (
    touches(evidence, 'offer', `/grants/${pointerStep(preAuthorizedGrant)}/${given.member}`) ||
    touches(evidence, 'offer_link', ...linkMembers)
  )
}

/** Whether no credential response told its `notification_id` as it is. */
export const isNotificationKeptBack = ({ events }: Pick<Evidence, 'events'>): boolean => {
  const told = events.filter(({ type, detail }) => type === 'credential_issued' && detail.notification === true)
  return told.length > 0 && told.every(({ exchangeId }) => changedIn(exchangeId, '/notification_id', events))
}

/** The members by which a session's changes kept values from its wallet, by what the value is to it. */
export function keptBack({ session, events, rows = [] }: Pick<IssuanceEvidence, 'session' | 'events' | 'rows'>) {
  const found = new Map<SurvivorKind, string>()
  for (const row of rows) {
    const given = givenBy[row.kind]
    if (given !== undefined && isKeptBack(row, { session, events })) found.set(given.kind, given.member)
  }
  if (isNotificationKeptBack({ events })) found.set('notification_id', 'notification_id')
  return found
}

/** Where a request of the flow goes: the members that a wallet takes its address from. */
const addressedBy: Readonly<Record<string, readonly [target: IssuanceTarget, ...members: string[]]>> = {
  requestNonce: ['issuer_metadata', '/nonce_endpoint'],
  requestCredential: ['issuer_metadata', '/credential_endpoint'],
  requestDeferredCredential: ['issuer_metadata', '/deferred_credential_endpoint'],
  sendNotification: ['issuer_metadata', '/notification_endpoint'],
  requestToken: ['server_metadata', '/issuer', '/token_endpoint'],
  authorize: ['server_metadata', '/issuer', '/authorization_endpoint'],
  pushAuthorizationRequest: [
    'server_metadata',
    '/issuer',
    '/pushed_authorization_request_endpoint',
    '/require_pushed_authorization_requests',
  ],
}

const atServer = ['requestToken', 'authorize', 'pushAuthorizationRequest']

/** Requests of the flow whose address, or the offer that they begin with, a wallet cannot take from what it was sent. */
export function unreachable(evidence: Pick<Evidence, 'session'>): string[] {
  if (evidence.session.options.mutations === undefined) return []
  const unaddressed = Object.entries(addressedBy)
    .filter(([, [target, ...members]]) => touches(evidence, target, ...members))
    .map(([operation]) => operation)
  const isServerUnknown = touches(evidence, 'issuer_metadata', '/authorization_servers', '/credential_issuer')
  const isOfferAnother =
    touches(evidence, 'offer', '/credential_issuer', '/credential_configuration_ids') ||
    touches(evidence, 'offer_link', ...linkMembers) ||
    // Without its state a request at an issuer of many sessions is in none of them.
    (evidence.session.laboratory === undefined && touches(evidence, 'offer', '/grants/authorization_code/issuer_state'))
  return [...unaddressed, ...(isServerUnknown ? atServer : []), ...(isOfferAnother ? ['pushAuthorizationRequest'] : [])]
}

/** Whether responses of a kind do not give the wallet one of their values, whenever they come. */
export const givesNone = (
  evidence: Pick<Evidence, 'session'>,
  member: 'access_token' | 'transaction_id' | 'notification_id',
) => touches(evidence, member === 'access_token' ? 'token_response' : 'credential_response', `/${member}`)

const unboundBy = ['proof_types_supported', 'cryptographic_binding_methods_supported']

/** Whether the changed metadata asks for no nonce: it has no nonce endpoint, or the credential needs no proof. */
export function needsNoNonce({ session }: Pick<Evidence, 'session'>): boolean {
  if (!isJudgedAsDelivered(session)) return false
  const configuration = `/credential_configurations_supported/${pointerStep(session.credentialConfigurationId)}`
  return (
    session.options.mutations?.differences.some(
      ({ target, pointer, is }: { target: string; pointer: string; is?: Json }) =>
        target === 'issuer_metadata' &&
        ((pointer === '/nonce_endpoint' && typeof is !== 'string') ||
          (is === undefined && unboundBy.some((member) => pointer === `${configuration}/${member}`))),
    ) === true
  )
}

/** Whether a request was refused, or would be in the end, for what it takes from a document that is changed on purpose. */
export const isFollowedByRefusal = (
  refused: Pick<StoredExchange, 'findings'>,
  { session }: Pick<Evidence, 'session'>,
) => isJudgedAsDelivered(session) && refused.findings.some((finding) => isRefusedByChange(session, finding))
