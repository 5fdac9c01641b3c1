import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { schemeOf } from '../../../ground/http/schemes-of-programs'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parRedirectUriSchemeOfDomain = defineCheck<PushedRequestReading>('vci.par.redirect_uri_scheme_of_domain', {
  title: 'Private-use scheme of the redirect URI is a domain name in reverse order',
  problem: 'The private-use scheme of the redirect URI is not a domain name in reverse order',
  clauses: ['RFC8252-7.1', 'RFC8252-8.4'],
  level: 'should',
  impossibleIn: ['pre_authorized_code'],
  why: 'A scheme without a dot has no owner: two applications may register it, and either may get the code.',
  hint: 'Derive the scheme from your own domain name, such as com.example.wallet, or claim an https address.',
  run: ({ redirectUri }) => {
    if (redirectUri === null || redirectUri.problem !== null) return notApplicable(say`There is no valid redirect_uri.`)
    if (redirectUri.kind !== 'private_use') return notApplicable(say`The redirect_uri has no private-use scheme.`)
    return schemeOf(redirectUri.value).includes('.')
      ? pass()
      : violated({ expected: say`a scheme with a dot`, actual: say`a scheme without a dot` })
  },
})
