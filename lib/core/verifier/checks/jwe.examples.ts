import type { ExamplesById } from '../../engine/checks/examples'
import type { PresentationEvidence } from '../../engine/sessions/session-evidence'
import { wrongDerivations } from '../../shared/ports/keys'
import { toBase64url, utf8 } from '../../shared/values/base64url'
import { say } from '../../shared/values/wording'
import type { ResponseReading } from '../read/response/response-reading'
import { browserSession, signedEntry, unsignedEntry } from './fixtures/browser-response'
import { publicKey } from './fixtures/request-fetch'
import {
  closedResponse,
  garbledResponse,
  goodResponse,
  jwe,
  jweHeader,
  jwePayload,
  plainResponse,
} from './fixtures/response'
import { event, evidence, fetched, nonce, otherSession, sessionAsking } from './fixtures/verifier-evidence'

const encoded = (text: string) => toBase64url(utf8(text))
const signed = [encoded('{"alg":"ES256"}'), encoded('{}'), 'A'.repeat(86)].join('.')
const garbledAs = (text: string): ResponseReading => ({
  ...garbledResponse,
  jwe: garbledResponse.jwe && { ...garbledResponse.jwe, text },
})
/** For a key that only its tester has. */
const forTester: ResponseReading = {
  ...closedResponse,
  jwe: closedResponse.jwe && { ...closedResponse.jwe, forTester: true },
}
const headless = [plainResponse, garbledResponse]
const noOffer = jwe({ offered: null })
const otherKey = { openedWith: 'other_session', otherSession } as const
const epk = (change: Partial<typeof publicKey>, seenBefore = false) =>
  jwe({ epk: { facts: { ...publicKey, ...change }, seenBefore } })
const payload = (parameters: Readonly<Record<string, unknown>> | null) => jwePayload({ parameters })
const unopened = [plainResponse, garbledResponse, closedResponse]

