import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { TokenReading } from '../../read/token/token-reading'

const foreign = {
  pre_authorized_code: ['code', 'redirect_uri'],
  authorization_code: ['pre-authorized_code', 'tx_code'],
  refresh_token: ['code', 'redirect_uri', 'pre-authorized_code', 'tx_code', 'code_verifier'],
} as const

export const tokenNoForeignParams = defineCheck<TokenReading>('vci.token.no_foreign_params', {
  title: 'Token request has no parameters of another grant',
  problem: 'The token request has parameters of another grant',
  clauses: ['OID4VCI-1FINAL-6.1'],
  level: 'must',
  why: 'Parameters of two grants in one request show that the wallet confuses two flows.',
  hint: 'Send only the parameters that belong to the grant_type of the request.',
  run: ({ grant, form }) => {
    if (grant === 'other' || grant === 'absent') return notApplicable(say`The request does not name an offered grant.`)
    const mixed = foreign[grant].filter((name) => form.body.sent(name))
    return mixed.length === 0
      ? pass()
      : violated({ expected: say`only parameters of this grant`, actual: mixed.map(word) })
  },
})
