import type { Outcome } from '../../engine/checks/check'
import type { CheckId } from '../../shared/ports/check-id'
import type { KeptMutations } from '../../shared/ports/session-options'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { pointerStep } from '../../shared/values/json'
import { declared, isWording, listed, type Said, say, type Wording } from '../../shared/values/wording'
import { deviationOf } from '../deviations'
import { changedId, type IssuanceTarget } from '../deviations/changed'
import type { Happened } from './change-at-place'
import { isExplained } from './explained-by-change'

/** A place of a document of ours, and the checks that hold a wallet to what stands there. */
interface Place {
  readonly target: IssuanceTarget
  /** Its members from the outside in; `*` is any one, `{offered}` the credential configuration of the session. */
  readonly path: readonly string[]
  readonly checks: readonly CheckId[]
  /** What it is called, if not by its last member. */
  readonly name?: string
  /** Only a wallet that no longer finds it is excused. */
  readonly onlyRemoved?: true
  /** This issuer cannot go on with such a request: it refuses, and the wallet is not blamed. */
  readonly refuses?: true
}

const endpointChecks: readonly CheckId[] = ['vci.metadata.endpoints_from_metadata', 'vci.flow.issuer_isolation']

const clientAuthentication: readonly CheckId[] = ['vci.client_auth.present', 'vci.client_auth.method_advertised']

const scopes: readonly CheckId[] = ['vci.par.scope_present', 'vci.par.scope_from_metadata', 'vci.par.scope_minimal']

const txCode: readonly CheckId[] = [
  'vci.token.tx_code_sent',
  'vci.token.tx_code_not_expected',
  'vci.token.tx_code_shape',
]

const tokenChecks: readonly CheckId[] = [
  'vci.credential.token_valid',
  'vci.deferred.token_valid',
  'vci.notification.token',
]

const configuration = ['credential_configurations_supported', '{offered}'] as const

const jwtProof = [...configuration, 'proof_types_supported', 'jwt'] as const

const ofIssuerMetadata: readonly Omit<Place, 'target'>[] = [
  { path: ['credential_issuer'], checks: ['vci.proof.jwt.aud'] },
  { path: ['authorization_servers'], checks: ['vci.metadata.as_fetched', ...endpointChecks] },
  { path: ['credential_endpoint'], checks: endpointChecks },
  {
    path: ['nonce_endpoint'],
    checks: [
      'vci.nonce.endpoint_called',
      'vci.nonce.source',
      'vci.nonce.recovery',
      'vci.proof.jwt.nonce_present',
      'vci.key_attestation.nonce',
      'vci.batch.nonce_each',
      ...endpointChecks,
    ],
  },
  { path: ['nonce_endpoint'], checks: ['vci.nonce.known'], refuses: true },
  {
    path: ['deferred_credential_endpoint'],
    checks: ['vci.deferred.stops', ...endpointChecks],
  },
  { path: ['notification_endpoint'], checks: endpointChecks },
  {
    path: ['batch_credential_issuance'],
    checks: ['vci.batch.size', 'vci.batch.used', 'vci.batch.policy_size', 'vci.credential.proofs_count'],
  },
  {
    path: ['credential_response_encryption'],
    checks: ['vci.encryption.response_required'],
  },
  { path: ['credential_response_encryption'], checks: ['vci.encryption.response_params'], refuses: true },
  {
    path: ['credential_request_encryption'],
    checks: [
      'vci.encryption.request_required',
      'vci.encryption.request_when_response',
      'vci.deferred.request_encrypted',
    ],
  },
  {
    path: ['credential_request_encryption'],
    checks: ['vci.encryption.request_params', 'vci.encryption.request_kid', 'vci.encryption.request_decrypts'],
    refuses: true,
  },
  {
    path: configuration,
    checks: ['vci.credential.configuration_known', 'vci.credential.configuration_as_offered'],
    name: 'offered configuration',
    onlyRemoved: true,
    refuses: true,
  },
  { path: [...configuration, 'scope'], checks: scopes, refuses: true },
  {
    path: [...configuration, 'credential_metadata', 'credential_reuse_policy'],
    checks: ['vci.batch.policy_size'],
  },
  {
    path: [...configuration, 'cryptographic_binding_methods_supported'],
    checks: ['vci.proof.jwt.key_reference'],
    refuses: true,
  },
  {
    path: [...configuration, 'cryptographic_binding_methods_supported'],
    checks: ['vci.credential.proofs_present', 'vci.nonce.endpoint_called'],
    onlyRemoved: true,
  },
  {
    path: [...configuration, 'proof_types_supported'],
    checks: ['vci.credential.proofs_present', 'vci.nonce.endpoint_called'],
    onlyRemoved: true,
  },
  {
    path: [...configuration, 'proof_types_supported'],
    checks: ['vci.credential.proof_type_supported', 'vci.key_attestation.present'],
    refuses: true,
  },
  {
    path: [...jwtProof, 'proof_signing_alg_values_supported'],
    checks: ['vci.proof.jwt.alg', 'vci.key_attestation.alg'],
    refuses: true,
  },
  {
    path: [...configuration, 'proof_types_supported', '*', 'key_attestations_required'],
    checks: [
      'vci.key_attestation.present',
      'vci.key_attestation.not_needed',
      'vci.pid.device_bound',
      'vci.key_attestation.key_storage',
      'vci.key_attestation.user_authentication',
    ],
  },
  {
    path: [...configuration, 'proof_types_supported', '*', 'key_attestations_required'],
    checks: ['vci.key_attestation.key_storage_level', 'vci.key_attestation.user_authentication_level'],
    refuses: true,
  },
]

