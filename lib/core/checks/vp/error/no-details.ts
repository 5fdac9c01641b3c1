import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onError } from '../../judgements/presentation/on-error'

const telling: readonly (readonly [RegExp, string])[] = [
  [/[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+\./, 'an e-mail address'],
  [/\bdid:[a-z0-9]+:/, 'a DID'],
  [/\beyJ[A-Za-z0-9_-]{10,}/, 'a token'],
  [/\bat [\w.$]+\(.*:\d+\)|\bat .+:\d+:\d+|Exception\b.*\bat\b/, 'a stack trace'],
  [/\b\d{4}-\d{2}-\d{2}\b/, 'a date'],
]

export const vpErrorNoDetails = defineCheck<ResponseReading>('vp.error.no_details', {
  title: 'Error description reveals nothing about the user',
  clauses: ['OID4VP-1FINAL-15.9', 'OID4VP-1FINAL-15.4.1'],
  level: 'should',
  why: 'An error must not reveal which credentials the user has.',
  hint: 'Describe what is wrong with the request, not what the wallet holds. Send no stack traces.',
  run: onError(({ description }) => {
    if (description === null) return notApplicable('The error has no description.')
    const found = telling.filter(([pattern]) => pattern.test(description)).map(([, words]) => words)
    return found.length === 0 ? pass() : violated({ expected: 'nothing about user or wallet', actual: found })
  }),
})
