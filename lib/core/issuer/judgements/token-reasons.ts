import type { Reason } from '../../engine/checks/check'
import { jsonDepthMax, jsonValuesMax } from '../../shared/http/limits'
import { type Unreadable, unreadableTexts, type WhyUnreadable } from '../../shared/jose/jwt'
import { responseLost } from './proofs'

type Reasons<Key extends string> = Readonly<Record<Key, Reason>>

/** How a token is called in a sentence, and in the first part of a refusal. */
interface UnreadableToken<Prefix extends string> {
  /** Stands before the key of each reason, if several tokens share a check. */
  readonly prefix: Prefix
  /** In the middle of a sentence, e.g. `the proof`. */
  readonly token: string
  /** First sentence of the refusal. */
  readonly refusal: string
}

const fixOfPart = (part: string) =>
  ({
    not_base64url: `Encode the ${part} with the URL-safe alphabet, and cut the = signs at its end.`,
    not_utf8: `Write the JSON of the ${part} as UTF-8, then encode it as base64url.`,
    too_deep: `Flatten the ${part} to at most ${jsonDepthMax} levels of nesting.`,
    too_wide: `Shorten the ${part} to at most ${jsonValuesMax} values.`,
    not_json: `Serialise the ${part} with a JSON library, and encode the text once as base64url.`,
    no_object: `Put members with names into the ${part}, in curly brackets.`,
  }) as const

const prefixed = <Part extends string>(part: Part) =>
  Object.fromEntries(Object.entries(fixOfPart(part)).map(([why, fix]) => [`${part}_${why}`, fix]))

const fixes = {
  not_three_parts: 'Send the compact form: header, payload and signature, each as base64url, joined by two dots.',
  is_jwe: 'Send a JWS of three parts: it is signed, and no key of this service decrypts a token here.',
  is_sd_jwt: 'Send a JWT that was made for this place, without tildes and Disclosures.',
  is_json: 'Use the compact serialisation: header, payload and signature, each as base64url, joined by two dots.',
  ...prefixed('header'),
  ...prefixed('payload'),
  signature_not_base64url: 'Encode the bytes of the signature with the URL-safe alphabet, and cut the = signs.',
  repeated_member:
    'Build the JSON from a map, not by joining text: libraries differ in which of two equal names counts.',
  too_long: 'Shorten the token, e.g. by certificates or claims that nobody asked for.',
} as Readonly<Record<WhyUnreadable, string>>

/** What is wrong, about a token with this name. */
function saysOf(why: WhyUnreadable, token: string): string {
  const subject = `${token.charAt(0).toUpperCase()}${token.slice(1)}`
  if (why === 'repeated_member') return `${subject} names a member twice: {seen}`
  const text = unreadableTexts[why].replace(/\.$/, '')
  return text.startsWith('The token ')
    ? text.replace('The token', subject)
    : text.replace(/^The (header|payload|signature)/, `The $1 of ${token}`)
}

/** The reasons of a token that cannot be read, one for each cause. */
export const unreadableReasons = <const Prefix extends string>({ prefix, token, refusal }: UnreadableToken<Prefix>) =>
  Object.fromEntries(
    Object.entries(unreadableTexts).map(([why, text]) => [
      `${prefix}${why}`,
      {
        says: saysOf(why as WhyUnreadable, token),
        fix: fixes[why as WhyUnreadable],
        refusal: `${refusal} ${text}`,
      },
    ]),
  ) as Reasons<`${Prefix}${WhyUnreadable}`>

/** The key of the reason why a token cannot be read, without prefix. */
export function whyUnreadable({ reason }: Pick<Unreadable, 'reason'>): WhyUnreadable {
  const found = Object.entries(unreadableTexts).find(([, text]) => text === reason)
  return (found?.[0] ?? 'not_three_parts') as WhyUnreadable
}

/** Where a token gets its algorithms from, and how it is called. */
interface SignedToken {
  /** In the middle of a sentence, e.g. `the proof`. */
  readonly token: string
  /** The member of the metadata that lists the algorithms. */
  readonly list: string
  /** Who signs it, for the fix. */
  readonly key: string
}

/** The reasons of `judgeAlg`. */
export const algReasons = ({ token, list, key }: SignedToken) =>
  ({
    alg_not_published: {
      says: `The alg of ${token} is {seen}, which is not in ${list}`,
      fix: `Sign with ${key}, with an algorithm of ${list}, and name it in alg.`,
    },
    alg_missing: {
      says: `The header of ${token} has no alg`,
      fix: `Add the header parameter alg, with the algorithm of ${list} that ${key} signs with.`,
    },
    unsigned: {
      says: `The alg of ${token} is none, so nothing signs it`,
      fix: `Sign ${token} with ${key}, and put the algorithm of that signature into the header.`,
    },
    mac: {
      says: `The alg of ${token} is {seen}, a MAC with a shared secret`,
      fix: `Sign with ${key}: whoever can verify a MAC can also make one.`,
    },
  }) satisfies Reasons<string>

/** The reasons of `judgeJti`, and that of a `jti` that is not there. */
export const jtiReasons = (token: string) =>
  ({
    used_before: {
      says: `The jti of ${token} was used before`,
      fix: `Make a new JWT with a new random jti for every request, retries included.`,
    },
    jti_missing: {
      says: `${token.charAt(0).toUpperCase()}${token.slice(1)} has no jti, or one that is no text`,
      fix: 'Add the claim jti with a random text, e.g. 16 random bytes as base64url.',
    },
    sent_with_refused: {
      says: `The jti of ${token} came before, with a request that was refused`,
      fix: 'Make a new JWT with a new random jti before the request is repeated.',
      error: null,
    },
    response_lost: {
      says: responseLost,
      fix: 'Send the request again with a new JWT, which has a new random jti.',
    },
    refused_response_lost: {
      says: responseLost,
      fix: 'Make a new JWT with a new random jti before the request is repeated.',
      error: null,
    },
  }) satisfies Reasons<string>
