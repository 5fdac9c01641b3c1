import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onJwe } from '../../judgements/presentation/on-jwe'

export const vpJweEpkFresh = defineCheck<ResponseReading>('vp.jwe.epk_fresh', {
  title: 'Ephemeral key is new for each answer',
  clauses: ['RFC7518-4.6'],
  level: 'must',
  why: 'A reused key links answers, and one leak decrypts all of them.',
  hint: 'Generate a new key pair for every JWE.',
  run: onJwe(({ epk }) => {
    if (epk === null || epk.facts.thumbprint === null) return notApplicable('The JWE has no ephemeral key.')
    return epk.seenBefore ? violated({ expected: 'a fresh key', actual: 'a key that came before' }) : pass()
  }),
})
