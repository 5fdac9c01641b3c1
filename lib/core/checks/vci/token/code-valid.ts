import type { TokenReading } from '../../../oid4vci/token/token-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'

export const tokenCodeValid = defineCheck<TokenReading>('vci.token.code_valid', {
  title: 'Authorization code is one of this issuer and still alive',
  clauses: ['RFC6749-4.1.3'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal:
    'Send the code of a current authorization response of this issuer; this one is unknown, has expired, or was used up by a refused request.',
  impossibleIn: ['pre_authorized_code'],
  why: 'The code stands for the authorization that the user just gave, and it lives for a minute.',
  hint: 'Redeem the code of the authorization response unchanged and at once, and with the right verifier the first time: a refused try ends it.',
  run: ({ grant, code }) => {
    if (grant !== 'authorization_code') return notApplicable('The request uses another grant.')
    if (code.state === 'absent') return violated({ expected: 'code', actual: 'absent', error: 'invalid_request' })
    // A used one is a matter of vci.token.code_once.
    return code.state === 'alive' || code.state === 'used'
      ? pass()
      : violated({
          expected: 'a code of this issuer that is still alive',
          actual: code.state === 'dead' ? 'used up by a refused request' : code.state,
        })
  },
})
