import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { shown } from '../../../engine/judgements/shown'
import { say } from '../../../ground/values/wording'
import { onSdJwt } from '../../judgements/on-sd-jwt'
import type { PresentedSubject } from '../../read/response/response-reading'

export const sdjwtIss = defineCheck<PresentedSubject>('vp.sdjwt.iss', {
  title: 'Issuer of the credential is named by an https URL',
  problem: 'The iss of the credential is not an https URL',
  clauses: ['SDJWTVC13-3.2.2.2'],
  level: 'info',
  judges: { token: 'presented_credential', member: 'claims.iss' },
  why: 'The iss claim identifies the issuer.',
  hint: 'The issuer sets iss to its https URL, or leaves it out.',
  run: onSdJwt(({ iss }, { answer }) => {
    if (!iss.present) return notApplicable(say`The credential has no iss.`)
    const { binding, responseUri } = answer.request
    if (isThisMachine(iss.value, binding?.origin ?? responseUri))
      return pass(say`${iss.value}: this service, over plain http on one machine`)
    return iss.httpsUrl ? pass(shown(iss.value)) : violated({ expected: say`an https URL`, actual: shown(iss.value) })
  }),
})

/** True for an issuer of this service if it uses plain http on the loopback interface, as it does by default. */
function isThisMachine(iss: string | null, ours: string): boolean {
  if (iss === null || !URL.canParse(iss) || !URL.canParse(ours)) return false
  const { protocol, hostname, origin } = new URL(iss)
  return protocol === 'http:' && loopback.test(hostname) && origin === new URL(ours).origin
}

/** Names and addresses of the loopback interface. RFC 6761 section 6.3, RFC 5735 section 3, RFC 4291 section 2.5.3 */
const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/
