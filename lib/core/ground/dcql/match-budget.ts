/**
 * Steps that comparing one answer with its query may take, over all its presentations and claims queries together: each
 * node that a path meets and each claim that a node is counted for is one. Far above what any credential needs.
 */
export const comparisonStepsMax = 100_000

/** What is left of these steps. Everything that compares for one answer takes from one budget. */
export interface MatchBudget {
  steps: number
}

/** A budget for one answer. */
export const createMatchBudget = (): MatchBudget => ({ steps: comparisonStepsMax })

/** Ends a comparison that took too many steps. Never leaves `matchCredentialQuery`. */
export class ComparisonStopped extends Error {}

/** Takes steps before they are made. Throws ComparisonStopped where not so many are left, and leaves none then. */
export function takeSteps(budget: MatchBudget, steps: number): void {
  budget.steps -= steps
  if (budget.steps >= 0) return
  budget.steps = 0
  throw new ComparisonStopped()
}
