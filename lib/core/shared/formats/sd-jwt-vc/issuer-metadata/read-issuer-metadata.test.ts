import { describe, expect, it } from 'vitest'
import type { FetchDocument, FetchedDocument } from '@/lib/core/shared/ports/ports'
import { issuerMetadataUrl, readIssuerMetadata } from './read-issuer-metadata'

const issuer = 'https://issuer.example/pid'
const metadataUrl = 'https://issuer.example/.well-known/jwt-vc-issuer/pid'
const jwksUrl = 'https://keys.example/jwks.json?of=pid'
const keys = [{ kty: 'EC', crv: 'P-256', kid: 'one', x: 'x', y: 'y' }]

const answer = (body: unknown, change: object = {}): FetchedDocument => ({
  answered: true,
  status: 200,
  mediaType: 'application/json',
  body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  remembered: false,
  ...change,
})

/** Serves prepared documents by address, and fails for any other. */
const web =
  (answers: Readonly<Record<string, FetchedDocument>>): FetchDocument =>
  async (url) =>
    answers[url] ?? { answered: false, error: 'host_unknown' }

describe('the address of the metadata is made of iss', () => {
  it.each([
    ['https://issuer.example', 'https://issuer.example/.well-known/jwt-vc-issuer'],
    ['https://issuer.example/', 'https://issuer.example/.well-known/jwt-vc-issuer'],
    ['https://issuer.example/tenant/1234', 'https://issuer.example/.well-known/jwt-vc-issuer/tenant/1234'],
    ['https://issuer.example/tenant/1234/', 'https://issuer.example/.well-known/jwt-vc-issuer/tenant/1234'],
    ['https://issuer.example:8443/pid', 'https://issuer.example:8443/.well-known/jwt-vc-issuer/pid'],
    ['http://issuer.example', null],
    ['https://user@issuer.example', null],
    ['https://:secret@issuer.example', null],
    ['https://issuer.example/pid?x=1', null],
    ['https://issuer.example/pid?', null],
    ['https://issuer.example/pid#key', null],
    ['did:web:issuer.example', null],
    ['not a URL', null],
    [`https://issuer.example/${'a'.repeat(1024)}`, null],
  ])('%s', (iss, expected) => {
    expect(issuerMetadataUrl(iss)).toBe(expected)
  })
})

it('keys inside the metadata are those of the issuer', async () => {
  const read = await readIssuerMetadata(issuer, web({ [metadataUrl]: answer({ issuer, jwks: { keys } }) }))
  expect(read).toEqual({
    keys,
    fetches: [{ document: 'issuer_metadata', url: metadataUrl, status: 200, remembered: false, error: null }],
  })
})

it('keys at the jwks_uri are those of the issuer, whatever host that is', async () => {
  const read = await readIssuerMetadata(
    issuer,
    web({
      [metadataUrl]: answer({ issuer, jwks_uri: jwksUrl }, { remembered: true }),
      [jwksUrl]: answer({ keys }, { mediaType: 'application/jwk-set+json' }),
    }),
  )
  expect(read).toEqual({
    keys,
    fetches: [
      { document: 'issuer_metadata', url: metadataUrl, status: 200, remembered: true, error: null },
      { document: 'jwks_uri', url: jwksUrl, status: 200, remembered: false, error: null },
    ],
  })
})

const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`

describe('metadata that give no key say why', () => {
  it.each<readonly [string, FetchedDocument, string]>([
    ['no response', { answered: false, error: 'address_not_public' }, 'address_not_public'],
    ['a redirect', answer('', { status: 302, mediaType: null }), 'redirected'],
    ['an error', answer('', { status: 404 }), 'status_not_200'],
    ['no media type', answer({ issuer, jwks: { keys } }, { mediaType: null }), 'not_json'],
    ['a page', answer({ issuer, jwks: { keys } }, { mediaType: 'text/html' }), 'not_json'],
    ['text that is not JSON', answer('{"issuer":'), 'not_json'],
    ['bytes that are not UTF-8', answer('', { body: new Uint8Array([0x22, 0xff, 0x22]) }), 'not_json'],
    ['JSON as deep as a well', answer(deep), 'not_json'],
    ['nothing', answer(''), 'not_json'],
    ['a list', answer([{ issuer, jwks: { keys } }]), 'not_an_object'],
    ['null', answer('null'), 'not_an_object'],
    ['another issuer', answer({ issuer: `${issuer}/`, jwks: { keys } }), 'issuer_differs'],
    ['no issuer', answer({ jwks: { keys } }), 'issuer_differs'],
    ['neither jwks nor jwks_uri', answer({ issuer }), 'no_keys'],
    ['both', answer({ issuer, jwks: { keys }, jwks_uri: jwksUrl }), 'two_key_sets'],
    ['a jwks that is a list', answer({ issuer, jwks: keys }), 'key_set_unreadable'],
    ['a jwks of null', answer({ issuer, jwks: null }), 'key_set_unreadable'],
    ['keys that are no list', answer({ issuer, jwks: { keys: keys[0] } }), 'key_set_unreadable'],
    ['no key at all', answer({ issuer, jwks: { keys: [] } }), 'no_keys'],
  ])('%s', async (_words, metadata, error) => {
    const read = await readIssuerMetadata(issuer, web({ [metadataUrl]: metadata }))
    expect(read).toMatchObject({ keys: null, unusable: { document: 'issuer_metadata', error }, fetches: [{ error }] })
  })
})

describe('a jwks_uri that gives no key says why', () => {
  const jwksUriOf = (jwks_uri: unknown, keySet: FetchedDocument) =>
    readIssuerMetadata(issuer, web({ [metadataUrl]: answer({ issuer, jwks_uri }), [jwksUrl]: keySet }))

  it.each<readonly [string, FetchedDocument, string]>([
    ['no response', { answered: false, error: 'timed_out' }, 'timed_out'],
    ['a redirect', answer('', { status: 307 }), 'redirected'],
    ['a list', answer(keys), 'not_an_object'],
    ['an object without keys', answer({ jwks: { keys } }), 'key_set_unreadable'],
    ['no key at all', answer({ keys: [] }), 'no_keys'],
  ])('%s', async (_words, keySet, error) => {
    const read = await jwksUriOf(jwksUrl, keySet)
    expect(read).toMatchObject({
      keys: null,
      unusable: { document: 'jwks_uri', error },
      fetches: [
        { document: 'issuer_metadata', error: null },
        { document: 'jwks_uri', error },
      ],
    })
  })

  it.each([
    'http://keys.example/jwks.json',
    'https://me:secret@keys.example/',
    'jwks.json',
    'file:///etc/passwd',
    5,
    null,
  ])('the address %s is not asked', async (address) => {
    const read = await jwksUriOf(address, answer({ keys }))
    expect(read).toMatchObject({ keys: null, unusable: { document: 'jwks_uri', error: 'not_https' } })
    expect(read.fetches).toHaveLength(1)
  })
})

it('an iss that is no https URL is not asked', async () => {
  const read = await readIssuerMetadata('http://issuer.example/pid', web({}))
  expect(read).toEqual({ fetches: [], keys: null, unusable: { document: 'issuer_metadata', error: 'not_https' } })
})
