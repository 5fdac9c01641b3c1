import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onJwePayload } from '../../judgements/on-jwe-payload'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweUnsigned = defineCheck<ResponseReading>('vp.jwe.unsigned', {
  title: 'Payload of the JWE is not signed',
  problem: 'The JWE holds a signed JWT',
  clauses: ['OID4VP-1FINAL-8.3'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  refusal: (problem) => `${problem}: encrypt the JSON object with the parameters directly.`,
  why: 'OpenID4VP asks for an unsigned, encrypted JWT. A signature would identify the wallet.',
  hint: 'Encrypt the JSON object with the parameters directly.',
  run: onJwePayload(({ nestedJws }) =>
    nestedJws ? violated({ expected: say`a JSON object`, actual: say`a signed JWT` }) : pass(),
  ),
})
