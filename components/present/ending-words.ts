import type { Ending } from '@/lib/queries/present'

/** Stands below the last answer that was looked into. */
export const lastRefusal = 'Five answers were refused, so this request takes no more.'

const sentences: Readonly<Record<Ending, string>> = {
  answered: 'This request has ended: a wallet has answered it.',
  refused: `This request has ended. ${lastRefusal} The evidence says which check refused each of them.`,
  expired: 'This request has ended: its time is over. Ask for a new one where you got this one.',
}

/** Why nothing can be asked with a request any more; `null` where that is not known yet. */
export const endingWords = (ending: Ending | null): string =>
  ending === null ? 'This request has ended. Nothing more can be asked with it.' : sentences[ending]
