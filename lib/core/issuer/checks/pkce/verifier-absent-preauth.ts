import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

export const pkceVerifierAbsentPreauth = defineCheck<TokenReading>('vci.pkce.verifier_absent_preauth', {
  title: 'Pre-authorized token request carries no code verifier',
  problem: 'The pre-authorized token request carries a code verifier',
  clauses: ['RFC7636-4.5'],
  level: 'info',
  concerns: ['code'],
  impossibleIn: ['authorization_code'],
  why: 'A code verifier answers a challenge, and the pre-authorized code flow has none.',
  hint: 'Leave code_verifier out of a pre-authorized token request.',
  run: ({ grant, form }) => {
    if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
    return form.body.sent('code_verifier')
      ? violated({ expected: say`no code_verifier`, actual: bare.codeVerifierSent })
      : pass()
  },
})
