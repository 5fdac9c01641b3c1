import { defineCheck, tolerated, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { judgeExpiry, judgeNotBefore } from '../../judgements/judge-time'
import { onAssertion } from '../../judgements/on-client-authentication'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

const assertion = say`the client assertion`

export const privateKeyJwtExp = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.exp', {
  title: 'Client assertion is valid now and expires soon',
  problem: 'The client assertion has no exp, has expired, or is not valid yet by its nbf',
  clauses: ['RFC7523-3'],
  level: 'must',
  rejects: 'invalid_client',
  concerns: ['client'],
  why: 'A long-lived assertion can be replayed for a long time.',
  hint: 'Set exp to a few minutes from now.',
  run: onAssertion(({ claims }, { now }) => {
    const begin = claims.nbf === undefined ? null : judgeNotBefore(claims.nbf, now, assertion)
    if (begin?.result === 'violated') return begin
    if (claims.exp === undefined) return violated({ expected: say`exp`, actual: null })
    const outcome = judgeExpiry(claims.exp, now, 0, assertion)
    const latest = Math.floor(now / 1000) + 3600
    return outcome.result === 'pass' && typeof claims.exp === 'number' && claims.exp > latest
      ? tolerated({ expected: { before: latest }, actual: claims.exp })
      : outcome
  }),
})
