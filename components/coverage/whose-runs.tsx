import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'

/** Whose campaigns and entered results the page counts. */
export function WhoseRuns({ of }: { readonly of: CoverageView['campaigns_of'] }) {
  return of === 'operator'
    ? 'Only what was started or entered with the operator token counts.'
    : 'Anybody who reaches this service may add runs: it has no operator token.'
}
