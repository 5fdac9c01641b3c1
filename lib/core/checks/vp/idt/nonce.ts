import type { ResponseReading } from '../../../oid4vp/response/response-reading'
import { defineCheck, notApplicable, pass, violated } from '../../check'
import { onIdTokenClaims } from '../../judgements/presentation/on-id-token'
import { shown } from '../../judgements/shown'

export const vpIdtNonce = defineCheck<ResponseReading>('vp.idt.nonce', {
  title: 'ID Token carries the nonce of the request',
  clauses: ['SIOP2-11.1', 'OID4VP-1FINAL-14.1.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'The nonce of the id_token is not the nonce of the request.',
  why: 'The nonce ties the token to one request and prevents replay.',
  hint: 'Copy nonce from the request object byte for byte.',
  run: onIdTokenClaims(({ nonce }, { request }) =>
    request.nonce === ''
      ? notApplicable('The request holds no nonce.')
      : nonce.matches
        ? pass()
        : violated({ expected: request.nonce, actual: shown(nonce.value) }),
  ),
})