const ofServerMetadata: readonly Omit<Place, 'target'>[] = [
  {
    path: ['issuer'],
    checks: ['vci.private_key_jwt.aud', 'vci.private_key_jwt.aud_is_issuer_string', 'vci.wallet_attestation.pop_aud'],
  },
  { path: ['authorization_endpoint'], checks: endpointChecks },
  { path: ['token_endpoint'], checks: endpointChecks },
  {
    path: ['pushed_authorization_request_endpoint'],
    checks: ['vci.authorize.only_expected_params', ...endpointChecks],
  },
  { path: ['pushed_authorization_request_endpoint'], checks: ['vci.par.used'], refuses: true },
  { path: ['require_pushed_authorization_requests'], checks: ['vci.authorize.only_expected_params'] },
  { path: ['require_pushed_authorization_requests'], checks: ['vci.par.used'], refuses: true },
  { path: ['challenge_endpoint'], checks: ['vci.wallet_attestation.challenge', ...endpointChecks] },
  { path: ['scopes_supported'], checks: scopes, refuses: true },
  {
    path: ['authorization_details_types_supported'],
    checks: ['vci.par.authorization_details_not_used', 'vci.token.authorization_details_not_used'],
  },
  {
    path: ['code_challenge_methods_supported'],
    checks: ['vci.pkce.challenge_present', 'vci.pkce.code_challenge_s256', 'vci.pkce.verifier_present'],
    refuses: true,
  },
  { path: ['token_endpoint_auth_methods_supported'], checks: clientAuthentication, refuses: true },
  {
    path: ['pre-authorized_grant_anonymous_access_supported'],
    checks: ['vci.token.no_client_id_anonymous'],
  },
  {
    path: ['token_endpoint_auth_signing_alg_values_supported'],
    checks: ['vci.private_key_jwt.alg'],
    refuses: true,
  },
  {
    path: ['client_attestation_signing_alg_values_supported'],
    checks: ['vci.wallet_attestation.alg'],
    refuses: true,
  },
  {
    path: ['client_attestation_pop_signing_alg_values_supported'],
    checks: ['vci.wallet_attestation.pop_alg'],
    refuses: true,
  },
  {
    path: ['dpop_signing_alg_values_supported'],
    checks: ['vci.dpop.alg', 'vci.dpop.header_present'],
    refuses: true,
  },
]

