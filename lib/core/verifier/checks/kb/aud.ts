import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import { explained } from '../../judgements/hint-words'
import { onKbJwt } from '../../judgements/on-kb-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

/** The value as sent, or the first five of a list. */
function shownAud(values: readonly string[], isList: boolean) {
  const [first] = values
  if (first === undefined) return null
  return isList ? values.slice(0, 5).map(shown) : shown(first)
}

export const kbAud = defineCheck<PresentedSubject>('vp.kb.aud', {
  title: 'Key Binding JWT is made for this verifier',
  problem: 'The aud of the Key Binding JWT is not the full client_id of the request',
  clauses: ['OID4VP-1FINALA-B.3.6', 'OID4VP-1FINAL-14.1.2', 'OID4VP-1FINAL-14.8'],
  level: 'must',
  rejects: 'invalid_presentation',
  counterpart: 'CheckAudInBindingJwt',
  judges: { token: 'presented_credential', member: 'key_binding.claims.aud' },
  why: 'A proof made for another verifier may have been stolen from it.',
  hint: 'Set aud to the full client_id of the request, with its prefix.',
  run: onKbJwt(({ aud, jws }, { hints }, { answer }) => {
    if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
    if (aud.matches) return pass(quote(answer.request.clientId))
    return violated({
      expected: quote(answer.request.clientId),
      actual: shownAud(aud.values, Array.isArray(jws.claims.aud)),
      ...explained(hints, 'vp.kb.aud'),
    })
  }),
})
