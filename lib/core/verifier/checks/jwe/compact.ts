import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onJwe } from '../../judgements/on-jwe'
import type { ResponseReading } from '../../read/response/response-reading'

export const jweCompact = defineCheck<ResponseReading>('vp.jwe.compact', {
  title: 'Encrypted response is a compact JWE',
  problem: 'The parameter response is not a compact JWE',
  clauses: ['RFC7516-3.1', 'OID4VP-1FINAL-8.3'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
  refusal: (problem) => `${problem}: it needs five base64url parts.`,
  why: 'The parameter response carries the compact serialization.',
  hint: 'Send five base64url parts without padding, separated by dots.',
  run: onJwe(({ compactError }) =>
    compactError === null ? pass() : violated({ expected: say`a compact JWE`, actual: compactError }),
  ),
})
