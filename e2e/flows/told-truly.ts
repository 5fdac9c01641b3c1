import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import type { SessionCause } from '@/lib/core/engine/evidence/z-session-view'
import { checkById, failureSentenceOf } from '@/lib/core/issuer-and-verifier'
import type { StoredExchange } from '@/lib/core/shared/ports/store-types'
import { isObject, type Json, type JsonObject } from '@/lib/core/shared/values/json'
import { isPresent, namesCalledMissing } from '@/lib/testing/called-missing'
import { saysTheSame, textsIn } from '@/lib/testing/says-the-same'

interface Told {
  readonly checks: { readonly conformance: readonly ConformanceEntry[] }
  readonly cause: SessionCause | null
}

/**
 * What a session says that is not so, or that helps nobody, each with its check: a fix that repeats the problem, the title or
 * what was seen; "exactly one of" where one was seen; a parameter, member, claim or header parameter called missing that is there; a value called unknown that
 * the session itself names. Empty for a session that tells the truth.
 */
export function untruths({ checks, cause, ...session }: Told, exchanges: readonly StoredExchange[]): string[] {
  const red = checks.conformance.filter(({ status }) => status === 'fail' || status === 'warn')
  const ours = publicTexts(session)
  const ofFindings = red.flatMap((entry) => {
    const sentence = failureSentenceOf(entry)
    const exchange = exchanges.find(({ id }) => id === entry.exchange_id)
    return [
      ...repeats(entry.hint, [entry.cause ?? problemOf(entry), entry.title, ...textsIn(entry.actual)]),
      ...(/\bexactly one of\b/i.test(sentence) && isOne(entry.actual) ? ['one was seen'] : []),
      ...(/\{[a-z_]+\}/.test(`${sentence} ${entry.hint}`) ? ['a place is not filled'] : []),
      ...(exchange === undefined ? [] : calledMissing(sentence, exchange).map((name) => `${name} is there`)),
      ...(/\bunknown\b|\bnot know\b/i.test(sentence) ? textsIn(entry.actual).filter((seen) => ours.has(seen)) : []),
    ].map((what) => `${entry.id}: ${sentence} ${entry.hint}: ${what}`)
  })
  const unfilled = /\{[a-z_]+\}/.test(cause?.sentence ?? '') ? ['its sentence has a place that is not filled'] : []
  const ofCause =
    cause === null
      ? []
      : [...repeats(cause.fix, [cause.sentence]), ...unfilled].map((what) => `${cause.check}: ${what}`)
  return [...ofFindings, ...ofCause]
}

const repeats = (fix: string | null, others: readonly string[]): string[] =>
  others.filter((other) => fix !== null && saysTheSame(fix, other)).map((other) => `the fix repeats ${other}`)

/** What the reason of a finding says without what was seen. */
function problemOf({ id, reason }: ConformanceEntry): string {
  const check = checkById(id)
  const says = check?.reasons[reason?.split('#')[1] ?? '']?.says ?? check?.problem ?? ''
  return typeof says === 'string' ? says : `${says.subject} must ${says.must}`
}

const isOne = (seen: Json): boolean => seen === 1 || (Array.isArray(seen) && seen.length === 1)

/** How sentences call a token, and the kind that the record calls it; the longest words first. */
const tokensSaid: readonly (readonly [RegExp, string])[] = [
  [/\bDPoP proof\b/, 'dpop'],
  [/\bproof of possession\b|\battestation PoP\b/, 'client_attestation_pop'],
  [/\bwallet attestation\b|\bclient_status\b/, 'client_attestation'],
  [/\bkey attestation\b|\bkey_storage_status\b/, 'key_attestation'],
  [/\bclient assertion\b/, 'client_assertion'],
  [/\bKey Binding JWT\b/, 'key_binding'],
  [/\bID Token\b|\bid_token\b/, 'id_token'],
  [/\bcredential has\b|\bof the credential\b/, 'presented_credential'],
  [/\bproof\b/, 'proof_jwt'],
]

/** What a sentence calls missing although the message has it, where the sentence says that it is not. */
function calledMissing(sentence: string, exchange: StoredExchange): string[] {
  const names = namesCalledMissing(sentence)
  if (names.length === 0) return []
  const kind = tokensSaid.find(([words]) => words.test(sentence))?.[1]
  const { body, query, headers } = exchange
  if (kind === undefined) return names.filter((name) => [body, query].some((place) => isPresent(name, place)))
  const tokens = tokensIn([headers, body, query], kind)
  const places = meantBy(sentence, tokens).map(({ header, claims }) =>
    /\b[Hh]eader\b/.test(sentence) ? header : claims,
  )
  if (manyInOne.has(kind) && places.length > 1)
    return names.filter((name) => places.every((place) => isPresent(name, place)))
  return names.filter((name) => places.some((place) => isPresent(name, place)))
}

/** Kinds of which a request may hold several, so that a sentence without a number may be about any. */
const manyInOne: ReadonlySet<string> = new Set(['proof_jwt', 'key_attestation', 'key_binding', 'presented_credential'])

/** The token that a sentence numbers, `Proof 2 of 3`; otherwise all. */
function meantBy(sentence: string, tokens: readonly JsonObject[]): readonly JsonObject[] {
  const [, place, count] = /\bProof (\d+) of (\d+)\b/.exec(sentence) ?? []
  if (place === undefined) return tokens
  // Where the record holds others too, the number names none of them for certain.
  return tokens.length === Number(count) ? tokens.slice(Number(place) - 1, Number(place)) : tokens
}

/** Every token of a kind that the record decoded, at whatever depth; bounded as the record is. */
function tokensIn(value: unknown, kind: string): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((one) => tokensIn(one, kind))
  if (!isObject(value)) return []
  const found = value.kind === kind && 'header' in value ? [value as JsonObject] : []
  return [...found, ...Object.values(value).flatMap((one) => tokensIn(one, kind))]
}

/** The texts that a session names itself by, none of them short. */
function publicTexts(session: object): ReadonlySet<string> {
  const { credential_configuration_id, issuer_identifier, authorization_request } = session as Readonly<
    Record<string, Json>
  >
  const known = [credential_configuration_id, issuer_identifier, authorization_request].flatMap((value) =>
    textsIn(value ?? null),
  )
  return new Set(known.filter((text) => text.length > 7))
}
