/**
 * Steps allowed for comparing one response with its query, over all presentations and claims queries: one for each node
 * that a path meets and each claim that a node is counted for. Far above what any credential needs.
 */
export const comparisonStepsMax = 100_000

/** Steps left, shared by everything that compares one response. */
export interface MatchBudget {
  steps: number
}

/** A full budget for one response. */
export const createMatchBudget = (): MatchBudget => ({ steps: comparisonStepsMax })

/** Aborts a comparison that took too many steps. Never leaves `matchCredentialQuery`. */
export class ComparisonStopped extends Error {}

/** Takes steps before they are made. Throws ComparisonStopped, leaving none, if the budget does not cover them. */
export function takeSteps(budget: MatchBudget, steps: number): void {
  budget.steps -= steps
  if (budget.steps >= 0) return
  budget.steps = 0
  throw new ComparisonStopped()
}
