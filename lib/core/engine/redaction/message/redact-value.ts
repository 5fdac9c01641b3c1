import type { Json } from '../../../shared/values/json'
import { createRedaction, type RedactionTools } from '../create-redaction'
import { boundJson } from '../values/bound-json'
import { finishStrings } from './finish-strings'
import { redactMember } from './redact-json'

/** Limits a value in a finding to what can be read at a glance. */
const bytesMax = 4096

/**
 * Redacts one value by the name it was sent under, for `actual` of a finding or the detail of an event. Never throws: a
 * value that cannot be redacted becomes `null`.
 */
export function redactValue(name: string, value: Json, tools: RedactionTools): Json {
  try {
    const redaction = createRedaction(tools)
    const redacted = redactMember(name, value, { source: name, ours: false, nesting: 0, namesKinds: false }, redaction)
    return boundJson(finishStrings(redacted, redaction.secrets), bytesMax)
  } catch {
    return null
  }
}
