import { mutationPresets } from '../../shared/mutations/mutation-presets'
import type { JsonObject } from '../../shared/values/json'
import type { Preset } from './preset'

const common: Readonly<Record<Preset['kind'], JsonObject>> = {
  issuance: { issuer_configuration_id: 'eu-pid-jwt-proof-only', flow: 'pre_authorized_code' },
  presentation: {},
}

/** Right requests and documents with one change each. No built-in campaign has them, and they decide no official case. */
export const changedPresets: readonly Preset[] = mutationPresets.map(({ id, kind, title, expects, mutations }) => ({
  id: `mutation.${id}`,
  kind,
  title,
  expects,
  needsMutations: true,
  body: () => ({ ...common[kind], mutations: [...mutations] }),
}))
