import { groupBy } from '../../ground/values/collections'
import { presets } from '../presets'
import type { SessionResult } from '../session-result'
import { judgeIn } from './case-verdict'
import { officialCases } from './cases'
import type { OfficialCase } from './official-case'

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
