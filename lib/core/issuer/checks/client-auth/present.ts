import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { bare } from '../../../ground/values/bare-words'
import { say, word } from '../../../ground/values/wording'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'

export const clientAuthPresent = defineCheck<ClientAuthenticationReading>('vci.client_auth.present', {
  title: 'Wallet authenticates as a client',
  problem: 'The wallet did not authenticate as a client',
  clauses: ['HAIP-4.4.1', 'HAIP-4.3'],
  level: 'must',
  profile: 'haip',
  concerns: ['client'],
  why: 'HAIP issuers only serve wallets that a provider attests; this issuer also serves others, and reports it.',
  hint: 'Send a wallet attestation and its proof of possession with every request to PAR and token.',
  run: ({ methods }) =>
    methods.length > 0 ? pass(methods.map(word)) : violated({ expected: say`a wallet attestation`, actual: bare.none }),
})
