import { europeanDraft, isEuropean } from './european-draft'
import type { ConformanceEntry, DraftsView } from './session-view'

const isBroken = ({ status }: ConformanceEntry): boolean => status === 'fail' || status === 'warn'

/**
 * The drafts that a wallet implements: exactly those of the reasons that were seen, and what to change first, violations
 * of a must before the rest, and what European issuers want as it is last of all. `null` if no reason has a draft.
 */
export function draftRadar(findings: readonly ConformanceEntry[]): DraftsView | null {
  const ofDrafts = findings.filter((finding) => isBroken(finding) && finding.draft !== undefined)
  const signs = new Map<string, { readonly isMust: boolean; readonly sign: DraftsView['signs'][number] }>()
  for (const { id, draft = '', hint, level, status } of ofDrafts) {
    const key = JSON.stringify([id, draft])
    const isMust = signs.get(key)?.isMust === true || (level === 'must' && status === 'fail')
    const change = isEuropean({ draft }) ? europeanDraft.change : (hint ?? '')
    signs.set(key, { isMust, sign: { check: id, draft, change } })
  }
  const seen = [...signs.values()]
  const rankOf = ({ isMust, sign }: (typeof seen)[number]): number => (isEuropean(sign) ? 2 : isMust ? 0 : 1)
  const ordered = seen.toSorted((one, other) => rankOf(one) - rankOf(other)).map(({ sign }) => sign)
  const [first] = ordered
  if (first === undefined) return null
  const named = [...new Set(ordered.map(({ draft }) => draft))]
  // Avoids naming `up to draft 24` beside `up to draft 24, as in ISO/IEC 18013-7`.
  const drafts = named.filter((draft) => !named.some((other) => other.startsWith(`${draft}, `)))
  const change = first.change.endsWith('.') ? first.change : `${first.change}.`
  return { line: `This wallet seems to implement ${drafts.join('; ')}. Change first: ${change}`, signs: ordered }
}
