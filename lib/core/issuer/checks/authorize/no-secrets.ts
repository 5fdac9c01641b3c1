import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'

const secrets = [
  'code_verifier',
  'access_token',
  'refresh_token',
  'client_secret',
  'client_assertion',
  'id_token',
  'pre-authorized_code',
]

export const authorizeNoSecrets = defineCheck<AuthorizeReading>('vci.authorize.no_secrets', {
  title: 'URL opened by the browser contains no secret',
  problem: 'The URL that the browser opened contains a secret',
  clauses: ['RFC9700-4.3'],
  level: 'should',
  impossibleIn: ['pre_authorized_code'],
  why: 'It ends up in the history of the browser and in logs.',
  hint: 'Send tokens, verifiers and attestations in headers and bodies only.',
  run: ({ query }) => {
    const leaked = secrets.filter((name) => query.sent(name))
    return leaked.length === 0 ? pass() : violated({ expected: say`none of them`, actual: leaked.map(quote) })
  },
})
