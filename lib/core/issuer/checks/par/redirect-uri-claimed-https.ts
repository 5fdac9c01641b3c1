import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parRedirectUriClaimedHttps = defineCheck<PushedRequestReading>('vci.par.redirect_uri_claimed_https', {
  title: 'Redirect URI is a claimed https address',
  problem: 'The redirect URI is not a claimed https address',
  clauses: ['RFC8252-7', 'RFC9700-4.1'],
  level: 'info',
  impossibleIn: ['pre_authorized_code'],
  why: 'Any application on a device can register a private-use scheme; a claimed https address belongs to one only.',
  hint: 'Claim an https address for the wallet and use it as redirect_uri where the platform supports it.',
  run: ({ redirectUri }) => {
    if (redirectUri === null || redirectUri.problem !== null) return notApplicable(say`There is no valid redirect_uri.`)
    if (redirectUri.kind === 'loopback')
      return notApplicable(say`A loopback address belongs to a program on a desktop.`)
    return redirectUri.kind === 'https'
      ? pass()
      : violated({
          expected: say`https`,
          actual: say`a private-use scheme`,
        })
  },
})
