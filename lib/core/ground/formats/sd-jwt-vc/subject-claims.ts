import type { PidValue } from '../../pid/attribute'
import { invariant } from '../../ports/errors'
import { isObject, type JsonObject } from '../../values/json'

/** The claims of an SD-JWT VC that say what the subject's attributes say. Pictures become data URLs. */
export function subjectClaims(subject: readonly PidValue[]): JsonObject {
  const claims: JsonObject = {}
  for (const attribute of subject) {
    const [first, second, ...deeper] = attribute.sdJwtPath
    invariant(deeper.length === 0, 'PID claims are nested one level deep at most.')
    const value =
      attribute.mdoc?.type === 'bstr' ? `data:image/jpeg;base64,${String(attribute.value)}` : attribute.value
    if (second === undefined) {
      claims[first] = value
    } else {
      const parent = claims[first]
      claims[first] = { ...(isObject(parent) ? parent : {}), [second]: value }
    }
  }
  return claims
}
