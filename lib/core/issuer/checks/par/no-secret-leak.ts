import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

const misplaced = ['client_secret', 'code_verifier', 'access_token', 'refresh_token', 'id_token', 'pre-authorized_code']

export const parNoSecretLeak = defineCheck<PushedRequestReading>('vci.par.no_secret_leak', {
  title: 'Pushed request contains no misplaced secret',
  problem: 'The pushed request contains a secret that does not belong there',
  clauses: ['RFC9126-2.1', 'RFC7636-4.3'],
  level: 'should',
  impossibleIn: ['pre_authorized_code'],
  why: 'A verifier or token that is sent too early no longer protects anything.',
  hint: 'Send code_verifier in the token request and tokens in their own header only.',
  run: ({ form }) => {
    const leaked = misplaced.filter((name) => form.body.sent(name))
    return leaked.length === 0 ? pass() : violated({ expected: say`none of them`, actual: leaked.map(quote) })
  },
})
