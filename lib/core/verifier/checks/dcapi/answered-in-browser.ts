import { defineCheck, pass, violated } from '../../../engine/checks/check'
import { quote, say } from '../../../ground/values/wording'

/** Where a wallet came to in a session whose request a browser carries. */
export interface Door {
  /** `request`: it fetched request_uri. `response`: it posted to response_uri. `browser`: the browser handed back its answer. */
  readonly door: 'request' | 'response' | 'browser'
}

export const dcapiAnsweredInBrowser = defineCheck<Door>('vp.dcapi.answered_in_browser', {
  title: 'Wallet answers through the browser that asked',
  problem: 'The wallet came to an address of a request by link',
  clauses: ['OID4VP-1FINALA-A.2', 'OID4VP-1FINALA-A.4'],
  level: 'must',
  rejects: 'invalid_request',
  refusal:
    'A browser carried this request: return the response to it, as the Response Modes dc_api and dc_api.jwt say.',
  why: 'The browser vouches for the page that gets the answer. Nobody vouches for an address.',
  hint: 'Return the response to the browser: neither request_uri nor response_uri is part of the request.',
  run: ({ door }) =>
    door === 'browser'
      ? pass()
      : violated({
          expected: say`the browser`,
          actual: quote(door === 'request' ? 'request_uri' : 'response_uri'),
          // A fetch gets its 404 whatever is judged.
          ...(door === 'request' ? { error: null } : {}),
        }),
})
