import { isSameJson, type JsonObject } from '@/lib/core/shared/values/json'
import { verifierPresets } from '../start/verifier-presets'

/** Settings of a workbench to choose by name. */
export interface SettingPreset {
  readonly label: string
  readonly settings: JsonObject
}

/** Each replaces all settings of its kind. None changes the code. */
export const settingPresets: Readonly<Record<'issuance' | 'presentation', readonly SettingPreset[]>> = {
  issuance: [
    { label: 'PID, pre-authorised', settings: {} },
    {
      label: 'PID as mdoc',
      settings: { credential_configuration_id: 'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required' },
    },
    { label: 'With a transaction code', settings: { tx_code: true } },
    { label: 'Authorization code', settings: { flow: 'authorization_code' } },
    {
      label: 'JWT proof, without attestation',
      settings: { issuer_configuration_id: 'eu-pid-jwt-proof-only' },
    },
    { label: 'DPoP nonce required', settings: { dpop_nonce: 'required' } },
  ],
  presentation: verifierPresets.map(({ label, query }) => ({
    label: label.charAt(0).toUpperCase() + label.slice(1),
    settings: query === null ? {} : { dcql_query: query },
  })),
}

/** What a code that stays always says, so that it is no news. */
const always = ['credential_offer_mode']

const worthSaying = (settings: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !always.includes(name)))

/** Settings as one line: their name, or each option that differs from its default. */
export function settingsWords(kind: 'issuance' | 'presentation', settings: JsonObject): string {
  const said = worthSaying(settings)
  const preset = settingPresets[kind].find((one) => isSameJson(one.settings, said))
  if (preset !== undefined) return preset.label
  return Object.entries(said)
    .map(([name, value]) => (typeof value === 'object' ? name : `${name} ${String(value)}`).replaceAll('_', ' '))
    .join(', ')
}
