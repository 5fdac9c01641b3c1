import type { CoveredNode, ServedClaims } from './claim-coverage'
import type { ClaimMatch, ClaimSetsMatch } from './dcql-reading'
import { type MatchBudget, takeSteps } from './match-budget'

/**
 * Finds out which option of `claim_sets` was answered. `options` and the sets of a covered node count claims by their
 * place in `claims`. Throws ComparisonStopped. OID4VP-1FINAL-6.4.1
 */
export function matchClaimSets({
  options,
  claims,
  covered,
  budget,
}: {
  readonly options: readonly (readonly number[])[]
  readonly claims: readonly ClaimMatch[]
  readonly covered: readonly CoveredNode[]
  readonly budget: MatchBudget
}): ClaimSetsMatch {
  const judged = options.map((option) => {
    takeSteps(budget, option.length)
    const missing = option.filter((place) => claims[place]?.found !== true)
    return {
      option,
      satisfied: missing.length === 0,
      missing: missing.map((place) => claims[place]?.index ?? place),
    }
  })
  const first = judged.findIndex(({ satisfied }) => satisfied)
  const unexplained = unexplainedBy(covered, budget)
  const cost = ({ missing, option }: (typeof judged)[number]): number =>
    first >= 0 ? unexplained(option) : missing.length
  const best = judged.reduce(
    (chosen, option, index) => {
      if (first >= 0 && !option.satisfied) return chosen
      const own = cost(option)
      return chosen.cost <= own ? chosen : { index, cost: own }
    },
    { index: 0, cost: Number.POSITIVE_INFINITY },
  ).index
  return {
    options: judged.map(({ satisfied, missing }) => ({ satisfied, missing })),
    first: first >= 0 ? first : null,
    best,
  }
}

/** Counts the nodes that no claim of an option explains. Nodes that serve the same claims count together. */
function unexplainedBy(covered: readonly CoveredNode[], budget: MatchBudget): (option: readonly number[]) => number {
  const counts = new Map<ServedClaims, number>()
  for (const { served } of covered) counts.set(served, (counts.get(served) ?? 0) + 1)
  const serving = new Map<number, ServedClaims[]>()
  for (const served of counts.keys())
    for (const place of placesOf(served)) {
      const others = serving.get(place)
      if (others === undefined) serving.set(place, [served])
      else others.push(served)
    }
  return (option) => {
    const explaining = new Set<ServedClaims>()
    let explained = 0
    for (const place of option) {
      const groups = serving.get(place) ?? []
      takeSteps(budget, groups.length)
      for (const served of groups) {
        if (explaining.has(served)) continue
        explaining.add(served)
        explained += counts.get(served) ?? 0
      }
    }
    return covered.length - explained
  }
}

/** Claims that select a node, or something inside it; each may be in both sets. */
export const placesOf = ({ selectedBy, leadsTo }: ServedClaims): number[] => [...selectedBy, ...leadsTo]
