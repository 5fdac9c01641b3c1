import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import { session } from '../../engine/evidence/fixtures/sessions'
import { readParameters } from '../../shared/http/read-form'
import type { OneTimeValue } from '../../shared/ports/store-types'
import type { AuthorizeReading, RequestUriReading } from '../read/oauth/authorization'
import { now } from './fixtures/exchange'

const value: OneTimeValue = {
  kind: 'request_uri',
  digest: 'digest',
  issuerId: 'eu-pid-device-bound',
  sessionId: session().sessionId,
  exchangeId: null,
  parent: null,
  expiresAt: now,
  consumedAt: null,
  revokedAt: null,
  data: {},
}
const good: AuthorizeReading = {
  query: readParameters('client_id=wallet&request_uri=urn:x'),
  clientId: 'wallet',
  requestUri: { state: 'alive', value },
  facts: {
    clientId: 'wallet',
    method: 'none',
    popDigest: null,
    redirectUriDigest: 'digest',
    codeChallenge: 'challenge',
    scope: 'pid',
    requestedScope: 'pid',
    jkt: null,
    clientKnown: true,
    server: null,
    details: false,
    client: 'client',
  },
  session: session({ flow: 'authorization_code' }),
  visits: 0,
  userAgent: 'Mozilla/5.0 (test)',
  sameClient: false,
}
const query = (text: string): AuthorizeReading => ({ ...good, query: readParameters(text) })
const found = (state: 'expired' | 'completed' | 'other_issuer'): AuthorizeReading => ({
  ...good,
  requestUri: { state, value },
})
const without = (requestUri: RequestUriReading, text: string): AuthorizeReading => ({
  ...query(text),
  requestUri,
  facts: null,
  session: null,
  sameClient: null,
})
const absent = without({ state: 'absent' }, 'client_id=wallet')
const plain = without({ state: 'absent' }, 'client_id=wallet&response_type=code&scope=pid')
const unknown = without({ state: 'unknown' }, 'client_id=wallet&request_uri=urn:y')

export const authorizeExamples: ExamplesById<AuthorizeReading> = {
  'vci.par.used': { pass: [good, unknown], violated: [absent, plain], notApplicable: alwaysJudged },
  'vci.authorize.only_expected_params': {
    pass: [good],
    violated: [
      query('client_id=wallet&request_uri=urn:x&state=y&scope=z'),
      query('client_id=wallet&request_uri=urn:x&client_id=another'),
      query('client_id=wallet&request_uri=urn:x&request%5Furi=urn:y'),
      query(Array.from({ length: 300 }, (_one, index) => `p${index}=1`).join('&')),
    ],
    notApplicable: alwaysJudged,
  },
  'vci.authorize.no_request': {
    pass: [good],
    violated: [query('client_id=wallet&request_uri=urn:x&request=a.b.c')],
    notApplicable: alwaysJudged,
  },
  'vci.authorize.client_id_matches': {
    pass: [good],
    violated: [
      { ...good, clientId: 'another' },
      { ...good, clientId: null },
    ],
    notApplicable: [unknown, found('other_issuer')],
  },
  'vci.authorize.request_uri_known': {
    pass: [good, found('completed')],
    violated: [
      unknown,
      { ...unknown, query: readParameters('client_id=wallet&request_uri=Jb9XhWT3') },
      found('expired'),
      found('other_issuer'),
    ],
    notApplicable: [absent],
  },
  'vci.authorize.request_uri_once': {
    pass: [good],
    violated: [{ ...good, visits: 1 }, found('completed')],
    notApplicable: [absent, unknown, found('expired')],
  },
  'vci.authorize.user_agent': {
    pass: [good, { ...good, sameClient: null }],
    violated: [
      { ...good, sameClient: true },
      { ...good, userAgent: 'wallet-http/1.0' },
      { ...good, userAgent: null },
    ],
    notApplicable: alwaysJudged,
  },
  'vci.authorize.no_secrets': {
    pass: [good],
    violated: [query('client_id=wallet&request_uri=urn:x&code_verifier=y')],
    notApplicable: alwaysJudged,
  },
}
