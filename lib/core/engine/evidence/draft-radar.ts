import type { ConformanceEntry, DraftsView } from './session-view'

const isBroken = ({ status }: ConformanceEntry): boolean => status === 'fail' || status === 'warn'

/**
 * The drafts that a wallet implements: exactly those of the reasons that were seen, and what to change first, violations
 * of a must before the rest. `null` if no reason has a draft.
 */
export function draftRadar(findings: readonly ConformanceEntry[]): DraftsView | null {
  const ofDrafts = findings.filter((finding) => isBroken(finding) && finding.draft !== undefined)
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
