import { describe, expect, it } from 'vitest'
import {
  disclosures,
  hashOf,
  holderKey,
  issuerKey,
  jws,
  knownIssuerInput,
  makePresentation,
  type PresentationChanges,
  testKey,
} from '@/lib/testing/presented/make-presentation'
import { presentationInput } from '@/lib/testing/presented/presented-input'
import { readChanged } from '@/lib/testing/presented/read-changed'
import { say } from '../../../values/wording'
import type { BrowserBinding, PresentationInput } from '../../reading-of-presentation'
import { readPresentation } from './read-presentation'
import type { BrowserAudience } from './sd-jwt-vc-reading'

/** A presentation with a digest in non-url base64. */
function presentationWithForeignDigest(): string {
  const text = makePresentation({ kb: null })
  return /[-_]/.test(hashOf(text)) ? text : presentationWithForeignDigest()
}

describe('a hint', () => {
  const hintsOf = async (changes: PresentationChanges, input: Partial<PresentationInput> = {}) =>
    (await readChanged(changes, input)).hints.map(({ about, found, detail }) => [
      about,
      found,
      ...(detail === null ? [] : [detail]),
    ])
  const kbClaims = (claims: { [name: string]: unknown }): PresentationChanges => ({ kb: { claims } })
  const sdHash = (make: (sdJwt: string, parts: readonly string[]) => string): PresentationChanges => ({
    hashedOver: make,
  })

  it.each<[string, PresentationChanges, Partial<PresentationInput>, (string | number)[][]]>([
    [
      'another session',
      kbClaims({ nonce: 'theirs' }),
      { ofAnotherSession: async (value) => (value === 'theirs' ? 'nonce' : null) },
      [['vp.kb.nonce', 'nonce_of_another_session']],
    ],
    [
      'the state of another session',
      kbClaims({ nonce: 'theirs' }),
      { ofAnotherSession: async (value) => (value === 'theirs' ? 'state' : null) },
      [['vp.kb.nonce', 'nonce_is_state_of_another_session']],
    ],
    [
      'the nonce in base64url',
      kbClaims({ nonce: Buffer.from(presentationInput().nonce).toString('base64url') }),
      {},
      [['vp.kb.nonce', 'nonce_encoded']],
    ],
    [
      'the nonce in base64',
      kbClaims({ nonce: Buffer.from(presentationInput().nonce).toString('base64') }),
      {},
      [['vp.kb.nonce', 'nonce_encoded']],
    ],
    ['no session', kbClaims({ nonce: 'nobodys' }), {}, []],
    [
      'an audience without prefix',
      kbClaims({ aud: 'Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk' }),
      {},
      [['vp.kb.aud', 'aud_without_prefix']],
    ],
    [
      'the response_uri',
      kbClaims({ aud: 'https://verifier.example/openid4vp/sessions/1/response' }),
      {},
      [['vp.kb.aud', 'aud_is_response_uri']],
    ],
    ['the origin', kbClaims({ aud: 'https://verifier.example' }), {}, [['vp.kb.aud', 'aud_is_origin']]],
    [
      'the origin of the DC API',
      kbClaims({ aud: 'origin:https://verifier.example' }),
      {},
      [['vp.kb.aud', 'aud_is_origin_with_prefix']],
    ],
    [
      'a hash without the final tilde',
      sdHash((text) => text.slice(0, -1)),
      {},
      [['vp.kb.sd_hash', 'sd_hash_without_final_tilde']],
    ],
    [
      'a hash without Disclosures',
      sdHash((_, [jwt]) => `${jwt}~`),
      {},
      [['vp.kb.sd_hash', 'sd_hash_without_disclosures']],
    ],
    [
      'a hash of the issuer-signed JWT',
      sdHash((_, [jwt = '']) => jwt),
      {},
      [['vp.kb.sd_hash', 'sd_hash_of_issuer_jwt']],
    ],
    [
      'a hash made before a Disclosure was added',
      sdHash((_, [jwt, one]) => `${jwt}~${one}~`),
      {},
      [['vp.kb.sd_hash', 'sd_hash_with_one_disclosure_less']],
    ],
    [
      'a hash over the Disclosures in another order',
      sdHash((_, [jwt, ...rest]) => `${[jwt, ...rest.filter(Boolean).reverse()].join('~')}~`),
      {},
      [['vp.kb.sd_hash', 'sd_hash_in_another_order']],
    ],
    ['DER', { kb: { der: true } }, {}, [['vp.kb.signature', 'signature_is_der']]],
    ["DER of the issuer's", { issuerDer: true }, {}, [['vp.sdjwt.signature', 'signature_is_der']]],
    [
      "the issuer's key",
      { kb: { key: issuerKey } },
      {},
      [['vp.kb.signature', 'signed_with_another_key', "the issuer's key"]],
    ],
    [
      'the key of the holder',
      { issuerKey: holderKey },
      {},
      [['vp.sdjwt.signature', 'signed_with_another_key', 'the key in cnf']],
    ],
    [
      'both DER and another key',
      { kb: { key: issuerKey, der: true } },
      {},
      [['vp.kb.signature', 'signed_with_another_key', "the issuer's key"]],
    ],
  ])('explains %s', async (_, changes, input, hints) => {
    expect(await hintsOf(changes, input)).toEqual(hints)
  })

  it('names a key that was handed in', async () => {
    const other = testKey()
    expect(
      await hintsOf({ kb: { key: other } }, { otherKeys: () => [{ name: say`the first session`, jwk: other.jwk }] }),
    ).toEqual([['vp.kb.signature', 'signed_with_another_key', 'the first session']])
  })

  it('explains a hash over the credential as another presentation shows it', async () => {
    const issued = makePresentation({ disclosures: Object.values(disclosures), kb: null })
    const text = makePresentation({ hashedOver: () => issued })
    const { hints } = await readPresentation(text, knownIssuerInput({ otherForms: [issued] }))
    expect(hints.map(({ found }) => found)).toEqual(['sd_hash_of_another_form'])
  })

  it.each<[string, (digest: Buffer) => string, string[]]>([
    ['padded', (digest) => `${digest.toString('base64url')}=`, ['sd_hash_with_padding']],
    ['in base64', (digest) => digest.toString('base64'), ['sd_hash_as_base64']],
    ['in hexadecimal', (digest) => digest.toString('hex').toUpperCase(), ['sd_hash_as_hex']],
    [
      'in hexadecimal, encoded',
      (digest) => Buffer.from(digest.toString('hex')).toString('base64url'),
      ['sd_hash_as_hex'],
    ],
  ])('explains a hash that is written %s', async (_, write, found) => {
    const sdJwt = presentationWithForeignDigest()
    const digest = Buffer.from(hashOf(sdJwt), 'base64url')
    const kb = jws({ alg: 'ES256', typ: 'kb+jwt' }, { sd_hash: write(digest) }, holderKey)
    const reading = await readPresentation(sdJwt + kb, knownIssuerInput())
    expect(reading.hints.map(({ found }) => found)).toEqual(found)
  })

  it.each<[string, (sdJwt: string) => string, string[]]>([
    ['', (sdJwt) => sdJwt, []],
    [' and without the last tilde', (sdJwt) => sdJwt.slice(0, -1), ['sd_hash_without_final_tilde']],
  ])('explains a hash with another algorithm%s', async (_, over, also) => {
    const text = makePresentation({ kb: null })
    const kb = jws({ alg: 'ES256', typ: 'kb+jwt' }, { sd_hash: hashOf(over(text), 'sha512') }, holderKey)
    const reading = await readPresentation(text + kb, knownIssuerInput())
    expect(reading.hints.map(({ found }) => found)).toEqual(['sd_hash_with_another_algorithm', ...also])
    expect(reading.hints[0]?.detail).toEqual('sha-512')
  })
})

