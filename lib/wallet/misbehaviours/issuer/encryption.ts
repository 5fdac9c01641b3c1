import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { setHeader } from '../../http/wire'
import { encryptJwe, type JweDraft } from '../../jose/jwe'
import { generateKey, privateMember } from '../../jose/key'
import { isObject, type JsonObject, objectMember } from '../../json'
import type { Misbehaviour, PatchContext } from './misbehaviour'

const encrypted = { profile: { encrypt: true } } as const
const invalidParameters = { status: 400, error: 'invalid_encryption_parameters' }
const invalidRequest = { status: 400, error: 'invalid_credential_request' }

const inJwe = (
  id: string,
  title: string,
  expect: Misbehaviour['expect'],
  change: (draft: JweDraft) => void,
): Misbehaviour => ({ id, title, expect, needs: encrypted, patchEncryption: { at: 'credential', change } })

/** Changes what the wallet sends about the encryption of the response. */
const inAnswerRequest = (
  id: string,
  title: string,
  change: (parameters: JsonObject, jwk: JsonObject, context: PatchContext) => void,
): Misbehaviour => ({
  id,
  title,
  expect: invalidParameters,
  needs: encrypted,
  patchCredentialRequest: {
    at: 'credential',
    change: (request, context) => {
      const parameters = objectMember(request, 'credential_response_encryption') ?? {}
      change(parameters, isObject(parameters.jwk) ? parameters.jwk : {}, context)
    },
  },
})

/** A session whose issuer requires encryption, so that the wallet encrypts without being configured to. */
const requiring = (encryption: 'request' | 'response' | 'required', more: JsonObject = {}) =>
  ({ issuer: 'eu-pid-jwt-proof-only', sessionOptions: { laboratory: { encryption, ...more } } }) as const
const requiringLater = (encryption: 'request' | 'response') =>
  ({ ...requiring(encryption, { deferred: { interval: 1, pending: 0 } }), waits: true }) as const

/** An issuer whose metadata offers no encryption. */
const offeringNone = {
  issuer: 'eu-pid-jwt-proof-only',
  sessionOptions: { laboratory: { encryption: 'absent' } },
} as const

const withoutAnswerKey = (request: JsonObject): void => {
  delete request.credential_response_encryption
}

