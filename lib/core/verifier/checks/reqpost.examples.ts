import type { ExamplesById } from '../../engine/checks/examples'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import type { Json, JsonObject } from '../../shared/values/json'
import { say } from '../../shared/values/wording'
import type { RequestFetchReading } from '../read/request/read-request-fetch'
import { byGet, byPost, emptyPost, metadata, metadataMembers, posted, publicKey } from './fixtures/request-fetch'
import { answered, event, evidence, fetched, session, sessionAsking } from './fixtures/verifier-evidence'

const accept = (value: string | null): RequestFetchReading => ({ ...byPost, accept: value })
const nonce = (value: string, rest: { readonly usable?: boolean; readonly seenBefore?: boolean } = {}) =>
  posted({ walletNonce: { value, usable: true, seenBefore: false, ...rest } })
const noNonce = posted({ walletNonce: null })
const noMetadata = posted({ walletMetadata: null })
const notJson = { error: say`It is not JSON.`, value: null, jwks: null, encryption: null }
const unreadable = metadata(notJson)
const unusable = [byGet, noMetadata, unreadable]
const keys = (...facts: readonly Partial<typeof publicKey>[]) =>
  metadata({
    jwks: { isKeySet: true, keys: facts.map((change) => ({ facts: { ...publicKey, ...change }, use: null })) },
  })
const noKeys = metadata({ jwks: null, encryption: null })
const plain = session({ responseMode: 'direct_post', requestUriMethod: 'post' })
const formats = (value: unknown) => metadataMembers({ vp_formats_supported: value })

const sdJwt = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] } }
const mdoc = { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } }
const query = (dcql_query: Json): RequestFetchReading => ({
  ...byPost,
  session: sessionAsking({ dcql_query }),
})
const unsigned = (members: JsonObject | Record<string, unknown>): RequestFetchReading =>
  metadataMembers(members, { session: sessionAsking({ client_id: 'redirect_uri:https://verifier.example/response' }) })
const registered = (client_id_prefixes_supported: unknown): RequestFetchReading =>
  metadataMembers({ client_id_prefixes_supported }, { session: sessionAsking({ client_id: 'wallet-capture' }) })

