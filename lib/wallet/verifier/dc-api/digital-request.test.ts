import { describe, expect, it } from 'vitest'
import { readPageLink } from './digital-request'

describe('the link of a page', () => {
  it('gives its origin and the addresses of its session', () => {
    expect(readPageLink('https://verifier.example:8443/present/0f7f-1')).toEqual({
      origin: 'https://verifier.example:8443',
      requestUrl: 'https://verifier.example:8443/openid4vp/sessions/0f7f-1/dc-api',
      resultUrl: 'https://verifier.example:8443/openid4vp/sessions/0f7f-1/dc-api/result',
      responseUrl: 'https://verifier.example:8443/openid4vp/sessions/0f7f-1/response',
    })
  })

  it('may have a path before it, a port that says nothing, a query and a fragment', () => {
    expect(readPageLink('https://verifier.example:443/capture/present/0f7f-1/?from=qr#top')).toMatchObject({
      origin: 'https://verifier.example',
      requestUrl: 'https://verifier.example/capture/openid4vp/sessions/0f7f-1/dc-api',
    })
  })
})
