import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'

const words = {
  issuance: {
    answer: 'Expected: the wallet accepts the credential.',
    refusal: 'Expected: the wallet refuses, and accepts no credential.',
    report: 'No text says what a wallet does here: the session tells what it did.',
  },
  presentation: {
    answer: 'Expected: the wallet responds to the request.',
    refusal: 'Expected: the wallet refuses the request.',
    report: 'No text says what a wallet does here: the session tells what it did.',
  },
} as const

/** What a good wallet does in a session of a campaign, in words; empty for a preset that this version does not know. */
export const expectedOf = ({
  kind,
  expects,
  warning_enough: isWarningEnough,
}: Pick<CampaignStepView, 'kind' | 'expects' | 'warning_enough'>): string =>
  kind === null || expects === null
    ? ''
    : isWarningEnough
      ? 'Expected: the wallet refuses the request, or warns its user and asks.'
      : words[kind][expects]
