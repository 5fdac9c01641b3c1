import type { ClaimNode } from '../../formats/sd-jwt-vc/disclosures'
import { type SelectedClaim, selectByPath } from './claims-path'
import type { ClaimsQuery, CredentialQuery } from './dcql-query'

/**
 * The claims to show of a credential: those of the query, those of the first claim set that the credential satisfies,
 * or none when the query asks for none (OID4VP-1FINAL-6.4.1). Null when the credential lacks one of them.
 */
export function selectClaims(
  { claims, claimSets }: Pick<CredentialQuery, 'claims' | 'claimSets'>,
  root: ClaimNode,
): SelectedClaim[] | null {
  if (claims === null) return []
  if (claimSets === null) return selectAll(claims, root)
  for (const ids of claimSets) {
    const selected = selectAll(
      claims.filter(({ id }) => id !== null && ids.includes(id)),
      root,
    )
    if (selected !== null) return selected
  }
  return null
}

function selectAll(claims: ClaimsQuery[], root: ClaimNode): SelectedClaim[] | null {
  const selected: SelectedClaim[] = []
  for (const { path, values } of claims) {
    // A claim whose value does not match counts as missing.
    const found = selectByPath(root, path).filter(
      ({ node }) => values === null || values.some((value) => value === node.value),
    )
    if (found.length === 0) return null
    selected.push(...found)
  }
  return selected
}
