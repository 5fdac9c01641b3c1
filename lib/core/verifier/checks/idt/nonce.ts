import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { onIdTokenClaims } from '../../judgements/on-id-token'
import type { ResponseReading } from '../../read/response/response-reading'

export const idtNonce = defineCheck<ResponseReading>('vp.idt.nonce', {
  title: 'ID Token carries the nonce of the request',
  problem: 'The nonce of the id_token is not the nonce of the request',
  clauses: ['SIOP2-11.1', 'OID4VP-1FINAL-14.1.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  judges: { token: 'id_token', member: 'claims.nonce' },
  why: 'The nonce ties the token to one request and prevents replay.',
  hint: 'Copy nonce from the request object byte for byte.',
  run: onIdTokenClaims(({ nonce }, { request }) =>
    request.nonce === ''
      ? notApplicable(say`The request holds no nonce.`)
      : nonce.matches
        ? pass()
        : violated({ expected: quote(request.nonce), actual: shown(nonce.value) }),
  ),
})
