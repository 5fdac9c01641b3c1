import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onIdTokenClaims } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtSelfIssued = defineCheck<ResponseReading>('vp.idt.self_issued', {
  title: 'ID Token is issued by its own subject',
  problem: 'The id_token is not self-issued',
  clauses: ['SIOP2-11.1', 'SIOP2-11'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: (problem) => `${problem}: iss and sub differ.`,
  judges: { token: 'id_token', member: 'claims.iss' },
  why: 'If iss and sub differ, someone else issued the token with a key that is unknown here.',
  hint: 'Set iss to the value of sub.',
  run: onIdTokenClaims(({ selfIssued }) =>
    selfIssued ? pass() : violated({ expected: say`iss and sub of the same value`, actual: say`other values` }),
  ),
})
