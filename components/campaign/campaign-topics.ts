/** The campaigns that most people look for, by the question that each answers. */
export const campaignQuestions = [
  { id: 'baseline', question: 'Does it pass the baseline of the official cases?' },
  { id: 'smoke', question: 'Does it work at all?' },
  { id: 'haip', question: 'Is it ready for HAIP?' },
  { id: 'refusals', question: 'Does it refuse what it must?' },
] as const

/** All other campaigns by what they are about. */
export const campaignTopics = [
  { topic: 'Issuance', ids: ['nonce', 'lifecycle', 'status_refusals', 'metadata', 'wallet_units'] },
  { topic: 'Presentation', ids: ['malformed', 'openid', 'payments', 'digital_credentials'] },
  { topic: 'Trust', ids: ['trust', 'trust_issuance', 'trust_lists'] },
  {
    topic: 'European official cases',
    ids: [
      'baseline_issuance',
      'baseline_presentation',
      'quick',
      'european',
      'european_answers',
      'european_refusals',
      'european_requests',
      'european_laboratory',
      'european_transactions',
      'european_trust',
      'european_prefixes',
      'european_persons',
    ],
  },
  { topic: 'Everything at once', ids: ['full'] },
] as const

/** Campaigns in the order in which they tell most, shortest first. */
const inOrder: readonly string[] = [...campaignQuestions.map(({ id }) => id), 'european']

/** The campaign to run once one has nothing to fix; `null` after the last. A topic is followed by the first of all. */
export const campaignAfter = (id: string | null): string | null => inOrder[inOrder.indexOf(id ?? '') + 1] ?? null
