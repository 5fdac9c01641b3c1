import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onJwe } from '../../judgements/presentation/on-jwe'

export const vpJweEpkFresh = defineCheck<ResponseReading>('vp.jwe.epk_fresh', {
  title: 'Ephemeral key is a new one for each answer',
  clauses: ['RFC7518-4.6'],
  level: 'must',
  why: 'A key that comes again links answers, and with a leak opens all of them.',
  hint: 'Make a fresh key pair for every JWE.',
  run: onJwe(({ epk }) => {
    if (epk === null || epk.facts.thumbprint === null) return notApplicable('The JWE has no ephemeral key.')
    return epk.seenBefore ? violated({ expected: 'a fresh key', actual: 'a key that came before' }) : pass()
  }),
})