export const responseJweExamples: ExamplesById<ResponseReading> = {
  'vp.jwe.compact': {
    pass: [goodResponse, closedResponse],
    violated: [garbledResponse, ...[signed, '{"ciphertext":"x"}', '{"vp_token":{}}', '%7B%22a%22%7D'].map(garbledAs)],
    notApplicable: [plainResponse],
  },
  'vp.jwe.header_json': {
    pass: [goodResponse],
    violated: [
      jwe({ header: null, headerError: say`It is not JSON.` }),
      jwe({ headerError: say`A member is there twice.` }),
    ],
    notApplicable: [plainResponse],
  },
  'vp.jwe.alg': {
    pass: [goodResponse],
    violated: [jweHeader({ alg: 'RSA-OAEP' }), jweHeader({ alg: undefined }), jweHeader({ alg: 'ECDH-ES+A128KW' })],
    notApplicable: [forTester, ...headless, noOffer],
  },
  'vp.jwe.enc': {
    pass: [goodResponse, jweHeader({ enc: 'A128GCM' })],
    violated: [jweHeader({ enc: 'A192GCM' }), jweHeader({ enc: undefined }), jweHeader({ enc: ['A256GCM'] })],
    notApplicable: [...headless, noOffer],
  },
  'vp.jwe.enc_haip': {
    pass: [goodResponse, jweHeader({ enc: 'A128GCM' })],
    violated: [jweHeader({ enc: 'A128CBC-HS256' }), jweHeader({ enc: undefined })],
    notApplicable: headless,
  },
  'vp.jwe.kid_present': {
    pass: [goodResponse, jweHeader({ kid: 'another' })],
    violated: [jweHeader({ kid: undefined }), jweHeader({ kid: 7 })],
    notApplicable: [forTester, ...headless, noOffer],
  },
  'vp.jwe.kid_matches': {
    pass: [goodResponse],
    violated: [
      jweHeader({ kid: 'another' }),
      jweHeader({ kid: 'another' }, otherKey),
      { ...jweHeader({ kid: unsignedEntry.encryptionKid }), session: browserSession([signedEntry, unsignedEntry]) },
    ],
    notApplicable: [forTester, ...headless, noOffer],
  },
  'vp.jwe.key_of_request': {
    pass: [goodResponse],
    violated: [jwe(otherKey)],
    notApplicable: unopened,
  },
  'vp.jwe.epk': {
    pass: [goodResponse],
    violated: [
      jwe({ epk: null }),
      epk({ privateMembers: ['d'] }),
      epk({ valid: false, thumbprint: null }),
      epk({ crv: 'P-384' }),
      epk({ kty: null, crv: null, valid: false }),
    ],
    notApplicable: [forTester, ...headless, jweHeader({ alg: 'RSA-OAEP-256' })],
  },
  'vp.jwe.epk_fresh': {
    pass: [goodResponse],
    violated: [epk({}, true)],
    notApplicable: [...headless, jwe({ epk: null }), epk({ valid: false, thumbprint: null })],
  },
  'vp.jwe.encrypted_key_empty': {
    pass: [goodResponse],
    violated: [jwe({ partLengths: [120, 54, 16, 2000, 22] })],
    notApplicable: [...headless, jweHeader({ alg: 'ECDH-ES+A128KW' }, { partLengths: [120, 54, 16, 2000, 22] })],
  },
  'vp.jwe.zip_absent': {
    pass: [goodResponse],
    violated: [jweHeader({ zip: 'DEF' })],
    notApplicable: headless,
  },
  'vp.jwe.cty': {
    pass: [jweHeader({ cty: 'json' }), jweHeader({ cty: 'application/json' })],
    violated: [jweHeader({ cty: 'JWT' }), jweHeader({ cty: 7 })],
    notApplicable: [...headless, goodResponse],
  },
  'vp.jwe.typ': {
    pass: [jweHeader({ typ: 'JWT' }), jweHeader({ typ: 'jwt' })],
    violated: [jweHeader({ typ: 'JOSE' }), jweHeader({ typ: 7 })],
    notApplicable: [...headless, goodResponse],
  },
  'vp.jwe.crit': {
    pass: [goodResponse],
    violated: [jweHeader({ crit: ['exp'] }), jweHeader({ crit: [] })],
    notApplicable: headless,
  },
  'vp.jwe.apu_apv': {
    pass: [jweHeader({ apu: 'gIGChIWGh4iJ' }), jweHeader({ apv: encoded('another') }), jweHeader({ apu: '', apv: '' })],
    violated: [
      jweHeader({ apu: 'no base64url' }),
      jweHeader({ apv: 7 }),
      jweHeader({ apu: encoded('nonce-of-the-mdoc') }),
      jweHeader({ apv: encoded(nonce) }),
    ],
    notApplicable: [...headless, goodResponse],
  },
  'vp.jwe.header_minimal': {
    pass: [goodResponse, jweHeader({ apu: '', apv: '', cty: 'json', typ: 'JWT' })],
    violated: [jweHeader({ wallet: 'a wallet' })],
    notApplicable: headless,
  },
  'vp.jwe.decrypts': {
    pass: [goodResponse],
    violated: [
      closedResponse,
      jweHeader({ kid: 'another' }, { openedWith: null }),
      jweHeader({ kid: undefined }, { openedWith: null }),
      jwe(otherKey),
      ...wrongDerivations.map((misderived) => jwe({ openedWith: null, misderived })),
    ],
    notApplicable: [forTester, plainResponse],
  },
  'vp.jwe.unsigned': {
    pass: [goodResponse],
    violated: [jwePayload({ nestedJws: true })],
    notApplicable: unopened,
  },
  'vp.jwe.payload_object': {
    pass: [goodResponse, jwePayload({ duplicates: ['/vp_token/pid'] })],
    violated: [
      ...(['not_json', 'not_utf8', 'not_an_object', 'too_deep', 'too_wide'] as const).map((error) =>
        jwePayload({ error, parameters: null }),
      ),
      jwePayload({ duplicates: ['/state'] }),
    ],
    notApplicable: unopened,
  },
  'vp.jwe.no_iss_aud_exp': {
    pass: [goodResponse],
    violated: [
      payload({ vp_token: {}, iss: 'https://wallet.example' }),
      payload({ vp_token: {}, aud: 'verifier' }),
      payload({ vp_token: {}, iss: 'https://wallet.example', exp: 1 }),
    ],
    notApplicable: [...unopened, payload(null)],
  },
}

const knowing = (...enc_values: string[]) =>
  event(5, 'vp_request_retrieved', {
    wallet_metadata_present: true,
    announced: { formats: null, alg_values: null, enc_values },
  })
const using = (enc: string) => event(30, 'vp_response_decrypted', { alg: 'ECDH-ES', enc })
const offeringOne = sessionAsking({ client_metadata: { encrypted_response_enc_values_supported: ['A128GCM'] } })

export const encPreferenceExamples: ExamplesById<PresentationEvidence> = {
  'vp.jwe.enc_preference': {
    pass: [evidence({ events: [knowing('A128GCM', 'A256GCM'), using('A256GCM')] })],
    violated: [
      evidence({ events: [knowing('A128GCM', 'A256GCM'), using('A128GCM')] }),
      evidence({ events: [knowing('A256GCM', 'A128GCM', 'A192GCM'), using('A192GCM')] }),
    ],
    notApplicable: [
      evidence({ events: [knowing('A128GCM'), using('A128GCM')] }),
      evidence({ session: offeringOne, events: [knowing('A128GCM', 'A256GCM'), using('A128GCM')] }),
      evidence({ events: [knowing('A128GCM', 'A256GCM')] }),
      evidence({ events: [fetched(), using('A128GCM')] }),
    ],
  },
}
