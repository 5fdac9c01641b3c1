import { setHeader } from '../../http/wire'
import type { IssuerRun } from '../../issuer/run'
import { surprisesOf } from '../misbehaviour'
import { authorizeMisbehaviours, parMisbehaviours } from './authorization'
import { clientAuthenticationMisbehaviours } from './client-authentication'
import { credentialMisbehaviours, identifiersMisbehaviours } from './credential'
import { deferredMisbehaviours } from './deferred'
import { dpopMisbehaviours } from './dpop'
import { encryptionMisbehaviours } from './encryption'
import { faultMisbehaviours } from './faults'
import { keyAttestationMisbehaviours } from './key-attestation'
import { alteredMetadataMisbehaviours, discoveryMisbehaviours, metadataMisbehaviours } from './metadata'
import { endOf, type Misbehaviour } from './misbehaviour'
import { notificationMisbehaviours } from './notification'
import { offerMisbehaviours } from './offer'
import { batchMisbehaviours, nonceMisbehaviours, proofJwtMisbehaviours } from './proofs'
import { revokedUnitMisbehaviours } from './revoked-unit'
import { refreshMisbehaviours, tokenCodeMisbehaviours, tokenMisbehaviours } from './token'
import { providerMisbehaviours, trustMisbehaviours, untrustedIssuerMisbehaviours } from './trust'
import { walletUnitMisbehaviours } from './wallet-unit'

const withStatus = { issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: { status: {} } } } as const

/** Rules for readers of status lists. TSL14-8 */
const statusMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.status.accept',
    title: 'Asks for a status list of any type',
    expect: 'accepted',
    needs: withStatus,
    patchRequest: { at: 'status_list', change: ({ headers }) => setHeader(headers, 'Accept', '*/*') },
  },
  {
    id: 'vci.status.anonymous',
    title: 'Sends its access token to the status list',
    expect: 'accepted',
    needs: withStatus,
    patchRequest: {
      at: 'status_list',
      change: ({ headers }, { facts }) => setHeader(headers, 'Authorization', `DPoP ${facts.accessToken ?? ''}`),
    },
  },
  {
    id: 'vci.status.paced',
    title: 'Reads the status list twice at once',
    expect: 'accepted',
    needs: withStatus,
    repeat: { step: 'status_list', after: 'accepted' },
  },
  {
    id: 'vci.status.fetched',
    title: 'Never reads the status list',
    expect: 'accepted',
    needs: withStatus,
    staysUnseen: true,
    skip: 'status_list',
  },
]

/** Every misbehaviour of the wallet, in flow order. */
export const misbehaviours: readonly Misbehaviour[] = [
  ...metadataMisbehaviours,
  ...offerMisbehaviours,
  ...parMisbehaviours,
  ...clientAuthenticationMisbehaviours,
  ...walletUnitMisbehaviours,
  ...revokedUnitMisbehaviours,
  ...authorizeMisbehaviours,
  ...dpopMisbehaviours,
  ...tokenMisbehaviours,
  ...tokenCodeMisbehaviours,
  ...nonceMisbehaviours,
  ...credentialMisbehaviours,
  ...batchMisbehaviours,
  ...refreshMisbehaviours,
  ...identifiersMisbehaviours,
  ...proofJwtMisbehaviours,
  ...keyAttestationMisbehaviours,
  ...encryptionMisbehaviours,
  ...deferredMisbehaviours,
  ...statusMisbehaviours,
  ...notificationMisbehaviours,
  ...faultMisbehaviours,
  ...alteredMetadataMisbehaviours,
  ...discoveryMisbehaviours,
  ...providerMisbehaviours,
  ...untrustedIssuerMisbehaviours,
  ...trustMisbehaviours,
]

/**
 * The misbehaviour of that name.
 *
 * @throws RangeError when there is none
 */
export function findMisbehaviour(id: string): Misbehaviour {
  const found = misbehaviours.find((entry) => entry.id === id)
  if (found === undefined) throw new RangeError(`There is no misbehaviour named ${id}`)
  return found
}

/** Differences between an issuer's response to a misbehaviour and the documentation, one sentence each. */
export function surprises(misbehaviour: Misbehaviour, run: IssuerRun): string[] {
  return surprisesOf(misbehaviour, endOf(misbehaviour), run)
}

/** Checks that one run of this wallet cannot make fail, and why. */
export const notProvokable: Readonly<Record<string, string>> = {
  'vci.offer.dereferenced': 'Without fetching the offer the wallet has no code, so there is no flow to judge.',
  'vci.offer.no_fetch_by_value': 'An offer by value does not tell the wallet the address that it should leave alone.',
  'vci.key_attestation.trusted':
    'A fresh test attester is never anchored, so every run shows it; it passes when the root of an attester is configured and handed in.',
  'vci.key_attestation.key_storage_level': 'Needs a service that is set to publish required levels.',
  'vci.key_attestation.user_authentication_level': 'Needs a service that is set to publish required levels.',
  'vci.dpop.nonce_current': 'Every session that requires DPoP nonces shows it, whatever the wallet does.',
  'vci.flow.no_requests_after_error': 'This wallet repeats a request once; a loop takes more than five.',
  'vci.transport.tls': 'This service offers nothing older than TLS 1.2; only a proxy before it can.',
  'vci.transport.served':
    'Where a rule says what is wrong with the address, that one tells; the flows of refusals-told show the rest.',
  'vci.encryption.used': 'Where encryption is not required, a plain request leaves it unseen.',
  'vci.flow.completes': 'Shows only after the session has expired, and stopping is not a violation.',
  'vci.wallet_attestation.trusted':
    'A fresh test attester is never anchored, so every run shows it; it passes when its root is configured.',
  'vci.wallet_attestation.not_reused_across_issuers': 'Shows only when one attestation goes to two issuers.',
  'vci.refresh.in_time': 'Needs a wallet that comes back only after its credentials have ended.',
  'vci.authorize.redirect_followed': 'Needs a wallet that waits until the code is worth nothing.',
  'vci.token.not_repeated': 'A code that is sent again fails vci.token.code_once or vci.token.preauth_code_once alone.',
  'vci.flow.order': 'Each step needs what the one before it gave, so the wallet cannot change their order.',
  'vci.flow.one_session': 'Takes values of two sessions, and the wallet knows one.',
  'vci.flow.no_parallel_use': 'Takes two wallets on one offer.',
  'vci.nonce.alive': 'Needs a wallet that waits until its nonce has expired, which breaks no rule.',
  'vci.flow.nonce_request_fresh': 'Needs a wallet that waits for more than a minute.',
  'vci.status.not_presented': 'Takes a revocation between two sessions; the flows of laboratory-status show it.',
  'vci.pid.device_bound': 'The device-bound issuer issues to attested keys and to no others.',
}
