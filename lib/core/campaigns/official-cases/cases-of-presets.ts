import { groupBy } from '../../shared/values/collections'
import { presets } from '../presets'
import type { SessionResult } from '../session-result'
import { judgeIn } from './case-verdict'
import { officialCases } from './cases'
import { defaultEdition, type Edition } from './editions'
import { isDecidable, type OfficialCase } from './official-case'
import { pairedCase } from './paired-cases'

/**
 * The cases that sessions of these presets can decide together, without a case that needs another one. A case that any
 * presentation decides counts with its own preset.
 */
export function casesOfPresets(
  presets: readonly string[],
  { cases }: Pick<Edition, 'cases'> = defaultEdition,
): readonly OfficialCase[] {
  const known = new Set(presets)
  const has = (id: string | null): boolean => id !== null && known.has(id)
  return cases.filter((one) => {
    if (!isDecidable(one)) return false
    const { alongside, instead = [], control } = pairedCase(one.id)
    if (control !== undefined && !has(control.preset)) return false
    if (alongside !== undefined) return [one.preset, ...alongside].every(has)
    return has(one.preset) || has(one.packed) || instead.some(has)
  })
}

/** How many cases each preset decides by its own session; a combined preset counts none. */
export const casesByPreset: ReadonlyMap<string, number> = officialCases.reduce(
  (counts, one) =>
    isDecidable(one) && one.preset !== null ? counts.set(one.preset, (counts.get(one.preset) ?? 0) + 1) : counts,
  new Map<string, number>(),
)

/** The case that a person decides after a preset's session, from what the wallet showed. */
const asked: Readonly<Record<string, string>> = {
  answer_without_redirect: 'WS_RP_IA_MainInteraction_066',
  answer_not_json: 'WS_RP_MS_ProtocolMessages_125',
  answer_400: 'WS_RP_MS_ProtocolMessages_126',
}

/** The case that a session of this preset asks a person about; `null` if none. */
export const personCase = (presetId: string | undefined): OfficialCase | null =>
  officialCases.find(({ id }) => id === asked[presetId ?? '']) ?? null

/** The preset that prepares what a person judges a case by; `null` if none. */
export const presetOfPersonCase = (caseId: string): string | null =>
  Object.keys(asked).find((preset) => asked[preset] === caseId) ?? null

const byPacked: ReadonlyMap<string, readonly OfficialCase[]> = groupBy(
  officialCases.filter(({ packed }) => packed !== null),
  ({ packed }) => packed ?? '',
)

/** Presets in canonical order, without duplicates. */
const inOrder = (ids: readonly (string | null)[]): readonly string[] =>
  presets.filter(({ id }) => ids.includes(id)).map(({ id }) => id)

const singles: ReadonlyMap<string, readonly string[]> = new Map(
  [...byPacked].map(([packed, cases]) => [packed, inOrder(cases.map(({ preset }) => preset))]),
)

/** The single presets for the cases of a combined preset; empty for any other preset. */
export const singlesOf = (presetId: string): readonly string[] => singles.get(presetId) ?? []

/** The single presets whose cases the combined session did not pass: they decide what it leaves open. */
export function singlesLeft(presetId: string, sessionId: string, result: SessionResult): readonly string[] {
  const run = { ...result, foundOfOthers: null, sessionId, preset: presetId, expects: 'answer' } as const
  const left = (byPacked.get(presetId) ?? []).filter((one) => judgeIn(one, run).verdict !== 'passed')
  return inOrder(left.map(({ preset }) => preset))
}
