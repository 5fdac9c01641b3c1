import type { JsonObject } from '../../shared/values/json'
import type { Preset } from './preset'

/** The id of the credential query for the card, as a session that follows its issuance asks by default. */
export const cardQueryId = 'own_type'

/** A payment card of an issuer of the session's own. Synthetic data only. TS12-2.2 */
const sdJwtCard: JsonObject = {
  id: 'sca_card',
  format: 'dc+sd-jwt',
  claims: { pan_last_four: '1234', scheme: 'Test scheme' },
  display: [{ name: 'Payment card (test)', locale: 'en' }],
}

/** The issuance of the card that the presets of transactions ask back. */
export const cardIssuance: Preset = {
  id: 'payments.card',
  kind: 'issuance',
  title: 'A payment card, which confirms transactions',
  expects: 'answer',
  body: () => ({
    issuer_configuration_id: 'eu-pid-jwt-proof-only',
    flow: 'pre_authorized_code',
    credential_offer_mode: 'credential_offer_uri',
    laboratory: { credentials: [sdJwtCard] },
  }),
}

/** What a preset says that asks the card back. */
export const ofCard = { follows: cardIssuance.id } as const
