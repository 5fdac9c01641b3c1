import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'
import { redirectUriCharactersMax } from '../../read/oauth/redirect-uri'

export const parRedirectUriValid = defineCheck<PushedRequestReading>('vci.par.redirect_uri_valid', {
  title: 'Redirect URI is absolute, without a fragment, and has a scheme that a wallet can register',
  problem: {
    subject: 'The redirect_uri',
    must: 'be absolute, without a fragment, of an allowed scheme, and registered where the client is',
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
        actual: word(problem),
        refusal: `The redirect_uri is longer than ${redirectUriCharactersMax} characters.`,
      })
    }
    if (problem !== null)
      return violated({ expected: say`a URI at which a wallet can be reached`, actual: word(problem) })
    if (registered === false) return violated({ expected: say`a registered redirect_uri`, actual: say`not registered` })
    return pass(kind === null ? null : word(kind))
  },
})
