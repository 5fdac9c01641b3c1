import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { NonceReading } from '../../read/nonce-reading'

export const nonceNoAccessToken = defineCheck<NonceReading>('vci.nonce.no_access_token', {
  title: 'Nonce request carries no access token',
  problem: 'The nonce request carries an access token',
  clauses: ['OID4VCI-1FINAL-7.1', 'RFC9700-4.9'],
  level: 'should',
  impossibleIn: ['no_nonce_endpoint'],
  why: 'The nonce endpoint needs no token, and a token sent if none is needed can only leak.',
  hint: 'Leave the Authorization header out of the nonce request.',
  run: ({ authorizationSent }) =>
    authorizationSent
      ? violated({ expected: say`no Authorization header`, actual: say`an Authorization header` })
      : pass(),
})
