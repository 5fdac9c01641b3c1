import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { RequestFetchReading } from '../read/request/read-request-fetch'
import { byGet, byPost, posted } from './fixtures/request-fetch'
import { answered, event, evidence, fetched, session } from './fixtures/verifier-evidence'

const byValue = session({ requestDelivery: 'by_value' })
const byHttp = session({ options: { ...session().options, negative_test: 'request_uri_http', expect: 'refusal' } })
const get = (change: Partial<RequestFetchReading>): RequestFetchReading => ({ ...byGet, ...change })
const privacy = (change: Partial<RequestFetchReading['privacy']>) => get({ privacy: { ...byGet.privacy, ...change } })
const refusedFetch = event(40, 'vp_request_refused', { reason: 'vp_request_not_found' })

export const requestFetchExamples: ExamplesById<RequestFetchReading> = {
  'vp.request.method': {
    pass: [byGet, byPost],
    violated: [
      { ...byPost, session: byGet.session },
      posted({ members: ['vp_token', 'state'] }),
      posted({ members: ['response'] }, { session: byGet.session }),
      { ...byGet, session: byPost.session },
    ],
    notApplicable: [get({ session: byValue })],
  },
  'vp.request.accept_get': {
    pass: [byGet, get({ accept: null }), get({ accept: '*/*' }), get({ accept: 'text/html, application/*;q=0.5' })],
    violated: [get({ accept: 'application/json' }), get({ accept: 'application/jwt' })],
    notApplicable: [byPost],
  },
  'vp.request.get_bodyless': {
    pass: [byGet],
    violated: [get({ bodyBytes: 2 }), get({ query: 'client_id=a' }), get({ query: '' })],
    notApplicable: [byPost],
  },
  'vp.request.tls': {
    pass: [byGet, get({ tls: { https: true, version: 'TLSv1.2' } })],
    violated: [get({ tls: { https: true, version: 'TLSv1.1' } })],
    notApplicable: [get({ tls: { https: false, version: null } }), get({ tls: { https: true, version: null } })],
  },
  'vp.request.no_credentials': {
    pass: [byGet, byPost],
    violated: [privacy({ credentialHeaders: ['authorization'] }), privacy({ credentialHeaders: ['cookie', 'dpop'] })],
    notApplicable: alwaysJudged,
  },
  'vp.request.no_fingerprint': {
    pass: [byGet, byPost],
    violated: [privacy({ identifyingHeaders: ['user-agent', 'x-device-id'] })],
    notApplicable: alwaysJudged,
  },
  'vp.request.no_pii': {
    pass: [byGet, byPost],
    violated: [privacy({ personal: [{ place: 'query', kind: 'email' }] })],
    notApplicable: alwaysJudged,
  },
}

export const requestSessionExamples: ExamplesById<PresentationEvidence> = {
  'vp.request.fetched': {
    pass: [evidence(), evidence({ events: [fetched()] })],
    violated: [evidence({ events: [answered()] }), evidence({ events: [event(9, 'vp_wallet_error_received')] })],
    notApplicable: [evidence({ session: byValue, events: [answered()] }), evidence({ events: [] })],
  },
  'vp.request.no_plain_fetch': {
    pass: [evidence({ session: byHttp, events: [event(30, 'vp_refusal_reported', { shown: 'error' })] })],
    violated: [
      evidence({ session: byHttp, events: [event(5, 'vp_request_retrieved', { plain_http: true })] }),
      evidence({ session: byHttp }),
    ],
    notApplicable: [evidence(), evidence({ session: byHttp, events: [] })],
  },
  'vp.request.refetch': {
    pass: [evidence()],
    violated: [evidence({ events: [fetched(5), fetched(9), answered()] })],
    notApplicable: [evidence({ events: [] }), evidence({ session: byValue, events: [answered()] })],
  },
  'vp.request.no_fetch_after_response': {
    pass: [evidence(), evidence({ events: [fetched(5), fetched(9), answered()] })],
    violated: [evidence({ events: [fetched(), answered(), refusedFetch] })],
    notApplicable: [evidence({ events: [fetched()] }), evidence({ events: [] })],
  },
  'vp.request.by_value_not_fetched': {
    pass: [evidence({ session: byValue, events: [answered()] })],
    violated: [evidence({ session: byValue })],
    notApplicable: [evidence()],
  },
}
