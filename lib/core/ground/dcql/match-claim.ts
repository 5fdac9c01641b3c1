import type { ClaimsQuery } from './dcql-query'
import type { ClaimMatch, ValuesMatch } from './dcql-reading'
import { positionOf, type SelectedNode, type Selection } from './select-claims'

/** Relates one claims query to what its path selects in the claims of a presentation. OID4VP-1FINAL-6.3 */
export const matchClaim = (claim: ClaimsQuery, selection: Selection): ClaimMatch => ({
  index: claim.index,
  id: claim.id,
  path: claim.path,
  selected: selection.selected.map(positionOf),
  found: selection.selected.length > 0,
  missing: selection.missing,
  followed: selection.followed,
  values: claim.values && matchValues(claim.values, selection.selected),
  arrays: selection.arrays,
})

function matchValues(wanted: WantedValues, selected: readonly SelectedNode[]): ValuesMatch {
  const { values, texts } = wantedSets(wanted)
  const equals = ({ node }: SelectedNode): boolean =>
    node.kind === 'value' && node.value !== null && values.has(node.value)
  const looksEqual = ({ node }: SelectedNode): boolean => node.kind === 'value' && texts.has(String(node.value))
  const others = selected.filter((one) => !equals(one))
  return {
    wanted,
    matches: others.length < selected.length,
    others: others.map(positionOf),
    typeDiffers: others.some(looksEqual),
  }
}

type WantedValues = NonNullable<ClaimsQuery['values']>

/** Made once of each list, whichever presentations are compared with it: no query changes. */
const sets = new WeakMap<WantedValues, { readonly values: ReadonlySet<unknown>; readonly texts: ReadonlySet<string> }>()

function wantedSets(wanted: WantedValues) {
  const made = sets.get(wanted) ?? { values: new Set(wanted), texts: new Set(wanted.map(String)) }
  sets.set(wanted, made)
  return made
}
