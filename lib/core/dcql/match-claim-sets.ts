import type { CoveredNode } from './claim-coverage'
import type { ClaimMatch, ClaimSetsMatch } from './dcql-reading'

/**
 * Finds out which option of `claim_sets` was answered. `options` and the sets of a covered node count claims by their
 * place in `claims`. OID4VP-1FINAL-6.4.1
 */
export function matchClaimSets({
  options,
  claims,
  covered,
}: {
  readonly options: readonly (readonly number[])[]
  readonly claims: readonly ClaimMatch[]
  readonly covered: readonly CoveredNode[]
}): ClaimSetsMatch {
  const judged = options.map((option) => {
    const missing = option.filter((place) => claims[place]?.found !== true)
    return {
      satisfied: missing.length === 0,
      missing: missing.map((place) => claims[place]?.index ?? place),
      unexplained: covered.filter((node) => !option.some((place) => serves(node, place))).length,
    }
  })
  const first = judged.findIndex(({ satisfied }) => satisfied)
  const cost = ({ missing, unexplained }: (typeof judged)[number]): number =>
    first >= 0 ? unexplained : missing.length
  const best = judged.reduce(
    (chosen, option, index) => {
      if (first >= 0 && !option.satisfied) return chosen
      return chosen.cost <= cost(option) ? chosen : { index, cost: cost(option) }
    },
    { index: 0, cost: Number.POSITIVE_INFINITY },
  ).index
  return {
    options: judged.map(({ satisfied, missing }) => ({ satisfied, missing })),
    first: first >= 0 ? first : null,
    best,
  }
}

/** The node is selected by this claim, or on the way to what it selects. */
export const serves = (node: CoveredNode, place: number): boolean =>
  node.selectedBy.has(place) || node.leadsTo.has(place)
