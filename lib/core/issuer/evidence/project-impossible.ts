import type { Check, IssuanceTrait } from '../../engine/checks/check'
import type { IssuanceSession } from '../../shared/ports/store-types'
import { behaviourOf, hasOwnIssuer } from '../configurations/issuer-in-play'
import { configurationOfSession } from '../configurations/laboratory/laboratory-configuration'
import { requiredEncryption } from '../configurations/laboratory/protocol-options'
import { deviationOf, isReported } from '../deviations'
import { hasStatusLists } from '../read/status/status-list'

interface Trait {
  readonly holds: (session: IssuanceSession) => boolean
  readonly because: string
}

/** In order of precedence. */
const traits: Readonly<Record<IssuanceTrait, Trait>> = {
  offer_by_value: {
    holds: ({ credentialOfferMode }) => credentialOfferMode === 'credential_offer',
    because: 'The offer is sent by value.',
  },
  offer_by_reference: {
    holds: ({ credentialOfferMode }) => credentialOfferMode === 'credential_offer_uri',
    because: 'The offer is sent by reference.',
  },
  pre_authorized_code: {
    holds: ({ flow }) => flow === 'pre_authorized_code',
    because: 'The session uses the pre-authorized code flow.',
  },
  authorization_code: {
    holds: ({ flow }) => flow === 'authorization_code',
    because: 'The session uses the authorization code flow.',
  },
  no_tx_code: {
    holds: ({ options }) => options.tx_code === undefined,
    because: 'The offer does not ask for a transaction code.',
  },
  tx_code: {
    holds: ({ options }) => options.tx_code !== undefined,
    because: 'The offer asks for a transaction code.',
  },
  wallet_initiated: {
    holds: ({ origin }) => origin === 'wallet_initiated',
    because: 'The wallet started without an offer.',
  },
  key_attestation_demanded: {
    holds: (session) => configurationOfSession(session)?.keyAttestationsRequired ?? false,
    because: 'This issuer demands a key attestation.',
  },
  no_dpop_nonce: {
    holds: ({ options }) => options.dpop_nonce === 'off',
    because: 'The session uses no DPoP nonces.',
  },
  no_nonce_endpoint: {
    holds: (session) => behaviourOf(session).nonce === 'absent',
    because: 'This issuer has no nonce endpoint.',
  },
  reported_alone: {
    holds: isReported,
    because: 'No text says what a wallet does with the unusual response of this session: it is told, and not judged.',
  },
  no_status: {
    holds: (session) => !hasStatusLists(session),
    because: 'The credentials of this issuer have no status.',
  },
  no_wallet_unit: {
    holds: (session) => behaviourOf(session).wallet_unit === null,
    because: 'The issuer has no option wallet_unit.',
  },
  no_request_objects: {
    holds: (session) => behaviourOf(session).request_object === 'refused',
    because: 'The issuer takes no request objects.',
  },
  no_refusal_expected: {
    holds: (session) => deviationOf(session)?.expects !== 'refusal',
    because: 'No response in this session is wrong on purpose.',
  },
  no_oddity: {
    holds: (session) => deviationOf(session)?.expects !== 'going_on',
    because: 'No response in this session is unusual on purpose.',
  },
  iss_as_ever: {
    holds: (session) => deviationOf(session)?.id !== 'authz_iss_mismatch',
    because: 'The iss of the authorization response is correct.',
  },
  no_batch: {
    holds: (session) => behaviourOf(session).batch === null,
    because: 'The issuer gives one credential at a time.',
  },
  no_refresh: {
    holds: (session) => behaviourOf(session).refresh === null,
    because: 'The issuer gives no refresh tokens.',
  },
  no_reuse_policy: {
    holds: (session) => behaviourOf(session).reuse_policy === null,
    because: 'The issuer publishes no reuse policy.',
  },
  nothing_deferred: {
    holds: (session) => behaviourOf(session).deferred === null,
    because: 'The issuer defers nothing.',
  },
  plain_requests_allowed: {
    holds: (session) => !requiredEncryption(behaviourOf(session)).request,
    because: 'The issuer requires no encrypted requests.',
  },
  plain_responses_allowed: {
    holds: (session) => !requiredEncryption(behaviourOf(session)).response,
    because: 'The issuer requires no encrypted responses.',
  },
  no_authorization_details: {
    holds: (session) => !hasOwnIssuer(session),
    because: 'The issuer does not read authorization_details.',
  },
  no_identifiers: {
    holds: (session) => !hasOwnIssuer(session) || behaviourOf(session).credential_identifiers === 'never',
    because: 'The issuer gives no credential_identifiers.',
  },
}

/** Why the check can never run in this session; `null` if it can. */
export function whyImpossible(
  { impossibleIn }: Pick<Check<never>, 'impossibleIn'>,
  session: IssuanceSession,
): string | null {
  const names: readonly string[] = impossibleIn ?? []
  const found = Object.entries(traits).find(([name, { holds }]) => names.includes(name) && holds(session))
  return found?.[1].because ?? null
}
