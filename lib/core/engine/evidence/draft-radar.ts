import { isObject } from '../../shared/values/json'
import type { ConformanceEntry, DraftsView } from './session-view'

const isBroken = ({ status }: ConformanceEntry): boolean => status === 'fail' || status === 'warn'

/**
 * The drafts that a wallet implements: exactly those of the reasons that were seen, and what to change first, violations
 * of a must before the rest. `null` if no reason has a draft.
 */
export function draftRadar(findings: readonly ConformanceEntry[]): DraftsView | null {
  const ofDrafts = findings
    .filter(isBroken)
    .map(withSign)
    .filter(({ draft }) => draft !== undefined)
  const signs = new Map<string, { readonly isMust: boolean; readonly sign: DraftsView['signs'][number] }>()
  for (const { id, draft = '', hint, level, status } of ofDrafts) {
    const key = JSON.stringify([id, draft])
    const isMust = signs.get(key)?.isMust === true || (level === 'must' && status === 'fail')
    signs.set(key, { isMust, sign: { check: id, draft, change: hint ?? '' } })
  }
  const seen = [...signs.values()]
  const inOrder = [...seen.filter(({ isMust }) => isMust), ...seen.filter(({ isMust }) => !isMust)]
  const ordered = inOrder.map(({ sign }) => sign)
  const [first] = ordered
  if (first === undefined) return null
  const named = [...new Set(ordered.map(({ draft }) => draft))]
  // Avoids naming `up to draft 24` beside `up to draft 24, as in ISO/IEC 18013-7`.
  const drafts = named.filter((draft) => !named.some((other) => other.startsWith(`${draft}, `)))
  return { line: `This wallet seems to implement ${drafts.join('; ')}. Change first: ${first.change}`, signs: ordered }
}

const judgingTranscripts: readonly string[] = [
  'vp.mdoc.device_signature',
  'vp.mdoc.device_mac',
  'vp.mdoc.transcript_variant',
]

const draftsOfTranscripts: Readonly<Record<string, string>> = {
  iso_18013_7: 'OpenID4VP up to draft 24, as in ISO/IEC 18013-7',
  dc_api_draft_24: 'OpenID4VP draft 24, over the Digital Credentials API',
}

/** Signs of checks whose reasons are not named yet. */
function withSign(entry: ConformanceEntry): ConformanceEntry {
  const { id, actual, draft } = entry
  if (draft !== undefined) return entry
  if (id === 'vci.key_attestation.typ' && actual === 'keyattestation+jwt')
    return {
      ...entry,
      draft: 'OpenID4VCI before 1.0',
      hint: 'Set typ of the key attestation to key-attestation+jwt, with a hyphen.',
    }
  if (!judgingTranscripts.includes(id)) return entry
  const values = isObject(actual) ? [actual.transcript, actual.covered, actual.salted_with] : [actual]
  const found = Object.entries(draftsOfTranscripts).find(([variant]) => values.includes(variant))
  return found === undefined
    ? entry
    : { ...entry, draft: found[1], hint: 'Sign the SessionTranscript with OpenID4VPHandover.' }
}
