import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import { onIdTokenClaims } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtAud = defineCheck<ResponseReading>('vp.idt.aud', {
  title: 'ID Token is meant for this verifier',
  problem: 'The aud of the id_token is not the client_id of the request',
  clauses: ['SIOP2-11.1', 'OID4VP-1FINAL-14.8'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'id_token', member: 'claims.aud' },
  why: 'A token for another party could be replayed.',
  hint: 'Set aud to the client_id of the request with its prefix.',
  run: onIdTokenClaims(({ aud }) =>
    aud.matches
      ? pass()
      : violated({ expected: say`the client_id of the request`, actual: aud.present ? say`another audience` : null }),
  ),
})
