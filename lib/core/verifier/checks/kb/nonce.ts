import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { explained } from '../../judgements/hint-words'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const kbNonce = defineCheck<PresentedSubject>('vp.kb.nonce', {
  title: 'Key Binding JWT carries the nonce of the request',
  problem: 'The nonce of the Key Binding JWT is not the nonce of the request',
  clauses: ['OID4VP-1FINALA-B.3.6', 'OID4VP-1FINAL-14.1.2'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'CheckNonceInBindingJwt',
  judges: { token: 'presented_credential', member: 'key_binding.claims.nonce' },
  why: 'The nonce ties the proof to one request and prevents replay.',
  hint: 'Copy nonce from the request object byte for byte.',
  run: onKbJwt(({ nonce, jws }, { hints }, { answer }) => {
    if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
    if (answer.request.nonce === '') return notApplicable(say`The request holds no nonce.`)
    if (nonce.matches) return pass()
    return violated({
      expected: quote(answer.request.nonce),
      actual: nonce.value === null ? (nonce.type === 'absent' ? null : say`no text`) : shown(nonce.value),
      ...explained(hints, 'vp.kb.nonce'),
    })
  }),
})
