import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { NonceReading } from '../../read/nonce-reading'

export const nonceBodyEmpty = defineCheck<NonceReading>('vci.nonce.body_empty', {
  title: 'Nonce request has no body',
  problem: 'The nonce request has a body',
  clauses: ['OID4VCI-1FINAL-7.1'],
  level: 'info',
  impossibleIn: ['no_nonce_endpoint'],
  why: 'The nonce endpoint takes no parameters and ignores any body.',
  hint: 'Send the nonce request with an empty body.',
  run: ({ bodyBytes }) =>
    bodyBytes === 0 ? pass() : violated({ expected: say`0 bytes`, actual: say`${bodyBytes} bytes` }),
})
