import type { ClauseId } from '../../shared/ports/clauses'
import type { Reporter } from '../../shared/ports/reporter'

/**
 * What a conformant wallet does. `refusal`: it stops. `going_on`: it continues as usual, or does what it is asked for.
 * `report`: unspecified, so no check decides and the session only reports what the wallet did.
 */
export type RightReaction = 'refusal' | 'going_on' | 'report'

/**
 * One thing that this service deliberately gets wrong in a session, or does in an unusual but allowed way; the rest of
 * the session is correct. The tester sets how long a session waits for the wallet (default `waitSecondsDefault`); a
 * DeviationOutcome says what the wallet did.
 */
export interface Deviation<Changes, Needs> {
  /** Public and permanent, like the id of a check. */
  readonly id: string
  /** What is wrong or unusual, as a sentence for people. */
  readonly title: string
  /** The clause that forbids or allows it. */
  readonly clause: ClauseId
  /** Its changes. Each member is a pure function of the correct value. */
  readonly changes: Changes
  readonly expects: RightReaction
  /** What a conformant wallet does, as a sentence for people. */
  readonly must: string
  /** Members of a session request that it depends on. */
  readonly needs?: Needs
  /** What it means if nothing decisive arrives while the session waits. */
  readonly silence: Silence
}

/** The meaning of a wallet's silence. `says_nothing`: only a person or a later session can tell. */
export type Silence = 'refused' | 'continued' | 'says_nothing'

/** What is deliberately wrong or unusual in a session, as sentences for its page and reports. */
export const purposeWords = ({ title, expects, must }: Pick<Deviation<never, never>, 'title' | 'expects' | 'must'>) =>
  `${expects === 'refusal' ? 'Wrong' : 'Unusual'} on purpose: ${title} ${must}`

/** A title as part of another sentence. Abbreviations and names in capitals stay. */
export const inSentence = (title: string): string =>
  title.replace(/\.$/, '').replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())

/** The right reaction as sessions and presets name it. */
export type ExpectName = 'refusal' | 'answer' | 'report'

/** The name of the right reaction in the `expect` member of sessions and presets. */
export const expectName = (expects: RightReaction): ExpectName => (expects === 'going_on' ? 'answer' : expects)

/** Appends the deviation to a session title, so that tests of one credential differ. */
export const withDeviation = (title: string, deviation: string | null): string =>
  deviation === null ? title : `${title}: ${deviation}`

/** What a wallet was seen or reported to show; anything else means that it carried on. */
const words: ReadonlyMap<unknown, readonly [string, string]> = new Map([
  ['error', ['show an error', 'showed an error']],
  ['warned', ['warn its user and ask', 'warned its user and asked']],
])

const carriedOn = ['carry on', 'carried on'] as const

/** A report about a wallet, in words that name the reporter; `wallet` is what to call it. */
export function describeReport(shown: unknown, by: Reporter | null, wallet = 'the wallet'): string {
  if (shown === 'error' && by !== null)
    return by === 'person' ? 'a person saw an error' : 'the driver reported an error'
  const [does, did] = words.get(shown) ?? carriedOn
  if (by === 'person') return `a person saw ${wallet} ${does}`
  return by === 'driver'
    ? `the driver reported that ${wallet} ${did}`
    : `told, by whom is not recorded: ${wallet} ${did}`
}
