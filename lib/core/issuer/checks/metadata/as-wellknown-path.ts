import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import type { MisdirectedReading } from '../../../engine/endpoints/misdirected-reading'
import { say } from '../../../ground/values/wording'

export const metadataAsWellknownPath = defineCheck<MisdirectedReading>('vci.metadata.as_wellknown_path', {
  title: 'Authorization server metadata is fetched with the well-known path inserted',
  problem: 'The authorization server metadata was requested at the wrong well-known path',
  clauses: ['RFC8414-3.1', 'RFC8414-3'],
  level: 'must',
  why: 'For an identifier with a path, the well-known string goes between host and path.',
  hint: 'Fetch {origin}/.well-known/oauth-authorization-server{path of the issuer identifier}, without a slash at the end.',
  run: ({ wrongForm, path, operation, answered }) => {
    if (answered && operation === 'getAuthorizationServerMetadata') return pass(say`inserted form`)
    if (wrongForm === 'appended_as_metadata')
      return violated({ expected: say`inserted form`, actual: say`appended form` })
    if (wrongForm === 'trailing_slash' && path.includes('oauth-authorization-server')) {
      return violated({ expected: say`no slash at the end`, actual: say`a slash at the end` })
    }
    return notApplicable(say`The request does not ask for authorization server metadata.`)
  },
})
