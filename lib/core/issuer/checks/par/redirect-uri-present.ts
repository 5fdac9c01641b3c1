import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { say } from '../../../ground/values/wording'
import type { PushedRequestReading } from '../../read/oauth/par/pushed-request-reading'

export const parRedirectUriPresent = defineCheck<PushedRequestReading>('vci.par.redirect_uri_present', {
  title: 'Pushed request says where to send the code',
  problem: 'The redirect_uri is missing',
  clauses: ['FAPI2-SP-FINAL-5.3.2.2'],
  level: 'must',
  rejects: 'invalid_request',
  needs: ['vci.par.content_type'],
  impossibleIn: ['pre_authorized_code'],
  why: 'Without it the server cannot know which application gets the code.',
  hint: 'Send redirect_uri in the pushed request and the same one in the token request.',
  run: ({ redirectUri }) => (redirectUri === null ? violated({ expected: say`redirect_uri`, actual: null }) : pass()),
})
