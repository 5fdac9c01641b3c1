import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say, word } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const tokenCodeValid = defineCheck<TokenReading>('vci.token.code_valid', {
  title: 'Authorization code is from this issuer and still valid',
  problem: 'The authorization code is not a valid code of this issuer',
  clauses: ['RFC6749-4.1.3'],
  level: 'must',
  rejects: 'invalid_grant',
  refusal:
    'Send the code of a current authorization response of this issuer; this one is unknown, has expired, or was used up by a refused request.',
  impossibleIn: ['pre_authorized_code'],
  why: 'The code represents the authorization that the user just gave, and it is valid for a minute.',
  hint: 'Redeem the code of the authorization response immediately and unchanged, with the right verifier: a refused attempt uses it up.',
  run: ({ grant, code }) => {
    if (grant !== 'authorization_code') return notApplicable(say`The request uses another grant.`)
    if (code.state === 'absent') return violated({ expected: say`code`, actual: bare.absent, error: 'invalid_request' })
    // The check that refused that request has blamed it.
    if (code.state === 'dead')
      return violated({
        expected: say`a code that is still valid`,
        actual: say`used up by a refused request`,
        cause: say`The authorization code was used up by a refused token request`,
        hint: say`Start again with a new pushed authorization request: no request can redeem this code.`,
        echo: true,
      })
    // vci.token.code_once reports a used code.
    return code.state === 'alive' || code.state === 'used'
      ? pass()
      : violated({ expected: say`a valid code from this issuer`, actual: word(code.state) })
  },
})
