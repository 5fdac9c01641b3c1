import type { AuthorizeReading } from '../../../oauth/authorize/authorize-reading'
import { defineCheck, pass, violated } from '../../check'

const known = ['client_id', 'request_uri']

export const authorizeOnlyExpectedParams = defineCheck<AuthorizeReading>('vci.authorize.only_expected_params', {
  group: 'authorize',
  title: 'Browser is opened with client_id and request_uri only',
  clauses: ['FAPI2-SP-FINAL-5.3.3.2', 'HAIP-4'],
  level: 'must',
  profile: 'haip',
  why: 'Everything else was pushed; what is added to the URL is ignored and can be changed on the way.',
  hint: 'Open authorization_endpoint with client_id and request_uri and nothing else.',
  run: ({ query }) => {
    const more = [...new Set(query.pairs.map(([name]) => name))].filter((name) => !known.includes(name))
    return more.length === 0
      ? pass()
      : violated({ expected: known, actual: more.map((name) => name.slice(0, 64)).slice(0, 10) })
  },
})
