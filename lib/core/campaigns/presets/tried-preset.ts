import type { JsonObject } from '../../shared/values/json'
import { presetById } from './index'
import type { Preset } from './preset'

/** Stands for what an installation adds to a body, which does not change what the preset tries. */
const example = { authorityKeyIdentifier: '', scopeAlias: null }

/**
 * What a session of a preset tries, without what its installation adds to the request; `null` for a preset that this
 * version does not have.
 */
export function triedByPreset(
  id: string,
): { readonly kind: Preset['kind']; readonly body: JsonObject; readonly expectsRefusal: boolean } | null {
  const preset = presetById(id)
  return preset && { kind: preset.kind, body: preset.body(example), expectsRefusal: preset.expects === 'refusal' }
}
