import { describe, expect, it } from 'vitest'
import { obstacleTo } from './digital-credential'

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
    expect(obstacleTo(fine)).toBeNull()
    expect(obstacleTo({ ...fine, allows: {} })).toBeNull()
    expect(obstacleTo({ ...fine, allows: { 'openid4vp-v1-signed': false, 'org-iso-mdoc': true } })).toBeNull()
  })

  it('is that the browser carries none, if it says so of each', () => {
    const allows = { 'openid4vp-v1-signed': false, 'org-iso-mdoc': false, 'openid4vp-v1-unsigned': true }
    expect(obstacleTo({ ...fine, allows })).toBe('no_protocol')
  })

  it('is the missing API before what it would allow', () => {
    expect(obstacleTo({ ...fine, hasApi: false, allows: {} })).toBe('no_api')
  })

  it('is another origin, compared as strings, before the API is looked at', () => {
    for (const pageOrigin of ['https://verifier.example:8443', 'http://verifier.example', 'https://Verifier.example'])
      expect(obstacleTo({ ...fine, pageOrigin, hasApi: false })).toBe('other_origin')
  })

  it('is the missing https, unless the service has https elsewhere', () => {
    const plain = { ...fine, isSecure: false, hasApi: false, pageOrigin: 'http://192.0.2.7:3000' }
    expect(obstacleTo({ ...plain, origin: 'http://192.0.2.7:3000' })).toBe('insecure_context')
    expect(obstacleTo({ ...plain, origin: 'http://localhost:3000' })).toBe('insecure_context')
    expect(obstacleTo(plain)).toBe('other_origin')
  })
})
