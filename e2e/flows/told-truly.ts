import type { ConformanceEntry } from '@/lib/core/engine/evidence/session-view'
import type { SessionCause } from '@/lib/core/engine/evidence/z-session-view'
import { checkById, failureSentenceOf } from '@/lib/core/issuer-and-verifier'
import type { StoredExchange } from '@/lib/core/shared/ports/store-types'
import { isObject, type Json } from '@/lib/core/shared/values/json'
import { saysTheSame, textsIn } from '@/lib/testing/says-the-same'

interface Told {
  readonly checks: { readonly conformance: readonly ConformanceEntry[] }
  readonly cause: SessionCause | null
}

/**
 * What a session says that is not so, or that helps nobody, each with its check: a fix that repeats the problem, the title or
 * what was seen; "exactly one of" where one was seen; a parameter called missing that is there; a value called unknown that
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
      ...(exchange === undefined ? [] : calledMissing(sentence).filter((name) => isPresent(name, exchange))),
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

/** Parameters of the request that a sentence calls missing. */
const calledMissing = (sentence: string): string[] =>
  [
    /\brequest (?:has|carries|names) no ([a-z_]+)\b/,
    /^The ([a-z_]+) is missing\b/,
    /\brequest lacks (?:the )?([a-z_]+)/,
  ]
    .map((words) => words.exec(sentence)?.[1])
    .filter((name) => name !== undefined)

const isPresent = (name: string, { body, query }: StoredExchange): boolean =>
  [body, query].some((sent) => isObject(sent) && Object.hasOwn(sent, name) && sent[name] !== '' && sent[name] !== null)

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
