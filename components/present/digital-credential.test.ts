import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserAbility, callBrowser, findObstacle, isBrowserRequest } from './digital-credential'

afterEach(() => {
  vi.unstubAllGlobals()
})

const request = { digital: { requests: [{ protocol: 'openid4vp-v1-signed', data: { request: 'e30' } }] } } as const

describe('callBrowser', () => {
  const outcomeOf = (get: () => Promise<unknown>) =>
    callBrowser(request, new AbortController().signal, { get: get as CredentialsContainer['get'] })

  it('hands the request on unchanged, with a signal, before anything else happens', () => {
    const { signal } = new AbortController()
    const get = vi.fn(async () => null)
    void callBrowser(request, signal, { get })
    expect(get).toHaveBeenCalledExactlyOnceWith({ ...request, signal })
  })

  it('passes on what the browser says that a wallet answered, whatever it is', async () => {
    for (const data of [{ response: 'a.b.c.d.e' }, { error: 'access_denied' }, 'text', undefined])
      expect(await outcomeOf(async () => ({ protocol: 'foo', data, id: '' }))).toEqual({
        outcome: 'answer',
        protocol: 'foo',
        data,
      })
  })

  it('makes an outcome of each rejection, and of no credential', async () => {
    const errorOf = async (error: unknown) => outcomeOf(() => Promise.reject(error))
    expect(await errorOf(new DOMException('Denied.', 'NotAllowedError'))).toEqual({
      outcome: 'error',
      error: { name: 'NotAllowedError', message: 'Denied.', code: 0 },
    })
    expect(await errorOf(new DOMException('Stopped.', 'AbortError'))).toMatchObject({ error: { code: 20 } })
    expect(await errorOf(new TypeError('Bad list.'))).toMatchObject({
      error: { name: 'TypeError', message: 'Bad list.' },
    })
    expect(await errorOf('why')).toMatchObject({ error: { name: 'string', message: 'why' } })
    expect(await outcomeOf(async () => null)).toMatchObject({ outcome: 'error', error: { name: 'null' } })
    const thrown = () => {
      throw new TypeError('At once.')
    }
    expect(await outcomeOf(thrown)).toMatchObject({ error: { name: 'TypeError', message: 'At once.' } })
  })
})

describe('browserAbility', () => {
  it('is nothing in a browser without the API', () => {
    vi.stubGlobal('DigitalCredential', undefined)
    expect(browserAbility()).toEqual({ hasApi: false, allows: {} })
  })

  it('is not told by a browser that has no question for it', () => {
    vi.stubGlobal('DigitalCredential', class {})
    expect(browserAbility()).toEqual({ hasApi: true, allows: {} })
  })

  it('is what the browser says of each protocol, and of issuance', () => {
    const userAgentAllowsProtocol = (name: string) => name === 'org-iso-mdoc'
    vi.stubGlobal('DigitalCredential', Object.assign(class {}, { userAgentAllowsProtocol }))
    expect(browserAbility().allows).toEqual({
      'openid4vp-v1-unsigned': false,
      'openid4vp-v1-signed': false,
      'openid4vp-v1-multisigned': false,
      'org-iso-mdoc': true,
      'openid4vci-v1': false,
    })
  })
})

it('takes only a body with a request in it', () => {
  expect(isBrowserRequest(request)).toBe(true)
  for (const body of [null, [], {}, { digital: [] }, { digital: 'x' }]) expect(isBrowserRequest(body)).toBe(false)
})

const origin = 'https://verifier.example'

const fine = {
  isSecure: true,
  pageOrigin: origin,
  origin,
  hasApi: true,
  allows: { 'openid4vp-v1-signed': true },
  protocols: ['openid4vp-v1-signed', 'org-iso-mdoc'],
}

describe('obstacleTo', () => {
  it('is none where the browser carries one of the protocols, or does not say', () => {
    expect(findObstacle(fine)).toBeNull()
    expect(findObstacle({ ...fine, allows: {} })).toBeNull()
    expect(findObstacle({ ...fine, allows: { 'openid4vp-v1-signed': false, 'org-iso-mdoc': true } })).toBeNull()
  })

  it('is that the browser carries none, if it says so of each', () => {
    const allows = { 'openid4vp-v1-signed': false, 'org-iso-mdoc': false, 'openid4vp-v1-unsigned': true }
    expect(findObstacle({ ...fine, allows })).toBe('no_protocol')
  })

  it('is the missing API before what it would allow', () => {
    expect(findObstacle({ ...fine, hasApi: false, allows: {} })).toBe('no_api')
  })

  it('is another origin, compared as strings, before the API is looked at', () => {
    for (const pageOrigin of ['https://verifier.example:8443', 'http://verifier.example', 'https://Verifier.example'])
      expect(findObstacle({ ...fine, pageOrigin, hasApi: false })).toBe('other_origin')
  })

  it('is the missing https, unless the service has https elsewhere', () => {
    const plain = { ...fine, isSecure: false, hasApi: false, pageOrigin: 'http://192.0.2.7:3000' }
    expect(findObstacle({ ...plain, origin: 'http://192.0.2.7:3000' })).toBe('insecure_context')
    expect(findObstacle({ ...plain, origin: 'http://localhost:3000' })).toBe('insecure_context')
    expect(findObstacle(plain)).toBe('other_origin')
  })
})
