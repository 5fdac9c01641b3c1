import { percentDecode } from '../message/percent-decode'
import { plainName } from './plain-name'
import { remembered } from './remembered'
import { sharedVocabulary } from './shared-vocabulary'
import type { Vocabulary } from './vocabulary'

/** Characters of a name that is looked into. Longer names are unknown, so their values are hidden. */
const nameMax = 1024

/** What the redaction knows about names, in any spelling. */
export interface Names {
  /**
   * True for a name whose value is a secret, a token or a one-time value. `proofs[jwt][0]` and `body.code` count by each
   * of their parts.
   */
  readonly isSensitive: (name: string) => boolean
  /** True for names whose value is evidence and stays readable, unless the value itself is a token. */
  readonly isVisible: (name: string) => boolean
  /** True where even a keyed fingerprint says too much, because few values are possible or the value is not a token. */
  readonly isGuessable: (name: string) => boolean
}

/** The names that all protocols share, with those of the given protocols. */
export function createNames(...vocabularies: readonly Vocabulary[]): Names {
  const all = [sharedVocabulary, ...vocabularies]
  const setOf = (names: keyof Vocabulary) => new Set(all.flatMap((vocabulary) => vocabulary[names].map(plainName)))
  const [sensitive, guessable] = [setOf('sensitive'), setOf('guessable')]
  // A generally harmless name may be personal in one protocol.
  const visible = new Set([...setOf('visible')].filter((name) => !sensitive.has(name)))
  const isSensitivePart = (plain: string): boolean =>
    sensitive.has(plain) || (suffix.test(plain) && !harmlessCode.test(plain) && plain !== 'tokentype')
  const isVisible = (name: string): boolean => name.length <= nameMax && visible.has(plainName(name))
  return {
    isSensitive: remembered(
      (name) =>
        !isVisible(name) &&
        (name.length > nameMax ||
          partsOf(name).some(isSensitivePart) ||
          endings(name).some((ending) => sensitive.has(ending))),
    ),
    isVisible,
    isGuessable: remembered(
      (name) =>
        name.length > nameMax ||
        partsOf(name).some((part) => guessable.has(part) || guessableSuffix.test(part)) ||
        endings(name).some((ending) => guessable.has(ending)),
    ),
  }
}

const partsOf = (name: string): string[] =>
  /[.[]/.test(name) ? [plainName(name), ...name.split(/[.[\]]+/).map(plainName)] : [plainName(name)]

/** The last words of a name, one to four of them: `X-Request-Uri` ends in `uri` and in `requesturi`. */
function endings(name: string): string[] {
  const decoded = name.includes('%') ? percentDecode(percentDecode(name)) : name
  const words = (decoded.slice(-128).match(/[A-Z]?[a-z0-9]+|[A-Z0-9]+/g) ?? []).map((word) => word.toLowerCase())
  return [1, 2, 3, 4].map((count) => words.slice(-count).join(''))
}

/** `*_token`, `*_code`, `*_nonce` and their kin; a plural is the same thing several times. */
const suffix = /(token|code|secret|assertion|attestation|attestationpop|nonce|password|jwt|verifier)s?$/
const harmlessCode = /^(error|status|country|postal|zip|language|currency)code$/
const guessableSuffix = /password$|secret$/

const privateJwkMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'])

/** True for the members of a JWK that hold its private or symmetric part. RFC7518-6.2.2, RFC7518-6.3.2, RFC7518-6.4 */
export const isPrivateJwkMember = (name: string): boolean => privateJwkMembers.has(plainName(name))
