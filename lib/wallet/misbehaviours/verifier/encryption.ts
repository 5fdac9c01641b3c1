import type { JweDraft } from '../../jose/jwe'
import { signJwt } from '../../jose/jws'
import { generateKey, privateMember } from '../../jose/key'
import { readJsonObject } from '../../json'
import { inJwe, inResponse, invalidEncryptedResponse } from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

/** What a wallet remembers in order to encrypt to the key of an earlier request. */
const earlier: { recipient: JweDraft['recipient'] | null; kid: unknown } = { recipient: null, kid: null }
/** The key of a wallet that reuses its "ephemeral" key. */
const neverFresh = generateKey()

/** The JWE around a response (OID4VP-1FINAL-8.3, HAIP-1FINAL-5, RFC 7516, RFC 7518). */
export const encryptionMisbehaviours: PresentationMisbehaviour[] = [
  inJwe('vp.jwe.compact', 'Leaves out the last part of the JWE', invalidEncryptedResponse, (draft) => {
    draft.finish = (compact) => compact.split('.').slice(0, 4).join('.')
  }),
  inJwe('vp.jwe.header_json', 'Sends a JWE whose header is not JSON', invalidEncryptedResponse, (draft) => {
    draft.finish = (compact) => ['bm8gSlNPTg', ...compact.split('.').slice(1)].join('.')
  }),
  inJwe(
    'vp.jwe.alg',
    'Wraps the key although direct agreement is asked for',
    invalidEncryptedResponse,
    ({ header }) => {
      header.alg = 'ECDH-ES+A256KW'
    },
  ),
  inJwe(
    'vp.jwe.enc',
    'Encrypts the content in a way that was not offered',
    invalidEncryptedResponse,
    ({ header }) => {
      header.enc = 'A192GCM'
    },
    { alsoFails: ['vp.jwe.enc_haip'] },
  ),
  inJwe(
    'vp.jwe.enc_haip',
    'Takes an offered encryption that HAIP does not know',
    'accepted',
    ({ header }) => {
      header.enc = 'A192GCM'
    },
    {
      needs: {
        sessionOptions: {
          presentation_request: {
            client_metadata: { encrypted_response_enc_values_supported: ['A128GCM', 'A192GCM', 'A256GCM'] },
          },
        },
      },
    },
  ),
  inJwe(
    'vp.jwe.enc_preference',
    'Takes the weaker of two encryptions that both know',
    'accepted',
    ({ header }) => {
      header.enc = 'A128GCM'
    },
    { needs: { method: 'post' } },
  ),
  inJwe('vp.jwe.kid_present', 'Does not name the key that it encrypted to', 'accepted', ({ header }) => {
    delete header.kid
  }),
  inJwe('vp.jwe.kid_matches', 'Names another key than it encrypted to', 'accepted', ({ header }) => {
    header.kid = 'a-key-of-nobody'
  }),
  inJwe(
    'vp.jwe.key_of_request',
    'Encrypts to the key of an earlier request',
    invalidEncryptedResponse,
    (draft) => {
      const { recipient } = draft
      const { kid } = draft.header
      if (earlier.recipient !== null) {
        draft.recipient = earlier.recipient
        draft.header.kid = earlier.kid
      }
      Object.assign(earlier, { recipient, kid })
    },
    {
      needs: { runs: 2, sessionOptions: { profile: 'haip' } },
      alsoFails: ['vp.jwe.decrypts', 'vp.jwe.kid_matches'],
    },
  ),
  inJwe(
    'vp.jwe.epk',
    'Sends its ephemeral key with the private half',
    invalidEncryptedResponse,
    ({ header, ephemeral }) => {
      if (ephemeral !== undefined) header.epk = { ...ephemeral.publicJwk, d: privateMember(ephemeral) }
    },
  ),
  inJwe(
    'vp.jwe.epk_fresh',
    'Takes the same ephemeral key each time',
    'accepted',
    (draft) => {
      draft.ephemeral = neverFresh
    },
    { needs: { runs: 2 } },
  ),
  inJwe(
    'vp.jwe.encrypted_key_empty',
    'Sends an encrypted key that there is none of',
    invalidEncryptedResponse,
    (draft) => {
      draft.finish = (compact) => {
        const [head, , ...rest] = compact.split('.')
        return [head, 'AAAAAAAAAAA', ...rest].join('.')
      }
    },
  ),
  inJwe(
    'vp.jwe.zip_absent',
    'Says that the response is compressed',
    invalidEncryptedResponse,
    ({ header }) => {
      header.zip = 'DEF'
    },
    { alsoFails: ['vp.jwe.header_minimal'] },
  ),
  inJwe('vp.jwe.cty', 'Says that plain text is in the JWE', 'accepted', ({ header }) => {
    header.cty = 'text/plain'
  }),
  inJwe('vp.jwe.typ', 'Gives the JWE a typ of its own', 'accepted', ({ header }) => {
    header.typ = 'wallet-response+jwt'
  }),
  inJwe(
    'vp.jwe.crit',
    'Demands that the verifier understands an extension',
    invalidEncryptedResponse,
    ({ header }) => Object.assign(header, { crit: ['mood'], mood: 'fine' }),
    { alsoFails: ['vp.jwe.header_minimal'] },
  ),
  inJwe(
    'vp.jwe.apu_apv',
    'Sends an mdoc nonce in the header, as drafts had it',
    'accepted',
    ({ header }, { random }) => {
      const nonce = Buffer.from(random(16)).toString('base64url')
      header.apu = Buffer.from(nonce).toString('base64url')
    },
  ),
  inJwe('vp.jwe.header_minimal', 'Puts the time into the header of the JWE', 'accepted', ({ header }, { now }) => {
    header.iat = now
  }),
  inJwe(
    'vp.jwe.decrypts',
    'Encrypts to a key whose private half is lost',
    invalidEncryptedResponse,
    (draft, { newKey }) => {
      draft.recipient = { ...newKey().publicJwk }
    },
  ),
  inJwe(
    'vp.jwe.unsigned',
    'Signs the response before it encrypts it',
    invalidEncryptedResponse,
    (draft, { newKey }) => {
      const claims = readJsonObject(Buffer.from(draft.plaintext).toString()) ?? {}
      draft.plaintext = signJwt({ header: { alg: 'ES256' }, claims, key: newKey() })
      draft.header.cty = 'JWT'
    },
    { alsoFails: ['vp.jwe.cty'] },
  ),
  inJwe('vp.jwe.payload_object', 'Encrypts an array instead of an object', invalidEncryptedResponse, (draft) => {
    draft.plaintext = `[${draft.plaintext}]`
  }),
  inResponse(
    'vp.jwe.no_iss_aud_exp',
    'Puts aud and exp into the response, as JARM had it',
    'accepted',
    (response, { facts, now }) => Object.assign(response, { aud: facts.request?.clientId, exp: now + 300 }),
  ),
  inJwe(
    'vp.jwe.default_enc',
    'Takes A256GCM although the verifier lists nothing',
    invalidEncryptedResponse,
    ({ header }) => {
      header.enc = 'A256GCM'
    },
    {
      needs: { sessionOptions: { negative_test: 'no_enc_values' } },
      alsoFails: ['vp.jwe.enc'],
      decidedBy: 'vp.jwe.enc',
    },
  ),
]
