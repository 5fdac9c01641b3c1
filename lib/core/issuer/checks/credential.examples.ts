import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import { session } from '../../engine/evidence/fixtures/sessions'
import type { Exchange } from '../../shared/http/exchange'
import { invariant } from '../../shared/ports/errors'
import type { OneTimeValue } from '../../shared/ports/store-types'
import { fromBase64url } from '../../shared/values/base64url'
import { issuerConfiguration } from '../configurations'
import { type CredentialBodyReading, type CredentialReading, readCredentialBody } from '../read/credential-request'
import { opened, readSealedBody } from '../read/encryption/encrypted-body'
import { noIdentifiers } from '../read/oauth/authorization-details'
import { type DpopReading, noDpopHistory } from '../read/oauth/dpop/dpop-reading'
import type { AccessTokenReading } from '../read/oauth/read-access-token'
import { goodProofs } from '../read/proof/fixtures/good-proofs'
import { now, post } from './fixtures/exchange'

const offered = 'urn:eu.europa.ec.eudi:pid:1.sd-jwt.key-attestation-required'
const other = 'urn:eu.europa.ec.eudi:pid:1.mdoc.key-attestation-required'
const issuer = issuerConfiguration('eu-pid-device-bound')
invariant(issuer, 'The default issuer configuration exists.')

const token: OneTimeValue = {
  kind: 'access_token',
  digest: 'digest',
  issuerId: issuer.id,
  sessionId: session().sessionId,
  exchangeId: null,
  parent: null,
  expiresAt: now,
  consumedAt: null,
  revokedAt: null,
  data: { credential_configuration_id: offered },
}

const withoutProofTypes = session({
  options: { scheme: 'x://', dpop_nonce: 'offered', fault: 'issuer_metadata_no_proof_types' },
})

const noProof: DpopReading = {
  role: 'rs',
  policy: 'offered',
  demanded: true,
  method: 'POST',
  endpointUrl: 'https://issuer.example/issuers/eu-pid-device-bound/credential',
  algorithms: ['ES256'],
  now,
  headerCount: 0,
  proof: null,
  unreadable: null,
  authorizationScheme: null,
  accessTokenHash: null,
  boundThumbprint: null,
  sessionId: null,
  history: noDpopHistory,
  holderThumbprints: null,
}

const json = 'application/json'
const goodBody = { credential_configuration_id: offered, proofs: { jwt: ['a proof'] } }

/** Fake decryption: the ciphertext is the plaintext in base64url, and `sealed` cannot be decrypted. */
export function bodyOf(exchange: Exchange, publishedKid: string | null = 'published'): CredentialBodyReading {
  const sealed = readSealedBody(exchange, publishedKid)
  const ciphertext = sealed?.openable?.split('.')[3] ?? 'sealed'
  return readCredentialBody(
    exchange,
    sealed && opened(sealed, ciphertext === 'sealed' ? null : fromBase64url(ciphertext)),
  )
}

export const goodCredentialReading: CredentialReading = {
  now,
  unitStatus: null,
  shownStatuses: null,
  issuer,
  accessToken: {
    headerCount: 1,
    scheme: 'DPoP',
    token: 'a token',
    inQuery: false,
    inBody: false,
    state: 'alive',
    jwt: null,
    value: token,
  },
  dpop: noProof,
  body: bodyOf(post(JSON.stringify(goodBody), json)),
  identifiers: noIdentifiers,
  proofs: goodProofs,
  proofHeaderKeys: [],
  requiredEncryption: { offered: true, request: false, response: false },
  responseEncryption: null,
  earlierResponseKeys: [],
  advertised: [offered, other],
  proofTypes: ['jwt', 'attestation'],
  batch: null,
  reusePolicy: null,
  session: session(),
}

const good = goodCredentialReading

const raw = (text: string, contentType: string | null = json): CredentialReading => ({
  ...good,
  body: bodyOf(post(text, contentType)),
})
const body = (change: object): CredentialReading => raw(JSON.stringify({ ...goodBody, ...change }))
const access = (change: Partial<AccessTokenReading>): CredentialReading => ({
  ...good,
  accessToken: { ...good.accessToken, ...change },
})
const noObject = [raw('[]'), raw('not json'), raw('')]
const noProofs = body({ proofs: undefined })

