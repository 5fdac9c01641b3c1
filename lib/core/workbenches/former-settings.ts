import type { FormerSettings, Workbench } from '../shared/ports/workbench'
import { isSameJson, type JsonObject } from '../shared/values/json'
import { jsonBytes } from '../shared/values/json-bytes'

/** Most former settings of one kind. */
const formerMax = 5

/** Maximum bytes of the former settings of one kind, as JSON: every read of a workbench reads them too. */
const formerBytesMax = 32 * 1024

/** The settings of a workbench before these, newest first, once it gets other ones. Older ones make room. */
export function formerSettings(
  workbench: Pick<Workbench, 'issuance' | 'presentation' | 'former'>,
  next: Pick<Workbench, 'issuance' | 'presentation'>,
): FormerSettings {
  const ofKind = (kind: 'issuance' | 'presentation'): readonly JsonObject[] => {
    const known = workbench.former?.[kind] ?? []
    if (isSameJson(workbench[kind], next[kind])) return known
    const others = known.filter((one) => !isSameJson(one, workbench[kind]) && !isSameJson(one, next[kind]))
    return fitting([workbench[kind], ...others].slice(0, formerMax))
  }
  return { issuance: ofKind('issuance'), presentation: ofKind('presentation') }
}

/** The first of them that have room together. */
function fitting(settings: readonly JsonObject[]): readonly JsonObject[] {
  let bytes = 0
  return settings.filter((one) => {
    bytes += jsonBytes(one)
    return bytes <= formerBytesMax
  })
}
