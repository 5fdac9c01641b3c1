import type { JudgedCase } from './case-verdict'
import type { OfficialCase } from './official-case'
import { pairedCase } from './paired-cases'

/** The remark on a case that no session shows any more. */
export const evidenceRemoved = 'Its evidence was removed.'

/**
 * A case without a session says so if one that could decide it was deleted with its evidence. `removed`: the presets of
 * such sessions.
 */
export function toldOfRemoval(official: OfficialCase, judged: JudgedCase, removed: ReadonlySet<string>): JudgedCase {
  if (judged.verdict !== 'not_run' || judged.remark !== null) return judged
  return presetsOf(official).some((id) => removed.has(id)) ? { ...judged, remark: evidenceRemoved } : judged
}

/** The presets of a case's own sessions. */
function presetsOf({ id, preset, packed }: OfficialCase): readonly string[] {
  const { alongside = [], instead = [] } = pairedCase(id)
  return [preset, packed, ...alongside, ...instead].filter((one) => one !== null)
}