const browser: BrowserBinding = {
  origin: 'https://verifier.example',
  otherOrigins: ['https://other.example'],
  clientIds: ['x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk'],
  otherEntries: [],
}

const readWith = async (aud: unknown, binding = browser) => {
  const reading = await readChanged({ kb: { claims: { aud } } }, { browser: binding })
  if (!reading.kbJwt.present) throw new Error('The fixture has a Key Binding JWT.')
  return { matches: reading.kbJwt.aud.matches, found: reading.hints.map(({ found }) => found) }
}

describe('the audience of an answer through a browser', () => {
  it('is the origin with its prefix, for signed requests too', async () => {
    expect(await readWith('origin:https://verifier.example')).toEqual({ matches: true, found: [] })
  })

  it.each<[BrowserAudience, string]>([
    ['aud_is_web_origin', 'web-origin:https://verifier.example'],
    ['aud_is_bare_origin', 'https://verifier.example'],
    ['aud_has_slash', 'origin:https://verifier.example/'],
    ['aud_has_slash', 'https://verifier.example/'],
    ['aud_has_default_port', 'origin:https://verifier.example:443'],
    ['aud_has_other_scheme', 'origin:http://verifier.example'],
    ['aud_is_other_origin', 'origin:https://other.example'],
    ['aud_is_host', 'verifier.example'],
    ['aud_is_host', 'origin:verifier.example'],
    ['aud_is_client_id_in_browser', 'x509_hash:Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk'],
    ['aud_is_client_id_without_prefix_in_browser', 'Uvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk'],
    ['aud_is_foreign_client_id_in_browser', 'x509_hash:of-a-request-seen-elsewhere'],
    ['aud_is_response_uri_in_browser', 'https://verifier.example/openid4vp/sessions/1/response'],
  ])('is not accepted, and told: %s', async (found, aud) => {
    expect(await readWith(aud)).toEqual({ matches: false, found: [found] })
  })

  it('is told by host and port where the origin has a port of its own', async () => {
    const local = { ...browser, origin: 'http://localhost:3000' }
    expect(await readWith('origin:http://localhost:3000', local)).toEqual({ matches: true, found: [] })
    expect((await readWith('localhost:3000', local)).found).toEqual(['aud_is_host'])
    expect((await readWith('origin:https://localhost:3000', local)).found).toEqual(['aud_has_other_scheme'])
  })

  it('of which nothing is known is not explained', async () => {
    expect(await readWith('origin:https://unknown.example')).toEqual({ matches: false, found: [] })
  })
})
