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

/** What is wrong of an answer through a browser, where nothing tells more. OID4VP-1FINALA-A.4 */
const notTheOrigin = {
  cause: say`The aud of the Key Binding JWT is not the origin of the page`,
  refusal: 'The aud of the Key Binding JWT is not origin: followed by the origin of the page.',
  hint: say`Set aud to origin: followed by the origin that the browser gives, for signed requests too.`,
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
    const { binding, clientId } = answer.request
    const expected = quote(binding === undefined ? clientId : `origin:${binding.origin}`)
    if (aud.matches) return pass(expected)
    return violated({
      expected,
      ...(binding === undefined ? {} : notTheOrigin),
      actual: shownAud(aud.values, Array.isArray(jws.claims.aud)),
      ...explained(hints, 'vp.kb.aud'),
    })
  }),
})
