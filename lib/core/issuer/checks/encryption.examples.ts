import { type ExamplesById, neverViolated } from '../../engine/checks/examples'
import { type WrongDerivation, wrongDerivations } from '../../shared/ports/keys'
import { toBase64url, utf8 } from '../../shared/values/base64url'
import type { CredentialReading } from '../read/credential-request'
import type { ResponseEncryptionReading } from '../read/encryption/response-encryption'
import { bodyOf, goodCredentialReading } from './credential.examples'
import { post } from './fixtures/exchange'

const encode = (value: unknown): string => toBase64url(utf8(JSON.stringify(value)))
const goodHeader = { alg: 'ECDH-ES', enc: 'A128GCM', kid: 'published', epk: {} }
const request = { credential_configuration_id: 'x', proofs: { jwt: ['a proof'] } }

const plain = goodCredentialReading
const sent = (text: string, mediaType = 'application/jwt'): CredentialReading => ({
  ...plain,
  body: bodyOf(post(text, mediaType)),
})
/** An encrypted request with changed header parameters; `undefined` omits one. */
const jwe = (header: object, ciphertext = encode(request), mediaType = 'application/jwt'): CredentialReading =>
  sent(`${encode({ ...goodHeader, ...header })}..aXY.${ciphertext}.dGFn`, mediaType)
const noJwe = sent('{}')
const misderivedBy = (reading: CredentialReading, misderived: WrongDerivation): CredentialReading => ({
  ...reading,
  body: { ...reading.body, encrypted: reading.body.encrypted && { ...reading.body.encrypted, misderived } },
})
/** The same request at an issuer that requires encryption. */
const where = (required: Partial<CredentialReading['requiredEncryption']>, reading: CredentialReading) => ({
  ...reading,
  requiredEncryption: { offered: true, request: false, response: false, ...required },
})
/** At an issuer whose metadata offers no encryption: what is sent to it is not decrypted. */
const nowhere = (reading: CredentialReading, text?: string, mediaType = 'application/jwt') => ({
  ...where({ offered: false }, reading),
  ...(text === undefined ? {} : { body: bodyOf(post(text, mediaType), null) }),
})
const sealedText = `${encode(goodHeader)}..aXY.${encode(request)}.dGFn`
const unasked = nowhere(plain, sealedText)
const requests = (reading: CredentialReading) => where({ request: true }, reading)
const responses = (reading: CredentialReading) => where({ response: true }, reading)

const goodKey = {
  isObject: true,
  kty: 'EC',
  crv: 'P-256',
  alg: 'ECDH-ES',
  kid: 'answer',
  privateMembers: [],
  valid: true,
  publicJwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  thumbprint: 'thumbprint-of-the-answer-key',
}
const goodResponse: ResponseEncryptionReading = {
  isObject: true,
  jwk: goodKey,
  usable: true,
  use: 'enc',
  foreignOperations: null,
  enc: 'A256GCM',
  hasEnc: true,
  hasZip: false,
  hasLegacyAlg: false,
}
const asking = (change: Partial<ResponseEncryptionReading> = {}): CredentialReading => ({
  ...jwe({}),
  responseEncryption: { ...goodResponse, ...change },
})
const withKey = (change: Partial<typeof goodKey>): CredentialReading => asking({ jwk: { ...goodKey, ...change } })
const holderKey = { jwk: {}, kid: 'x', thumbprint: goodKey.thumbprint, digest: 'x', firstSession: null }
const noKey = asking({ jwk: null })

