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