export const reqpostExamples: ExamplesById<RequestFetchReading> = {
  'vp.reqpost.content_type': {
    pass: [byPost],
    violated: [
      posted({ mediaType: 'application/json', urlencoded: false }),
      posted({ mediaType: null, urlencoded: false }),
      posted({ mediaType: 'text/plain', urlencoded: false }, { bodyBytes: 0 }),
    ],
    notApplicable: [byGet, emptyPost],
  },
  'vp.reqpost.accept': {
    pass: [byPost, accept('text/html, Application/OAuth-Authz-Req+JWT;q=0.9'), emptyPost],
    violated: [accept(null), accept('*/*'), accept('application/json')],
    notApplicable: [byGet],
  },
  'vp.reqpost.utf8': {
    pass: [byPost],
    violated: [posted({ utf8: false })],
    notApplicable: [byGet, emptyPost],
  },
  'vp.reqpost.query_empty': {
    pass: [byPost, emptyPost],
    violated: [{ ...byPost, query: 'wallet_nonce=a' }],
    notApplicable: [byGet],
  },
  'vp.reqpost.params_unique': {
    pass: [byPost],
    violated: [posted({ duplicates: ['wallet_nonce'] })],
    notApplicable: [byGet, emptyPost],
  },
  'vp.reqpost.params_known': {
    pass: [byPost, posted({ members: ['wallet_nonce'] })],
    violated: [posted({ members: ['wallet_nonce', 'device'] })],
    notApplicable: [byGet, emptyPost],
  },
  'vp.reqpost.wallet_nonce': {
    pass: [byPost],
    violated: [noNonce, emptyPost],
    notApplicable: [byGet],
  },
  'vp.reqpost.wallet_nonce_entropy': {
    pass: [byPost, nonce('6fa459ea-ee8a-4ca4-894e-db77e160355e')],
    violated: [
      nonce('short'),
      nonce('a'.repeat(40)),
      nonce('1800000000000'.repeat(3)),
      nonce('2027-01-15T08:00:00.000000Z'.replaceAll(':', '-')),
      nonce('6fa459ea-ee8a-1ca4-894e-db77e160355e'),
      nonce('c2FsdC1vZi10aGUtd2FsbGV0+/=='),
      nonce('x'.repeat(600), { usable: false }),
    ],
    notApplicable: [byGet, noNonce],
  },
  'vp.reqpost.wallet_nonce_fresh': {
    pass: [byPost],
    violated: [nonce('c2FsdC1vZi10aGUtd2FsbGV0LTAx', { seenBefore: true })],
    notApplicable: [byGet, noNonce],
  },
  'vp.reqpost.wallet_metadata_json': {
    pass: [byPost],
    violated: [
      unreadable,
      ...['"{\\"a\\":1}"', 'eyJhIjoxfQ', '%7B%22a%22%3A1%7D'].map((text) => metadata({ ...notJson, text })),
    ],
    notApplicable: [byGet, noMetadata],
  },
  'vp.reqpost.md_vp_formats': {
    pass: [
      byPost,
      formats({ 'dc+sd-jwt': {} }),
      formats({ mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7, -9] } }),
      formats({ jwt_vc_json: { alg_values: ['ES256'] } }),
    ],
    violated: [
      formats(undefined),
      formats({}),
      formats(['dc+sd-jwt']),
      formats({ 'dc+sd-jwt': null }),
      formats({ 'dc+sd-jwt': { 'sd-jwt_alg_values': [] } }),
      formats({ 'dc+sd-jwt': { 'kb-jwt_alg_values': 'ES256' } }),
      formats({ mso_mdoc: { issuerauth_alg_values: ['ES256'] } }),
      formats({ mso_mdoc: { deviceauth_alg_values: [-7.5] } }),
    ],
    notApplicable: unusable,
  },
  'vp.reqpost.md_format_match': {
    pass: [
      byPost,
      query({ credentials: [sdJwt, mdoc], credential_sets: [{ options: [['mdl'], ['pid']] }] }),
      query({
        credentials: [sdJwt, mdoc],
        credential_sets: [{ options: [['pid']] }, { options: [['mdl']], required: false }],
      }),
    ],
    violated: [
      formats({ mso_mdoc: {} }),
      query({ credentials: [mdoc] }),
      query({ credentials: [sdJwt, mdoc] }),
      query({ credentials: [sdJwt, mdoc], credential_sets: [{ options: [['pid', 'mdl']] }] }),
    ],
    notApplicable: [...unusable, query({})],
  },
  'vp.reqpost.md_client_id_prefixes': {
    pass: [byPost, registered(undefined), registered(['pre-registered'])],
    violated: [
      registered(['wallet-capture']),
      metadataMembers({ client_id_prefixes_supported: undefined }),
      metadataMembers({ client_id_prefixes_supported: ['x509_san_dns'] }),
      metadataMembers({ client_id_prefixes_supported: 'x509_hash' }),
    ],
    notApplicable: unusable,
  },
  'vp.reqpost.md_request_algs': {
    pass: [byPost],
    violated: [
      metadataMembers({ request_object_signing_alg_values_supported: undefined }),
      metadataMembers({ request_object_signing_alg_values_supported: ['RS256'] }),
      metadataMembers({ request_object_signing_alg_values_supported: 'ES256' }),
    ],
    notApplicable: [...unusable, unsigned({})],
  },
  'vp.reqpost.md_no_algs_unsigned': {
    pass: [unsigned({ request_object_signing_alg_values_supported: undefined })],
    violated: [
      unsigned({}),
      unsigned({ request_object_signing_alg_values_supported: [] }),
      unsigned({ request_object_signing_alg_values_supported: null }),
    ],
    notApplicable: [...unusable, byPost],
  },
  'vp.reqpost.md_response_encryption': {
    pass: [byPost, metadataMembers({ authorization_encryption_alg_values_supported: undefined })],
    violated: [
      metadataMembers({ authorization_encryption_alg_values_supported: ['RSA-OAEP-256'] }),
      metadataMembers({ authorization_encryption_enc_values_supported: ['A192GCM'] }),
      metadataMembers({}, { session: sessionAsking({ client_metadata: {} }) }),
    ],
    notApplicable: [
      ...unusable,
      metadataMembers({}, { session: plain }),
      metadataMembers({
        authorization_encryption_alg_values_supported: undefined,
        authorization_encryption_enc_values_supported: undefined,
      }),
    ],
  },
  'vp.reqpost.md_response_types_modes': {
    pass: [byPost, metadataMembers({ response_types_supported: undefined })],
    violated: [
      metadataMembers({ response_types_supported: ['code'] }),
      metadataMembers({ response_modes_supported: ['direct_post'] }),
      metadataMembers({ response_modes_supported: 'direct_post.jwt' }),
    ],
    notApplicable: [
      ...unusable,
      metadataMembers({ response_types_supported: undefined, response_modes_supported: undefined }),
    ],
  },
  'vp.reqpost.md_jwks_shape': {
    pass: [byPost, keys(), keys({ kty: 'EC', crv: 'secp256k1', valid: false }), keys({ kty: 'AKP', valid: false })],
    violated: [
      metadata({ jwks: { isKeySet: false, keys: [] } }),
      keys({ privateMembers: ['d'] }),
      keys({}, { kty: 'oct', crv: null, valid: false }),
      keys({ kty: null, valid: false }),
      keys({ isObject: false, kty: null, valid: false }),
      keys({ valid: false }),
    ],
    notApplicable: [...unusable, noKeys],
  },
  'vp.reqpost.encryption_possible': {
    pass: [byPost],
    violated: [metadata({ encryption: null })],
    notApplicable: [...unusable, noKeys],
  },
  'vp.reqpost.md_minimal': {
    pass: [byPost],
    violated: [
      metadataMembers({ app_version: '3.1.4' }),
      metadataMembers({ device_model: 'a phone' }),
      metadata({ bytes: 9000 }),
    ],
    notApplicable: unusable,
  },
}

