import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'

/** The numbers of a wallet: first those of the cases that judge it, are required and apply, then of all. */
export function CoverageNumbers({ coverage: { headline, counts } }: { readonly coverage: CoverageView }) {
  const { code, told, told_by_driver, told_unrecorded, contradicted, review_needed } = headline
  const more = [
    code > 0 ? `${code} of the passed ones with another error code than the case names` : null,
    told > 0 ? `${told} decided by what a person saw` : null,
    told_by_driver > 0 ? `${told_by_driver} decided by what a driver reported` : null,
    told_unrecorded > 0 ? `${told_unrecorded} decided by what was told, by whom is not recorded` : null,
    contradicted > 0 ? `${contradicted} left out because the wallet passed a case that demands the contrary` : null,
    review_needed > 0 ? `${review_needed} left out because the framework changed the text` : null,
  ].filter((words) => words !== null)
  return (
    <div className="grid gap-1 text-ink-2 md:col-span-2">
      <p>
        <strong className="font-[550] text-ink">{headline.sentence}.</strong>
      </p>
      <p>
        These are the required cases that judge the wallet and apply to it{more.length > 0 && `: ${more.join(', ')}`}.
      </p>
      <p className="text-sm">
        Of all {counts.cases} cases, sessions can decide {counts.decidable}; {counts.conditional} of these also need
        something outside their session. {counts.manual} need a person, {counts.gap} are not covered yet, and{' '}
        {counts.out_of_scope} are out of scope.
      </p>
    </div>
  )
}