export const encryptionExamples: ExamplesById<CredentialReading> = {
  'vci.encryption.request_media_type': {
    pass: [jwe({})],
    violated: [jwe({}, encode(request), 'application/json'), jwe({}, encode(request), 'application/jose')],
    notApplicable: [plain, unasked],
  },
  'vci.encryption.request_params': {
    pass: [jwe({}), jwe({ enc: 'A256GCM' })],
    violated: [
      jwe({ enc: 'A256CBC-HS512' }),
      jwe({ alg: 'ECDH-ES+A128KW' }),
      jwe({ alg: undefined }),
      jwe({ zip: 'DEF' }),
      jwe({ zip: null }),
      unasked,
      nowhere(plain, '{}'),
    ],
    notApplicable: [plain, noJwe],
  },
  'vci.encryption.request_kid': {
    pass: [jwe({})],
    violated: [jwe({ kid: 'another' }), jwe({ kid: undefined }), jwe({ kid: 7 })],
    notApplicable: [plain, noJwe, unasked],
  },
  'vci.encryption.request_decrypts': {
    pass: [jwe({})],
    violated: [
      noJwe,
      jwe({}, 'sealed'),
      jwe({}, encode([])),
      jwe({}, toBase64url(utf8('{'))),
      jwe({}, toBase64url(utf8('credential_configuration_id=id'))),
      jwe({}, toBase64url(utf8('['.repeat(50)))),
      jwe({}, encode(Array(10_001).fill(0))),
      jwe({ crit: ['x'] }),
      ...wrongDerivations.map((misderived) => misderivedBy(jwe({}, 'sealed'), misderived)),
    ],
    notApplicable: [plain, unasked, nowhere(plain, '{}')],
  },
  'vci.encryption.request_required': {
    pass: [requests(jwe({})), requests(asking()), requests(jwe({}, 'sealed'))],
    violated: [
      requests(plain),
      requests({ ...plain, responseEncryption: goodResponse }),
      requests(sent('not json', 'application/json')),
    ],
    notApplicable: [plain, responses(plain), requests(noJwe)],
  },
  'vci.encryption.response_required': {
    pass: [responses(asking()), responses(noKey), responses({ ...plain, responseEncryption: goodResponse })],
    violated: [responses(plain), responses(jwe({}))],
    notApplicable: [
      plain,
      jwe({}),
      requests(jwe({})),
      responses(jwe({}, 'sealed')),
      responses(sent('not json', 'application/json')),
    ],
  },
  'vci.encryption.request_when_response': {
    pass: [asking()],
    violated: [{ ...plain, responseEncryption: goodResponse }],
    notApplicable: [plain, jwe({}), nowhere({ ...plain, responseEncryption: goodResponse })],
  },
  'vci.encryption.response_params': {
    pass: [asking(), asking({ enc: 'A128GCM' })],
    violated: [
      noKey,
      asking({ enc: 'A256CBC-HS512' }),
      asking({ enc: null, hasEnc: false }),
      asking({ enc: null }),
      asking({ hasZip: true }),
      asking({ hasLegacyAlg: true }),
      asking({ hasLegacyAlg: true, jwk: { ...goodKey, alg: null } }),
      asking({ isObject: false, jwk: null, enc: null, hasEnc: false }),
      nowhere({ ...plain, responseEncryption: goodResponse }),
    ],
    notApplicable: [plain, jwe({})],
  },
  'vci.encryption.response_jwk_alg': {
    pass: [asking()],
    violated: [asking({ jwk: { ...goodKey, alg: null } }), withKey({ alg: 'RSA-OAEP-256' })],
    notApplicable: [plain, noKey],
  },
  'vci.encryption.response_jwk_public': {
    pass: [asking(), asking({ use: null }), withKey({ crv: 'X25519', kty: 'OKP' })],
    violated: [
      asking({ jwk: { ...goodKey, privateMembers: ['d'] } }),
      asking({ jwk: { ...goodKey, kty: 'RSA', crv: null }, usable: false }),
      asking({ use: 'sig' }),
      asking({ foreignOperations: ['verify'] }),
    ],
    notApplicable: [plain, noKey],
  },
  'vci.encryption.response_jwk_fresh': {
    pass: [asking()],
    violated: [
      { ...asking(), earlierResponseKeys: [goodKey.thumbprint] },
      { ...asking(), proofs: { ...plain.proofs, holderKeys: [holderKey] } },
    ],
    notApplicable: [plain, noKey],
  },
  'vci.encryption.used': {
    pass: [jwe({}), noJwe],
    violated: neverViolated,
    notApplicable: [plain, requests(plain), responses(plain), unasked],
  },
}