const ofOffer: readonly Omit<Place, 'target'>[] = [
  { path: ['credential_issuer'], checks: ['vci.proof.jwt.aud', 'vci.flow.issuer_isolation'] },
  {
    path: ['credential_configuration_ids'],
    checks: ['vci.credential.configuration_as_offered'],
  },
  {
    path: ['credential_configuration_ids'],
    checks: [...scopes, 'vci.credential.configuration_known'],
    refuses: true,
  },
  {
    path: ['grants'],
    checks: ['vci.offer.grant_respected', 'vci.par.issuer_state_returned', ...txCode],
    onlyRemoved: true,
  },
  { path: ['grants', '*'], checks: ['vci.offer.grant_respected'], name: 'grant' },
  { path: ['grants', '*'], checks: ['vci.token.grant_type'], name: 'grant', refuses: true },
  { path: ['grants', '*', 'issuer_state'], checks: ['vci.par.issuer_state_returned'] },
  { path: ['grants', '*', 'tx_code'], checks: txCode },
  {
    path: ['grants', '*', 'pre-authorized_code'],
    checks: ['vci.token.preauth_code_valid'],
    refuses: true,
  },
]

const checksOfOffer = (refuses: boolean): readonly CheckId[] => [
  ...new Set(ofOffer.flatMap((place) => ((place.refuses ?? false) === refuses ? place.checks : []))),
]

const ofLink: readonly Omit<Place, 'target'>[] = ['credential_offer', 'credential_offer_uri'].flatMap((name) => [
  { path: [name], checks: [...checksOfOffer(false), 'vci.offer.dereferenced', 'vci.offer.no_fetch_by_value'] },
  { path: [name], checks: checksOfOffer(true), refuses: true as const },
])

const ofTokenResponse: readonly Omit<Place, 'target'>[] = [
  { path: ['token_type'], checks: ['vci.dpop.scheme', 'vci.dpop.header_present'], refuses: true },
  { path: ['access_token'], checks: tokenChecks, refuses: true },
  { path: ['access_token'], checks: ['vci.proof.jwt.iss', 'vci.proof.jwt.iss_absent_anonymous'] },
  { path: ['c_nonce'], checks: ['vci.nonce.known'], refuses: true },
  { path: ['expires_in'], checks: ['vci.refresh.in_time', 'vci.deferred.refreshes'] },
  { path: ['expires_in'], checks: tokenChecks, refuses: true },
  { path: ['refresh_token'], checks: ['vci.deferred.refreshes'] },
  { path: ['refresh_token'], checks: ['vci.refresh.token_known'], refuses: true },
  { path: ['scope'], checks: ['vci.refresh.scope'] },
  {
    path: ['authorization_details'],
    checks: ['vci.identifiers.used', 'vci.identifiers.each'],
  },
  {
    path: ['authorization_details'],
    checks: [
      'vci.identifiers.known',
      'vci.credential.uses_configuration_id',
      'vci.credential.configuration_known',
      'vci.credential.configuration_as_offered',
    ],
    refuses: true,
  },
]

const ofCredentialResponse: readonly Omit<Place, 'target'>[] = [
  { path: ['credentials'], checks: ['vci.metadata.jwks_fetched', 'vci.status.fetched'] },
  { path: ['transaction_id'], checks: ['vci.deferred.stops'] },
  { path: ['transaction_id'], checks: ['vci.deferred.transaction_known'], refuses: true },
  { path: ['interval'], checks: ['vci.deferred.interval'] },
  { path: ['notification_id'], checks: ['vci.notification.wellformed'], refuses: true },
]

const placesOf: Readonly<Record<IssuanceTarget, readonly Omit<Place, 'target'>[]>> = {
  offer: ofOffer,
  offer_link: ofLink,
  issuer_metadata: ofIssuerMetadata,
  server_metadata: ofServerMetadata,
  token_response: ofTokenResponse,
  credential_response: ofCredentialResponse,
}

/** Every place of our documents that checks hold wallets to. */
export const placesRelied: readonly Place[] = Object.entries(placesOf).flatMap(([target, places]) =>
  places.map((place) => ({ target: target as IssuanceTarget, ...place })),
)

/** What of a session says which documents its wallet got. */
type Changed = Pick<IssuanceSession, 'options' | 'credentialConfigurationId'>

/**
 * The outcome of a check in a session whose documents are changed as its tester asked, and as no named fault changes
 * them: a wallet is judged by what it was sent. What breaks a rule that rests on a changed place is not applicable, or,
 * where this issuer cannot go on with such a request, refused without blame. All other outcomes stay as they are.
 * `undelivered`: documents that come only after the request, and so explain nothing in it.
 */
