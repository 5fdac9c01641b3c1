import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { shownNames } from '../../../engine/judgements/shown'
import { quote, say } from '../../../ground/values/wording'
import type { AuthorizeReading } from '../../read/oauth/authorize/authorize-reading'

const known = ['client_id', 'request_uri']

export const authorizeOnlyExpectedParams = defineCheck<AuthorizeReading>('vci.authorize.only_expected_params', {
  title: 'Browser is opened with client_id and request_uri only, each once',
  problem: 'The browser was not opened with client_id and request_uri alone, each once',
  clauses: ['FAPI2-SP-FINAL-5.3.3.2', 'HAIP-4', 'RFC6749-3.1'],
  level: 'must',
  profile: 'haip',
  rejects: 'invalid_request',
  refusal: 'Open the authorization endpoint with each parameter once.',
  impossibleIn: ['pre_authorized_code'],
  why: 'Everything else was pushed. Extra URL parameters are ignored and could be changed in transit.',
  hint: 'Open authorization_endpoint with client_id and request_uri and nothing else.',
  run: ({ query }) => {
    // Of two values one would be ignored, and anyone may have added it.
    if (query.tooMany) return violated({ expected: known.map(quote), actual: say`more than 256 parameters` })
    if (query.duplicates.length > 0)
      return violated({
        expected: say`each name once`,
        actual: shownNames(query.duplicates),
      })
    const more = [...new Set(query.pairs.map(([name]) => name))].filter((name) => !known.includes(name))
    return more.length === 0 ? pass() : violated({ expected: known.map(quote), actual: shownNames(more), error: null })
  },
})
