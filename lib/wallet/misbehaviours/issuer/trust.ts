import { setHeader } from '../../http/wire'
import type { Misbehaviour } from './misbehaviour'

const issuer = 'eu-pid-jwt-proof-only'
const inEu = { issuer, sessionOptions: { trust_framework: 'eu' } } as const

/** Requests a credential from an issuer that it must not use, or keeps a credential that it must not keep. */
const goesOn = (fault: string, title: string, more: Partial<Misbehaviour> = {}): Misbehaviour => ({
  id: `vci.fault.refused~${fault}`,
  title,
  expect: 'accepted',
  skipsRule: 'trust',
  ...more,
  needs: { issuer, trust: true, sessionOptions: { fault } },
})

/** Behaviour of a wallet that ignores every problem with trust in an issuer. */
export const untrustedIssuerMisbehaviours: Misbehaviour[] = [
  goesOn('issuer_registration_missing', 'Asks an issuer that shows no registration certificate'),
  goesOn('issuer_registration_twice', 'Asks an issuer that shows two registration certificates'),
  goesOn('issuer_registration_bad_signature', 'Asks an issuer whose registration has a wrong signature'),
  goesOn('issuer_registration_wrong_typ', 'Asks an issuer whose registration has another typ'),
  goesOn('issuer_registration_expired', 'Asks an issuer whose registration has expired'),
  goesOn('issuer_registration_untrusted_registrar', 'Asks an issuer that a stranger registered'),
  goesOn('issuer_registration_revoked', 'Asks an issuer whose registration is revoked'),
  goesOn('issuer_registration_no_status', 'Asks an issuer whose registration has no status'),
  goesOn('issuer_registration_other_subject', 'Asks an issuer with the registration of somebody else'),
  goesOn('issuer_not_entitled', 'Asks an issuer that is registered to ask, and not to issue'),
  goesOn('issuer_over_providing', 'Asks an issuer for a type that it did not register'),
  goesOn('issuer_access_ca_unlisted', 'Asks an issuer whose access certificate is by a stranger'),
  goesOn('issuer_access_expired', 'Asks an issuer whose access certificate has expired'),
  goesOn('issuer_access_revoked', 'Asks an issuer whose access certificate is revoked'),
  goesOn('issuer_list_expired', 'Asks an issuer by lists that should have been replaced'),
  goesOn('issuer_list_bad_signature', 'Asks an issuer by lists with wrong signatures'),
  goesOn('issuer_list_unreachable', 'Asks an issuer without the lists that name it'),
  goesOn('issuer_list_rolled_back', 'Asks an issuer by a list that is older than the one before'),
  goesOn('provider_not_listed', 'Keeps a credential by an issuer that is on no list', {
    skipsRule: 'credential',
  }),
  goesOn('provider_no_qc_statement', 'Keeps a credential whose issuer does not say what it signs'),
]

/** Behaviour of a wallet that skips a part of evaluating trust in issuers. */
export const trustMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.trust.signed_metadata_read',
    title: 'Does not ask for signed metadata, and asks for the credential anyway',
    expect: 'accepted',
    needs: { ...inEu, trust: true },
    alsoFails: ['vci.metadata.signed_requested'],
    skipsRule: 'trust',
    patchRequest: { at: 'issuer_metadata', change: ({ headers }) => setHeader(headers, 'Accept', 'application/json') },
  },
  {
    id: 'vci.trust.registration_status_read',
    title: 'Never reads the status of the registration of its issuer',
    expect: 'accepted',
    needs: { ...inEu, trust: true, profile: { neglects: 'status' } },
    byProfile: 'credential',
  },
]

/**
 * A wallet whose provider is on no list, or does not identify itself as one. The provider is new, so it is unlisted.
 */
export const providerMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.wallet_attestation.provider_listed',
    authenticates: true,
    title: 'Is attested by a wallet provider that is on no list',
    expect: 'accepted',
    needs: { issuer, flow: 'authorization_code', lists: true, profile: { walletProvider: 'stranger' } },
    alsoFails: ['vci.wallet_attestation.trusted'],
    byProfile: 'token',
  },
  {
    id: 'vci.key_attestation.provider_listed',
    title: 'Has its keys attested by a wallet provider that is on no list',
    expect: 'accepted',
    needs: { issuer: 'eu-pid-device-bound', lists: true, profile: { walletProvider: 'stranger' } },
    // The same provider attests the wallet itself.
    alsoFails: [
      'vci.key_attestation.trusted',
      'vci.wallet_attestation.provider_listed',
      'vci.wallet_attestation.trusted',
    ],
    byProfile: 'credential',
  },
  {
    id: 'vci.wallet_attestation.provider_certificate',
    authenticates: true,
    title: 'Is attested by a provider whose certificate does not say what it is for',
    expect: 'accepted',
    needs: { issuer, flow: 'authorization_code', lists: true, profile: { walletProvider: 'plain' } },
    alsoFails: ['vci.wallet_attestation.provider_listed', 'vci.wallet_attestation.trusted'],
    byProfile: 'token',
  },
]