/** Rules for encryption. OID4VCI-1FINAL-10 */
export const encryptionMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.encryption.request_media_type',
    title: 'Sends an encrypted request as application/json',
    expect: invalidRequest,
    needs: encrypted,
    patchRequest: { at: 'credential', change: ({ headers }) => setHeader(headers, 'Content-Type', 'application/json') },
  },
  inJwe(
    'vci.encryption.request_params',
    'Encrypts with an enc value that is not offered',
    invalidParameters,
    ({ header }) => {
      header.enc = 'A256CBC-HS512'
    },
  ),
  inJwe(
    'vci.encryption.request_params~zip',
    'Says that the encrypted request is compressed',
    invalidParameters,
    ({ header }) => {
      header.zip = 'DEF'
    },
  ),
  inJwe(
    'vci.encryption.request_kid',
    'Names a key that the issuer does not publish',
    invalidParameters,
    ({ header }) => {
      header.kid = 'a-key-of-nobody'
    },
  ),
  inJwe('vci.encryption.request_kid~absent', 'Does not name the key of the issuer', invalidParameters, ({ header }) => {
    delete header.kid
  }),
  inJwe('vci.encryption.request_decrypts', 'Encrypts the request to another key', invalidRequest, (draft) => {
    draft.recipient = { ...generateKey().publicJwk }
  }),
  inJwe('vci.encryption.request_decrypts~array', 'Encrypts an array instead of an object', invalidRequest, (draft) => {
    draft.plaintext = '[]'
  }),
  {
    id: 'vci.encryption.request_decrypts~plain',
    title: 'Sends plain JSON as application/jwt',
    expect: invalidRequest,
    needs: encrypted,
    patchRequest: {
      at: 'credential',
      change: (request) => {
        request.body = '{}'
      },
    },
  },
  inAnswerRequest(
    'vci.encryption.response_params',
    'Asks for a response with an enc value that is not offered',
    (parameters) => {
      parameters.enc = 'A256CBC-HS512'
    },
  ),
  inAnswerRequest(
    'vci.encryption.response_params~key',
    'Asks for an encrypted response without a key',
    (parameters) => {
      delete parameters.jwk
    },
  ),
  {
    ...inAnswerRequest('vci.encryption.response_params~zip', 'Asks for a compressed response', (parameters) => {
      parameters.zip = 'DEF'
    }),
    expect: 'accepted',
  },
  inAnswerRequest(
    'vci.encryption.response_jwk_alg',
    'Gives a key for the response without its alg',
    (_parameters, jwk) => {
      delete jwk.alg
    },
  ),
  inAnswerRequest(
    'vci.encryption.response_jwk_public',
    'Gives a private key for the response',
    (_parameters, jwk, { facts }) => {
      jwk.d = facts.responseKey === null ? '' : privateMember(facts.responseKey)
    },
  ),
  inAnswerRequest('vci.encryption.response_jwk_public~rsa', 'Gives an RSA key for the response', (parameters) => {
    const { publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    parameters.jwk = { ...createPublicKey(publicKey).export({ format: 'jwk' }), use: 'enc', alg: 'ECDH-ES' }
  }),
  {
    id: 'vci.encryption.request_params~none_offered',
    title: 'Encrypts a request although the metadata offers no encryption',
    expect: invalidParameters,
    needs: offeringNone,
    patchRequest: {
      at: 'credential',
      change: (request, { random }) => {
        setHeader(request.headers, 'Content-Type', 'application/jwt')
        const header = { alg: 'ECDH-ES', enc: 'A128GCM', kid: 'a-key-of-earlier-metadata' }
        const draft = { header, plaintext: String(request.body), recipient: { ...generateKey().publicJwk } }
        request.body = encryptJwe(draft, random)
      },
    },
  },
  {
    id: 'vci.encryption.response_params~none_offered',
    title: 'Asks for an encrypted response although the metadata offers none',
    expect: invalidParameters,
    needs: offeringNone,
    patchCredentialRequest: {
      at: 'credential',
      change: (request, { newKey }) => {
        const jwk = { ...newKey().publicJwk, use: 'enc', alg: 'ECDH-ES' }
        request.credential_response_encryption = { jwk, enc: 'A128GCM' }
      },
    },
  },
  {
    id: 'vci.encryption.request_required',
    title: 'Sends a request in the clear that the issuer requires to be encrypted',
    expect: invalidRequest,
    needs: requiring('request'),
    sendsPlain: 'credential',
  },
  {
    id: 'vci.encryption.request_required~deferred',
    title: 'Encrypts the credential request as required, and the deferred one not',
    expect: invalidRequest,
    needs: requiringLater('request'),
    sendsPlain: 'deferred',
  },
  {
    id: 'vci.encryption.response_required',
    title: 'Asks for no encrypted response where the issuer requires it',
    expect: invalidParameters,
    needs: requiring('response'),
    patchCredentialRequest: { at: 'credential', change: withoutAnswerKey },
  },
  {
    id: 'vci.encryption.response_required~deferred',
    title: 'Asks for no encrypted response when it comes back, where the issuer requires it',
    expect: invalidParameters,
    needs: requiringLater('response'),
    patchDeferredRequest: { at: 'deferred', change: withoutAnswerKey },
  },
  {
    id: 'vci.encryption.response_required~plain',
    title: 'Encrypts nothing, although the issuer requires responses to be encrypted',
    expect: invalidParameters,
    needs: requiring('response'),
    sendsPlain: 'credential',
  },
  {
    id: 'vci.encryption.response_required~both',
    title: 'Encrypts nothing, although the issuer requires it of requests and responses',
    expect: invalidParameters,
    alsoFails: ['vci.encryption.request_required'],
    needs: requiring('required'),
    sendsPlain: 'credential',
  },
  {
    id: 'vci.encryption.response_jwk_fresh',
    title: 'Uses the DPoP key for the response as well',
    expect: 'accepted',
    needs: encrypted,
    patchFacts: {
      at: 'credential',
      change: (facts) => {
        facts.responseKey = facts.dpopKey
      },
    },
  },
]
