import type { ClientAuthenticationReading } from '../../../oauth/client-authentication/client-authentication-reading'
import { onAssertion } from '../../../oauth/client-authentication/on-part'
import { defineCheck, tolerated, violated } from '../../check'
import { judgeExpiry } from '../../judgements/judge-time'

export const assertionExp = defineCheck<ClientAuthenticationReading>('vci.private_key_jwt.exp', {
  group: 'private_key_jwt',
  title: 'Client assertion has an expiry that is near',
  clauses: ['RFC7523-3'],
  level: 'must',
  rejects: 'invalid_client',
  refusal: 'The client assertion has no exp or has expired.',
  why: 'An assertion that lives long can be replayed long.',
  hint: 'Set exp to some minutes from now.',
  run: onAssertion(({ claims }, { now }) => {
    if (claims.exp === undefined) return violated({ expected: 'exp', actual: null })
    const outcome = judgeExpiry(claims.exp, now, 0)
    const latest = Math.floor(now / 1000) + 3600
    return outcome.result === 'pass' && typeof claims.exp === 'number' && claims.exp > latest
      ? tolerated({ expected: { before: latest }, actual: claims.exp })
      : outcome
  }),
})