const announcing = (announced: Json, second = 5) =>
  event(second, 'vp_request_retrieved', { wallet_metadata_present: true, announced })
const said = (change: JsonObject, second = 5) =>
  announcing({ formats: ['dc+sd-jwt'], alg_values: ['ECDH-ES'], enc_values: ['A256GCM'], ...change }, second)
const presented = (format: string, second = 30) => event(second, 'vp_presentation_verified', { format })
const opened = (alg: string, enc: string, second = 30) => event(second, 'vp_response_decrypted', { alg, enc })
const run = (...events: PresentationEvidence['events']) => evidence({ events })
const nothingSaid = [run(fetched(), answered()), run(announcing(null), answered()), run(said({}))]

export const announcementExamples: ExamplesById<PresentationEvidence> = {
  'vp.reqpost.md_format_kept': {
    pass: [
      run(said({}), presented('dc+sd-jwt')),
      run(said({ formats: ['mso_mdoc'] }), said({}, 9), presented('dc+sd-jwt')),
    ],
    violated: [
      run(said({ formats: ['mso_mdoc'] }), presented('dc+sd-jwt')),
      run(said({ formats: [] }), presented('mso_mdoc')),
      run(said({}), presented('mso_mdoc'), presented('dc+sd-jwt', 31)),
    ],
    notApplicable: [
      ...nothingSaid,
      run(announcing(null), presented('dc+sd-jwt')),
      run(said({ formats: null }), presented('dc+sd-jwt')),
      run(presented('mso_mdoc', 2), said({})),
    ],
  },
  'vp.reqpost.md_encryption_kept': {
    pass: [run(said({}), opened('ECDH-ES', 'A256GCM')), run(said({ alg_values: null }), opened('ECDH-ES', 'A256GCM'))],
    violated: [
      run(said({}), opened('ECDH-ES', 'A128GCM')),
      run(said({ enc_values: null }), opened('ECDH-ES+A256KW', 'A256GCM')),
      run(said({}), opened('ECDH-ES', 'A128GCM'), said({ enc_values: ['A128GCM'] }, 35)),
    ],
    notApplicable: [...nothingSaid, run(said({ alg_values: null, enc_values: null }), opened('ECDH-ES', 'A128GCM'))],
  },
}
