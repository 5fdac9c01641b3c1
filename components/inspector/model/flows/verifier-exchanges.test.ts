import { describe, expect, it } from 'vitest'
import { presentationExpected, presentationKindOf, presentationMilestones } from './verifier-exchanges'

const facts = { request_delivery: 'by_reference', request_uri_method: 'get', status: 'created' } as const
const carried = { ...facts, options: { presentation_channel: 'dc_api', return_redirect_uri: true } }

describe('a presentation that a browser carries', () => {
  it('is a fetch by the page and the result that it posts, whatever says how a link is fetched', () => {
    for (const session of [carried, { ...carried, request_delivery: 'by_value' as const }]) {
      expect(presentationExpected(session).map(({ method, path }) => `${method} ${path}`)).toEqual([
        'GET …/dc-api',
        'POST …/dc-api/result',
      ])
      expect(presentationMilestones({ ...session, options: { presentation_channel: 'dc_api' } })).toMatchObject([
        { key: 'created' },
        { key: 'fetched', open: 'Open the page' },
        { key: 'received' },
        { key: 'verified' },
      ])
    }
  })

  it('has to be refused where that is the test', () => {
    const [, last] = presentationExpected({ ...carried, options: { ...carried.options, expect: 'refusal' } })
    expect(last).toMatchObject({ path: '…/dc-api/result', does: 'Refuses with an error' })
  })

  it('is not answered by what the page reports of itself', () => {
    const kindOf = (operation: string, body: unknown) => presentationKindOf({ operation, body: body as never })
    for (const outcome of ['started', 'error', 'unsupported', 'left'])
      expect(kindOf('sendBrowserResult', { outcome })).toBe('report')
    expect(kindOf('sendBrowserResult', { outcome: 'answer' })).toBeUndefined()
    expect(kindOf('sendBrowserResult', null)).toBeUndefined()
    expect(kindOf('sendPresentationResponse', { outcome: 'started' })).toBeUndefined()
  })
})

it('a presentation by link is asked for as before', () => {
  const paths = (session: Parameters<typeof presentationExpected>[0]) =>
    presentationExpected(session).map(({ method, path }) => `${method} ${path}`)
  expect(paths({ ...facts, options: { return_redirect_uri: true } })).toEqual([
    'GET …/request',
    'POST …/response',
    'GET …/complete',
  ])
  expect(paths({ ...facts, request_delivery: 'by_value', options: {} })).toEqual(['POST …/response'])
  expect(paths({ ...facts, request_uri_method: 'post', options: { expect: 'refusal' } })).toEqual([
    'POST …/request',
    'POST …/response',
  ])
})
