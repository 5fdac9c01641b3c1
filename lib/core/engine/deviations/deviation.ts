import type { ClauseId } from '../../ground/ports/clauses'

/**
 * What a good wallet does. `refusal`: it does not go on with what deviates. `going_on`: it continues as usual, or does what
 * it is asked for.
 */
export type RightReaction = 'refusal' | 'going_on'

/**
 * One thing that this service gets wrong on purpose in a session, or does in an unusual but allowed way: the rest of the
 * session is as it should be. How long a session waits for the wallet, its tester says (waitSecondsDefault where nothing is
 * said); what the wallet did is a DeviationOutcome.
 */
export interface Deviation<Changes, Needs> {
  /** Public and permanent, like the id of a check. */
  readonly id: string
  /** A sentence for people: what is wrong, or unusual. */
  readonly title: string
  /** What forbids it, or allows it. */
  readonly clause: ClauseId
  /** What it alters, each member by a pure function of what is right. */
  readonly changes: Changes
  readonly expects: RightReaction
  /** A sentence for people: what a good wallet does. */
  readonly must: string
  /** Members of a session request that it cannot do without. */
  readonly needs?: Needs
  /** What it means that nothing decisive came for as long as the session waits. */
  readonly silence: Silence
}

/** What silence says of a wallet. `says_nothing`: only a person can tell, or a later session. */
export type Silence = 'refused' | 'continued' | 'says_nothing'

/** What is wrong or unusual on purpose in a session, as sentences for its page and its reports. */
export const purposeWords = ({ title, expects, must }: Pick<Deviation<never, never>, 'title' | 'expects' | 'must'>) =>
  `${expects === 'refusal' ? 'Wrong' : 'Unusual'} on purpose: ${title} ${must}`

/** The name of a right reaction in the member `expect` of sessions and presets. */
export const expectName = (expects: RightReaction): 'refusal' | 'answer' =>
  expects === 'refusal' ? 'refusal' : 'answer'