export const credentialExamples: ExamplesById<CredentialReading> = {
  'vci.credential.token_in_header': {
    pass: [good, access({ headerCount: 0, state: 'absent', token: null })],
    violated: [access({ inQuery: true }), access({ inBody: true }), access({ headerCount: 2 })],
    notApplicable: alwaysJudged,
  },
  'vci.credential.token_valid': {
    pass: [good],
    violated: (['absent', 'malformed', 'bad_signature', 'unknown', 'other_issuer', 'expired', 'revoked'] as const).map(
      (state) => access({ state }),
    ) as [CredentialReading, ...CredentialReading[]],
    notApplicable: alwaysJudged,
  },
  'vci.credential.content_type': {
    pass: [good, raw('{}', 'application/json; charset=utf-8'), raw('a.b.c.d.e', 'application/jwt')],
    violated: [raw('{}', 'text/plain'), raw('{}', null), raw('a=b', 'application/x-www-form-urlencoded')],
    notApplicable: alwaysJudged,
  },
  'vci.credential.json_object': {
    pass: [good, raw('{}', 'text/plain')],
    violated: [
      raw('[]'),
      raw('"text"'),
      raw(JSON.stringify('{"credential_configuration_id":"id"}')),
      raw('null'),
      raw('{'),
      raw('credential_configuration_id=id'),
      raw('credential_configuration_id=id', 'application/x-www-form-urlencoded'),
      raw(''),
      raw(`${'['.repeat(50)}${']'.repeat(50)}`),
      raw(`[${'0,'.repeat(10_001)}0]`),
    ],
    notApplicable: [raw('{}', 'application/jwt')],
  },
  'vci.credential.no_duplicate_members': {
    pass: [good, raw('[]')],
    violated: [raw('{"proofs":{},"proofs":{}}'), raw('{"proofs":{"jwt":[],"jwt":[]}}')],
    notApplicable: [raw('{'), raw('')],
  },
  'vci.credential.one_identifier': {
    pass: [good, body({ credential_configuration_id: undefined, credential_identifier: 'x' })],
    violated: [
      body({ credential_identifier: 'x' }),
      body({ credential_configuration_id: undefined }),
      body({ credential_configuration_id: undefined, format: 'vc+sd-jwt', vct: 'urn:eudi:pid:1' }),
      { ...body({ credential_identifier: 'x' }), identifiers: { ...noIdentifiers, given: true } },
    ],
    notApplicable: noObject,
  },
  'vci.credential.uses_configuration_id': {
    pass: [good],
    violated: [body({ credential_configuration_id: undefined, credential_identifier: 'x' })],
    notApplicable: noObject,
  },
  'vci.credential.configuration_known': {
    pass: [good, body({ credential_configuration_id: other })],
    violated: [body({ credential_configuration_id: 'invented' }), body({ credential_configuration_id: 7 })],
    notApplicable: noObject,
  },
  'vci.credential.configuration_as_offered': {
    pass: [good],
    violated: [body({ credential_configuration_id: other })],
    notApplicable: [access({ state: 'unknown', value: null })],
  },
  'vci.credential.proofs_present': {
    pass: [good, body({ proofs: {} }), body({ proofs: { jwt: ['a', 'b'] } })],
    violated: [noProofs, body({ proofs: { jwt: [] } })],
    notApplicable: [...noObject, { ...noProofs, session: withoutProofTypes }, { ...noProofs, proofTypes: [] }],
  },
  'vci.credential.proofs_one_type': {
    pass: [good, body({ proofs: { attestation: ['a'] } })],
    violated: [
      body({ proofs: {} }),
      body({ proofs: { jwt: ['a'], attestation: ['b'] } }),
      body({ proofs: ['a'] }),
      body({ proofs: { proof_type: 'jwt', jwt: 'a' } }),
    ],
    notApplicable: [noProofs, ...noObject],
  },
  'vci.credential.proofs_count': {
    pass: [good, body({ proofs: { di_vp: [{}] } })],
    violated: [
      body({ proofs: { di_vp: [{}, {}] } }),
      body({ proofs: { attestation: [{}] } }),
      body({ proofs: { jwt: ['a', 'b'] } }),
      body({ proofs: { jwt: 'a' } }),
      body({ proofs: { jwt: [7] } }),
      body({ proofs: { jwt: [] } }),
      { ...body({ proofs: { attestation: ['a', 'b'] } }), batch: { size: 2, order: 'proofs' } },
    ],
    notApplicable: [noProofs],
  },
  'vci.credential.proof_type_supported': {
    pass: [good, body({ proofs: { attestation: ['a'] } })],
    violated: [
      body({ proofs: { di_vp: ['a'] } }),
      body({ proofs: { di_vp: [{}] } }),
      { ...body({ proofs: { attestation: ['a'] } }), proofTypes: ['jwt'] },
      { ...good, proofTypes: [] },
    ],
    notApplicable: [
      noProofs,
      body({ proofs: {} }),
      { ...good, proofs: { ...good.proofs, isUnbound: true }, proofTypes: [] },
    ],
  },
  'vci.credential.no_legacy_members': {
    pass: [good],
    violated: [
      body({ format: 'dc+sd-jwt', credential_configuration_id: undefined }),
      body({ format: 'dc+sd-jwt' }),
      body({ proofs: undefined, proof: { proof_type: 'jwt', jwt: 'a' } }),
      body({ proof: { proof_type: 'jwt', jwt: 'a' } }),
    ],
    notApplicable: noObject,
  },
  'vci.credential.unknown_members': {
    pass: [good, body({ format: 'dc+sd-jwt' })],
    violated: [body({ a_member_nobody_defined: true })],
    notApplicable: noObject,
  },
}
