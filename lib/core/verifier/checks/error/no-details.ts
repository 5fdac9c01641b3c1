import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { testsTrust } from '../../deviations/advisory'
import { onError } from '../../judgements/on-error'
import type { ResponseReading } from '../../read/response/response-reading'

/** Number of characters of a description that are examined. */
const readMax = 8192

const statusWords = 'the status of a credential'

/** Every repetition is bounded, so the cost per character is constant whatever the wallet sends. */
const telling: readonly (readonly [RegExp, string])[] = [
  [/[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}\./, 'an e-mail address'],
  [/\bdid:[a-z0-9]{1,32}:/, 'a DID'],
  [/\beyJ[A-Za-z0-9_-]{10}/, 'a token'],
  [/\bat [\w.$]{1,200}\(.{0,200}:\d{1,7}\)|\bat .{1,200}:\d{1,7}:\d|Exception\b.{0,400}\bat\b/, 'a stack trace'],
  [/\b\d{4}-\d{2}-\d{2}\b/, 'a date'],
  [/\b(?:revoked|revocation|suspended)\b/i, statusWords],
]

export const errorNoDetails = defineCheck<ResponseReading>('vp.error.no_details', {
  title: 'Error description reveals nothing about the user',
  problem: 'The error description reveals something about the user',
  clauses: ['OID4VP-1FINAL-15.9', 'OID4VP-1FINAL-15.4.1'],
  level: 'should',
  why: 'An error must not reveal which credentials the user has.',
  hint: 'Describe what is wrong with the request, not what the wallet holds. Send no stack traces.',
  run: onError(({ description }, { session }) => {
    if (description === null) return notApplicable(say`The error has no description.`)
    const read = description.slice(0, readMax)
    // In a test of trust it is the certificates of the verifier that may be revoked.
    const patterns = testsTrust(session) ? telling.filter(([, words]) => words !== statusWords) : telling
    const found = patterns.filter(([pattern]) => pattern.test(read)).map(([, words]) => words)
    return found.length === 0
      ? pass()
      : violated({ expected: say`nothing about user or wallet`, actual: found.map(quote) })
  }),
})
