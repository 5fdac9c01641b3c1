import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import { onJwe } from '../../judgements/on-jwe'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweEpkFresh = defineCheck<ResponseReading>('vp.jwe.epk_fresh', {
  title: 'Ephemeral key is new for each response',
  problem: 'The ephemeral key was used for an earlier response',
  clauses: ['RFC7518-4.6'],
  level: 'must',
  judges: { token: 'jwe', member: 'header.epk' },
  why: 'A reused key links responses, and one leak decrypts all of them.',
  hint: 'Generate a new key pair for every JWE.',
  run: onJwe(({ epk }) => {
    if (epk === null || epk.facts.thumbprint === null) return notApplicable(say`The JWE has no ephemeral key.`)
    return epk.seenBefore ? violated({ expected: say`a fresh key`, actual: bare.aKeyThatCameBefore }) : pass()
  }),
})
