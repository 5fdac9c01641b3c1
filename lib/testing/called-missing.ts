import { isObject } from '@/lib/core/shared/values/json'

/** A name as messages have it: `tx_code`, `cnf.jwk`, `pre-authorized_code`. */
const aName = '([A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9])'

/** The forms of sentence that call something missing, each with the name of what is. */
const missingForms: readonly RegExp[] = [
  `\\b(?:has|have|carries|names|holds|gives|sent|with) no (?:parameter |member |claim |header )?${aName}`,
  `\\black(?:s|ed)? (?:the |a |an )?(?:parameter |member |claim )?${aName}`,
  `\\b(?:was|comes|came|opened|stands) without (?:the |a |an )?${aName}`,
  `\\bthere is no (?:parameter |member |claim )?${aName}`,
  `(?:^|\\bThe )${aName} (?:is|was) (?:missing|absent)\\b`,
].map((form) => new RegExp(form, 'g'))

/** The names that a sentence calls missing. */
export const namesCalledMissing = (sentence: string): string[] =>
  missingForms.flatMap((form) => [...sentence.matchAll(form)].flatMap(([, name]) => name ?? []))

/** Whether a place has what a name leads to, and it is no empty text. */
export function isPresent(name: string, place: unknown): boolean {
  let value = place
  for (const step of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, step)) return false
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  return value !== '' && value !== null && value !== undefined
}

/**
 * The parts of the message in what a check judges, for a sentence: its form, its JSON, and the header or the claims of its
 * token, if it has one alone.
 */
export function partsOfMessage(subject: unknown, sentence: string): unknown[] {
  if (!isObject(subject)) return []
  const { form, request } = subject as Readonly<Record<string, unknown>>
  const pairs = isObject(form) && isObject(form.body) && Array.isArray(form.body.pairs) ? form.body.pairs : []
  const tokens = tokensIn(subject, 3)
  const [token] = tokens
  const ofToken = tokens.length === 1 ? [/\b[Hh]eader\b/.test(sentence) ? token?.header : token?.claims] : []
  return [Object.fromEntries(pairs), request, ...ofToken]
}

interface Token {
  readonly header: unknown
  readonly claims: unknown
}

function tokensIn(value: unknown, depth: number): Token[] {
  if (!isObject(value) || depth === 0) return []
  const { header, claims } = value as Readonly<Record<string, unknown>>
  if (isObject(header) && isObject(claims)) return [{ header, claims }]
  return Object.values(value).flatMap((one) => tokensIn(one, depth - 1))
}
