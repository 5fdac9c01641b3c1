import { groupBy } from '../../ground/values/collections'
import { presets } from '../presets'
import type { SessionResult } from '../session-result'
import { judgeIn } from './case-verdict'
import { officialCases } from './cases'
import { isDecidable, type OfficialCase } from './official-case'
import { pairedCase } from './paired-cases'

/**
 * The cases that sessions of these presets can decide together, without a case that needs one more. A case that any presentation
 * decides counts where its own preset is.
 */
export function casesOfPresets(presets: readonly string[]): readonly OfficialCase[] {
  const known = new Set(presets)
  const has = (id: string | null): boolean => id !== null && known.has(id)
  return officialCases.filter((one) => {
    if (!isDecidable(one)) return false
    const { alongside, instead = [], control } = pairedCase(one.id)
    if (control !== undefined && !has(control.preset)) return false
    if (alongside !== undefined) return [one.preset, ...alongside].every(has)
    return has(one.preset) || has(one.packed) || instead.some(has)
  })
}

/** How many cases each preset decides by its own session; none for those that it makes with others at once. */
export const casesByPreset: ReadonlyMap<string, number> = officialCases.reduce(
  (counts, one) =>
    isDecidable(one) && one.preset !== null ? counts.set(one.preset, (counts.get(one.preset) ?? 0) + 1) : counts,
  new Map<string, number>(),
)

/** The case that a person decides after a session of a preset, by what the wallet showed. */
const asked: Readonly<Record<string, string>> = {
  answer_without_redirect: 'WS_RP_IA_MainInteraction_066',
  answer_not_json: 'WS_RP_MS_ProtocolMessages_125',
  answer_400: 'WS_RP_MS_ProtocolMessages_126',
}

/** The case of which a session of this preset asks a person; `null` for none. */
export const personCase = (presetId: string | undefined): OfficialCase | null =>
  officialCases.find(({ id }) => id === asked[presetId ?? '']) ?? null

/** The preset that brings about what a person decides a case by; `null` for none. */
export const presetOfPersonCase = (caseId: string): string | null =>
  Object.keys(asked).find((preset) => asked[preset] === caseId) ?? null

const byPacked: ReadonlyMap<string, readonly OfficialCase[]> = groupBy(
  officialCases.filter(({ packed }) => packed !== null),
  ({ packed }) => packed ?? '',
)

/** Presets in their best order, each once. */
const inOrder = (ids: readonly (string | null)[]): readonly string[] =>
  presets.filter(({ id }) => ids.includes(id)).map(({ id }) => id)

const singles: ReadonlyMap<string, readonly string[]> = new Map(
  [...byPacked].map(([packed, cases]) => [packed, inOrder(cases.map(({ preset }) => preset))]),
)

/** The presets of the cases that a preset makes all at once, each alone; empty for a preset that makes one thing. */
export const singlesOf = (presetId: string): readonly string[] => singles.get(presetId) ?? []

/** Those among them whose cases a session of that preset did not pass: they decide what it leaves open. */
export function singlesLeft(presetId: string, sessionId: string, result: SessionResult): readonly string[] {
  const run = { ...result, foundOfOthers: null, sessionId, preset: presetId, expects: 'answer' } as const
  const left = (byPacked.get(presetId) ?? []).filter((one) => judgeIn(one, run).verdict !== 'passed')
  return inOrder(left.map(({ preset }) => preset))
}
