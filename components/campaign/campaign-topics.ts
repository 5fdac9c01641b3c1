/** The campaigns that most people look for, by the question that each answers. */
export const campaignQuestions = [
  { id: 'baseline', question: 'Does it pass the baseline of the official cases?' },
  { id: 'smoke', question: 'Does it work at all?' },
  { id: 'haip', question: 'Is it ready for HAIP?' },
  { id: 'refusals', question: 'Does it refuse what it must?' },
] as const

/**
 * Further campaigns by what they are about. The others start by their address, as `GET /campaigns` lists them: what they
 * hold is in one of these, or needs much of a wallet.
 */
export const campaignTopics = [
  { topic: 'Issuance', ids: ['lifecycle', 'wallet_units'] },
  { topic: 'Presentation', ids: ['payments', 'digital_credentials'] },
  { topic: 'Trust', ids: ['trust'] },
  { topic: 'European official cases', ids: ['european'] },
] as const

/** Campaigns in the order in which they tell most, shortest first. */
const inOrder: readonly string[] = [...campaignQuestions.map(({ id }) => id), 'european']

/** The campaign to run once one has nothing to fix; `null` after the last. A topic is followed by the first of all. */
export const campaignAfter = (id: string | null): string | null => inOrder[inOrder.indexOf(id ?? '') + 1] ?? null
