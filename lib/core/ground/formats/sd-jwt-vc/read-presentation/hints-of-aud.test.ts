import { describe, expect, it } from 'vitest'
import { readChanged } from '@/lib/testing/presented/read-changed'
import type { BrowserBinding } from '../../reading-of-presentation'
import type { BrowserAudience } from './sd-jwt-vc-reading'

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
