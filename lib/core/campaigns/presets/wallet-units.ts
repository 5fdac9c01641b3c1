import type { JsonObject } from '../../shared/values/json'
import { fixed, type Preset } from './preset'

/** An issuer in the European framework that requires key attestations; one scan, without login. */
const issued = fixed('issuance', 'answer', {
  issuer_configuration_id: 'eu-pid-device-bound',
  flow: 'pre_authorized_code',
  credential_offer_mode: 'credential_offer_uri',
  trust_framework: 'eu',
})

const asking = (id: string, title: string, laboratory: JsonObject, person?: string): Preset =>
  issued(`wallet_unit.${id}`, title, { laboratory: { wallet_unit: {}, ...laboratory } }, person)

/** 60 days: longer than the 31 that every provider has to be able to send. TS3-2.4.2 */
const periodSeconds = 60 * 86_400

const keysOfBatch = 3

/** The session without which the others show nothing. */
export const rightWalletUnit = asking(
  'good',
  'An issuer that takes what TS3 says of wallet units, and demands nothing',
  {},
)

/** Issuers that ask for attestations of a wallet unit and its key storage. TS3-2 */
export const walletUnitPresets: readonly Preset[] = [
  rightWalletUnit,
  asking('demand', 'An issuer that refuses attestations that are not those of TS3', { wallet_unit: { demand: 'ts3' } }),
  asking('period', 'An issuer that prefers statuses that are kept for 60 days', {
    wallet_unit: { client_status_period: periodSeconds, key_storage_status_period: periodSeconds },
  }),
  asking('levels', 'An issuer that asks for keys in a key storage of level high', {
    wallet_unit: { key_storage: ['iso_18045_high'], user_authentication: ['iso_18045_high'] },
  }),
  asking('batch', 'Three credentials at once, for the keys of one key attestation with one proof', {
    batch: { size: keysOfBatch },
    reuse_policy: {
      options: [{ details: ['once_only'], batch_size: keysOfBatch, reissue_trigger_unused: 1 }],
    },
  }),
  asking('unbound', 'A pass that is bound to no key, for which no key attestation is sent', {
    credentials: [
      {
        id: 'urn:example:visitor-pass',
        format: 'dc+sd-jwt',
        vct: 'urn:example:visitor-pass',
        binding: 'none',
        claims: { number: 'TEST-PASS-3', place: 'Test museum' },
        display: [{ name: 'Visitor pass (test)', locale: 'en' }],
      },
    ],
  }),
  asking('other_issuer', 'A second issuer, to which the wallet shows another entry of its status list', {}),
  asking(
    'revoked',
    'An issuer that reads the status of the wallet unit, which is revoked after the credential',
    { wallet_unit: { check_status: true }, status: {} },
    'After the credential, press Revoke this unit on the page of the session, then Offer again, and open that offer too.',
  ),
]
