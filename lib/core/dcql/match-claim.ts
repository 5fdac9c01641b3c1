import type { ClaimNode } from './claim-tree'
import type { ClaimsQuery } from './dcql-query'
import type { ClaimMatch, ValuesMatch } from './dcql-reading'
import { type SelectedNode, type Selection, selectClaims } from './select-claims'

/** Relates one claims query to the claims of a presentation. Never throws. OID4VP-1FINAL-6.3 */
export function matchClaim(
  claim: ClaimsQuery,
  root: ClaimNode,
): { readonly match: ClaimMatch; readonly selection: Selection } {
  const selection = selectClaims(root, claim.path)
  const match: ClaimMatch = {
    index: claim.index,
    id: claim.id,
    path: claim.path,
    selected: selection.selected.map(({ position }) => position),
    found: selection.selected.length > 0,
    missing: selection.missing,
    followed: selection.followed,
    values: claim.values && matchValues(claim.values, selection.selected),
    arrays: selection.arrays,
  }
  return { match, selection }
}

function matchValues(wanted: NonNullable<ClaimsQuery['values']>, selected: readonly SelectedNode[]): ValuesMatch {
  const equals = ({ node }: SelectedNode): boolean =>
    node.kind === 'value' && node.value !== null && wanted.includes(node.value)
  const looksEqual = ({ node }: SelectedNode): boolean =>
    node.kind === 'value' && wanted.some((value) => String(value) === String(node.value))
  const others = selected.filter((one) => !equals(one))
  return {
    wanted,
    matches: others.length < selected.length,
    others: others.map(({ position }) => position),
    typeDiffers: others.some(looksEqual),
  }
}
