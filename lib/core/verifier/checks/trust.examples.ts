import type { ExamplesById } from '../../engine/checks/examples'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { VerifierOptions } from '../../shared/ports/session-options'
import { toBase64url, utf8 } from '../../shared/values/base64url'
import type { JsonObject } from '../../shared/values/json'
import { dcqlQuery, event, evidence, fetched, session } from './fixtures/verifier-evidence'

const part = (value: JsonObject) => toBase64url(utf8(JSON.stringify(value)))
/** A registration certificate for these claims of the query. */
const registering = (count: number): string => {
  const [{ format, meta, claims }] = dcqlQuery.credentials as [(typeof dcqlQuery.credentials)[number]]
  const credentials = [{ format, meta, claim: claims.slice(0, count) }]
  return `${part({ alg: 'ES256' })}.${part({ credentials })}.${toBase64url(new Uint8Array(64))}`
}

/** A session in the European framework with this many of three claims registered. */
const european = (options: Partial<VerifierOptions> = {}, count = 3) => {
  const registration = { source: 'made', compact: registering(count), status_index: 7 } as const
  const trust = { trust_id: 'A'.repeat(22), access: null, registration }
  return session({ options: { ...session().options, trust_framework: 'eu', trust, ...options } })
}

const flow = (of: PresentationEvidence['session'], ...events: PresentationEvidence['events']) =>
  evidence({ session: of, events: [fetched(), ...events] })
const response = (more: JsonObject = {}) =>
  event(30, 'vp_presentation_response_received', {
    presentation_valid: true,
    vp_token_observed: true,
    consumed: true,
    errors: [],
    ...more,
  })
const declined = event(30, 'vp_wallet_error_received', { error: 'access_denied', consumed: true })
const read = (resource: string, second = 20) => event(second, 'vp_trust_resource_read', { resource, by: 'session' })
/** Reads that are only counted. */
const further = event(20, 'vp_trust_resource_read', { resource: 'list', by: 'session', further: 1 })
const told = (shown: string) => event(40, 'vp_refusal_reported', { shown })
const right = european()
const narrow = european({}, 2)
const missing = { negative_test: 'registration_missing', expect: 'refusal' } as const
const untrusted = european(missing)

export const trustExamples: ExamplesById<PresentationEvidence> = {
  'vp.trust.registration_status_read': {
    pass: [flow(right, read('status'), response())],
    violated: [
      flow(right, response()),
      flow(right, response(), read('status', 40)),
      flow(right, read('list'), response()),
    ],
    notApplicable: [
      evidence(),
      flow(right),
      flow(right, declined),
      flow(untrusted, response()),
      flow(right, further, response()),
    ],
  },
  'vp.trust.over_asking': {
    pass: [
      flow(narrow, declined),
      flow(narrow, response({ registered_only: true })),
      flow(narrow, response(), told('warned')),
      flow(narrow, told('error')),
    ],
    violated: [flow(narrow, response()), flow(narrow, response(), told('went_on')), flow(narrow, told('went_on'))],
    notApplicable: [evidence(), flow(right, response()), flow(narrow)],
  },
  'vp.trust.warned': {
    pass: [flow(untrusted, response(), told('warned')), flow(untrusted, told('warned'))],
    violated: [flow(untrusted, response(), told('went_on')), flow(untrusted, told('went_on'))],
    notApplicable: [
      evidence(),
      flow(untrusted, response()),
      flow(untrusted),
      flow(european({ ...missing, wallet_policy: 'refuse' }), response(), told('went_on')),
      flow(european({ negative_test: 'access_expired', expect: 'refusal' }), told('went_on')),
      flow(european({ negative_test: 'access_no_policy', expect: 'refusal' }), response()),
      flow(european({ negative_test: 'list_expired', expect: 'refusal' }), response(), told('went_on')),
    ],
  },
  'vp.trust.register_not_needed': {
    pass: [flow(right, response()), flow(right, declined)],
    violated: [flow(right, read('register'), response()), flow(right, read('register'))],
    notApplicable: [evidence(), flow(right), flow(untrusted, read('register'), response())],
  },
  'vp.trust.list_read': {
    pass: [flow(european({ list_alias: 'a'.repeat(16) }), read('list'))],
    violated: [
      flow(european({ list_alias: 'a'.repeat(16) }), response()),
      flow(european({ trusted_list: 'listed' }), read('status'), declined),
    ],
    notApplicable: [evidence(), flow(right, response()), flow(european({ trusted_list: 'listed' }))],
  },
}
