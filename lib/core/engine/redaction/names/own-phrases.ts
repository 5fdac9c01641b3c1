import { textsIn } from '../values/texts-in'
import own from './own-phrases.json'

const { phrases } = own
const charactersMin = Math.min(...phrases.map(({ length }) => length))

/**
 * The phrases of ours that are in a text: the sentences of checks and events, and what stands around the values that they
 * quote. `npm run generate` gathers them from the source, so that a quoted value is never one by mistake.
 */
export const ownPhrasesIn: (text: string) => readonly string[] = textsIn(phrases, charactersMin)

const whole: ReadonlySet<string> = new Set(phrases)

/** True for a text that is one of them, and nothing else. */
export const isOwnPhrase = (text: string): boolean => whole.has(text)