export function asDelivered(
  session: Changed | null,
  id: CheckId,
  outcome: Outcome,
  undelivered: readonly IssuanceTarget[] = [],
): Outcome {
  if (outcome.result !== 'violated' && outcome.result !== 'tolerated') return outcome
  const mutations = session?.options.mutations
  if (session === null || mutations === undefined || deviationOf(session)?.id !== changedId) return outcome
  const [first, ...others] = placesRelied.flatMap((place) => {
    if (!place.checks.includes(id) || undelivered.includes(place.target)) return []
    const found = whatHappened(place, mutations, session.credentialConfigurationId)
    return found === null || !isExplained(id, outcome, found) ? [] : [{ ...place, did: found.did }]
  })
  if (first === undefined) return outcome
  const touched = [first, ...others]
  const [found = first] = touched.filter(({ refuses }) => refuses !== true)
  const { path, name = path.at(-1) ?? '' } = found
  const because = say`The ${declared(name)} was ${declared(found.did)} on purpose.`
  if (found.refuses)
    return outcome.result === 'violated'
      ? {
          ...outcome,
          actual: besideChange(
            outcome.actual,
            say`the ${declared(name)} was ${declared(found.did)} on purpose`,
            because,
          ),
          refusal: 'This session changed on purpose what the request follows, and the issuer cannot take it.',
          fix: say`Start a new session without this change: the request follows it, and this issuer cannot take that.`,
          echo: true,
          // What a value might have been meant for explains nothing here.
          asks: [],
        }
      : outcome
  const decided = outcome.exchangeId === undefined ? {} : { exchangeId: outcome.exchangeId }
  return { result: 'not_applicable', because, ...decided }
}

/** What was received, with what it follows from: a reason may name it in its sentence. */
function besideChange(actual: Said | undefined, change: Wording, alone: Wording): Said {
  if (actual === undefined || actual === null) return alone
  const seen = Array.isArray(actual) && actual.every(isWording) ? listed(actual, ', ') : actual
  return isWording(seen) ? say`${seen} (${change})` : actual
}

const ending = /was (?:removed|changed) on purpose[.)]$/

/** Whether a recorded refusal blames nobody: the request follows what was changed on purpose. */
export function isRefusedByChange(
  session: Changed,
  { id, status, actual }: { readonly id: string; readonly status: string; readonly actual: unknown },
): boolean {
  const { mutations } = session.options
  if (mutations === undefined || status !== 'warn' || typeof actual !== 'string' || !ending.test(actual)) return false
  return placesRelied.some(
    (place) =>
      place.refuses === true &&
      place.checks.some((one) => one === id) &&
      whatHappened(place, mutations, session.credentialConfigurationId) !== null,
  )
}

/** True for a session in which outcomes are looked at by what was sent. */
export const isJudgedAsDelivered = (session: Pick<IssuanceSession, 'options'> | null): boolean =>
  session?.options.mutations !== undefined && deviationOf(session)?.id === changedId

/** What the changes of a session did to a place; `null` for nothing that matters to it. */
function whatHappened(
  { target, path, onlyRemoved }: Place,
  { differences }: Pick<KeptMutations, 'differences'>,
  offered: string,
): Happened | null {
  const steps = path.map((step) => (step === '{offered}' ? pointerStep(offered) : step))
  const touched = differences.filter(
    (one) => one.target === target && isOnOneLine(steps, one.pointer.split('/').slice(1)),
  )
  if (touched.length === 0) return null
  // Removed is what went with a member around it, too.
  const removed = touched.some(({ pointer, is }) => is === undefined && pointer.split('/').length - 1 <= steps.length)
  if (!removed && onlyRemoved) return null
  return { did: removed ? 'removed' : 'changed', member: path.at(-1) ?? '', touched, differences }
}

/** True if one place is the other, or lies in it. */
const isOnOneLine = (steps: readonly string[], pointer: readonly string[]): boolean =>
  pointer.slice(0, steps.length).every((step, index) => steps[index] === '*' || steps[index] === step)
