import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, type Wording, word } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'
import { type RedirectUriFacts, redirectUriCharactersMax } from '../../read/oauth/redirect-uri'

const problems: Readonly<Record<NonNullable<RedirectUriFacts['problem']>, Wording>> = {
  too_long: say`longer than ${redirectUriCharactersMax} characters`,
  illegal_characters: say`no URI, for its characters`,
  not_absolute: say`not absolute`,
  fragment: say`with a fragment`,
  scheme_not_allowed: say`of a scheme that browsers run or open themselves`,
  http_not_loopback: say`http on an address that is not loopback`,
}

export const parRedirectUriValid = defineCheck<PushedRequestReading>('vci.par.redirect_uri_valid', {
  title: 'Redirect URI is absolute, without a fragment, and has a scheme that a wallet can register',
  problem: {
    subject: 'The redirect_uri',
    must: 'be https, a private-use scheme of the wallet or http on a loopback address, absolute, without a fragment, and registered where the client is',
  },
  clauses: ['RFC6749-3.1.2', 'RFC8252-7'],
  level: 'must',
  rejects: 'invalid_request',
  impossibleIn: ['pre_authorized_code'],
  why: 'A browser runs some schemes itself and sends others in the clear, but the code must reach only the wallet.',
  hint: 'Use an https address, your own private-use scheme, or http on a loopback address; no fragment, at most 2048 characters.',
  run: ({ redirectUri }) => {
    if (redirectUri === null) return notApplicable(say`No redirect_uri was sent.`)
    const { problem, kind, registered } = redirectUri
    if (problem === 'too_long') {
      return violated({
        expected: say`at most ${redirectUriCharactersMax} characters`,
        actual: problems[problem],
        refusal: `The redirect_uri is longer than ${redirectUriCharactersMax} characters.`,
      })
    }
    if (problem !== null)
      return violated({
        expected: say`https, a private-use scheme of the wallet, or http on a loopback address`,
        actual: problems[problem],
      })
    if (registered === false) return violated({ expected: say`a registered redirect_uri`, actual: say`not registered` })
    return pass(kind === null ? null : word(kind))
  },
})
