import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtRegisteredNotSd = defineCheck<PresentedSubject>('vp.sdjwt.registered_not_sd', {
  title: 'Registered claims of the credential are in the clear',
  problem: 'The credential hides a claim in a Disclosure that belongs in the clear',
  clauses: ['SDJWTVC13-3.2.2.2', 'RFC9901-9.7'],
  level: 'must',
  rejects: 'invalid_presentation',
  refusal: 'A claim that must be in the clear was sent as a Disclosure.',
  why: 'A holder must not be able to hide the limits of the credential.',
  hint: 'The issuer keeps iss, nbf, exp, cnf, vct, vct#integrity and status out of Disclosures.',
  run: onSdJwt(({ registeredInDisclosures, issuerJwt }) => {
    if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
    return registeredInDisclosures.length === 0
      ? pass()
      : violated({ expected: say`in the clear`, actual: registeredInDisclosures.map(quote) })
  }),
})
