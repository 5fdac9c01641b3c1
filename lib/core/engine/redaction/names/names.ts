import { percentDecode } from '../values/normalise-text'
import { sharedVocabulary, type Vocabulary } from './vocabulary'

/**
 * How many results to cache, and how long a name may be in characters. Protocols have fewer names, and shorter ones.
 */
const namesMax = 1000

const charactersMax = 64

/** Caches the results of a function of a name, because an exchange repeats its names. */
export function remembered<Result extends string | boolean>(work: (name: string) => Result): (name: string) => Result {
  const results = new Map<string, Result>()
  return (name) => {
    const known = results.get(name)
    if (known !== undefined) return known
    const result = work(name)
    if (name.length > charactersMax) return result
    // A peer that invents names only costs the repeated work, nothing more.
    if (results.size >= namesMax) results.clear()
    results.set(name, result)
    return result
  }
}

/**
 * The form in which names are compared: percent-decoded (twice, so that double encoding hides nothing), lower case,
 * letters and digits only. `pre%2Dauthorized_code`, `Pre-Authorized_Code` and `preAuthorizedCode` are the same name.
 */
export const plainName = remembered((name: string): string => {
  const decoded = name.includes('%') ? percentDecode(percentDecode(name)) : name
  const ascii = /^[ -~]*$/.test(decoded) ? decoded : decoded.normalize('NFKC')
  return ascii.toLowerCase().replace(/[^a-z0-9]+/g, '')
})

/** The longest name to examine, in characters. Longer names count as unknown, so their values are redacted. */
const nameMax = 1024

/** What redaction knows about names, in any spelling. */
export interface Names {
  /**
   * True if a value under this name is a secret, a token or a one-time value. `proofs[jwt][0]` and `body.code` are
   * checked part by part.
   */
  readonly isSensitive: (name: string) => boolean
  /** True if the value is evidence and stays readable, unless it is itself a token. */
  readonly isVisible: (name: string) => boolean
  /**
   * True if even a keyed fingerprint would reveal too much, because few values are possible or the value is not a
   * token.
   */
  readonly isGuessable: (name: string) => boolean
}

/** Combines the names that all protocols share with those of the given protocols. */
export function createNames(...vocabularies: readonly Vocabulary[]): Names {
  const all = [sharedVocabulary, ...vocabularies]
  const setOf = (names: keyof Vocabulary) => new Set(all.flatMap((vocabulary) => vocabulary[names].map(plainName)))
  const [sensitive, guessable] = [setOf('sensitive'), setOf('guessable')]
  // A name that is generally harmless may be personal in one protocol.
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

/** The last one to four words of a name: `X-Request-Uri` ends in `uri` and in `requesturi`. */
function endings(name: string): string[] {
  const decoded = name.includes('%') ? percentDecode(percentDecode(name)) : name
  const words = (decoded.slice(-128).match(/[A-Z]?[a-z0-9]+|[A-Z0-9]+/g) ?? []).map((word) => word.toLowerCase())
  return [1, 2, 3, 4].map((count) => words.slice(-count).join(''))
}

/** `*_token`, `*_code`, `*_nonce` and the like, in singular or plural. */
const suffix = /(token|code|secret|assertion|attestation|attestationpop|nonce|password|jwt|verifier)s?$/

const harmlessCode = /^(error|status|country|postal|zip|language|currency)code$/

const guessableSuffix = /password$|secret$/

const privateJwkMembers = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'])

/** True for the members of a JWK that hold its private or symmetric part. RFC7518-6.2.2, RFC7518-6.3.2, RFC7518-6.4 */
export const isPrivateJwkMember = (name: string): boolean => privateJwkMembers.has(plainName(name))
