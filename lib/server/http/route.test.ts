import { describe, expect, it } from 'vitest'
import { plain } from '@/lib/core/engine/endpoints/endpoint'
import { jsonReply } from '@/lib/core/shared/http/reply'
import { route } from './route'

const endpoint = plain(async () => ({ reply: jsonReply(200, {}) }))
const other = plain(async () => ({ reply: jsonReply(200, {}) }))

describe('a route', () => {
  it('leads from each method of the contract to the endpoint named for it', () => {
    const { find, operations } = route('/campaigns', { GET: endpoint, POST: other }).GET.route
    expect(operations).toEqual(['listCampaigns', 'createCampaign'])
    const params = { x: 'y' }
    const listed = { kind: 'operation', operation: 'listCampaigns', endpoint, params }
    expect(find('GET', params)).toEqual(listed)
    expect(find('HEAD', params)).toEqual(listed)
    const created = { kind: 'operation', operation: 'createCampaign', endpoint: other, params }
    expect(find('POST', params)).toEqual(created)
    expect(find('GET', params)).not.toHaveProperty('endpoint', other)
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'get'])(
    'misdirects a %s, and lists what it takes',
    (method) => {
      const { find } = route('/campaigns', { GET: endpoint, POST: other }).POST.route
      const miss = {
        kind: 'miss',
        operation: 'listCampaigns',
        allow: ['GET', 'HEAD', 'POST'],
        params: {},
        near: 'interface',
      }
      expect(find(method, {})).toEqual(miss)
    },
  )

  it('misdirects a HEAD where a GET advances a flow', () => {
    const { find } = route('/campaigns/{campaignId}/next', { GET: endpoint }).GET.route
    expect(find('HEAD', {})).toMatchObject({ kind: 'miss', operation: 'getNextSession', allow: ['GET'] })
  })

  it('names an endpoint for exactly the methods that the contract has at a path of its own', () => {
    // None of these lines may compile: npm run check fails if one does.
    const refused = [
      // @ts-expect-error An endpoint is missing.
      () => route('/campaigns', { GET: endpoint }),
      // @ts-expect-error The contract has no DELETE there.
      () => route('/healthz', { GET: endpoint, DELETE: endpoint }),
      // @ts-expect-error A HEAD is answered as the GET.
      () => route('/healthz', { GET: endpoint, HEAD: endpoint }),
      // @ts-expect-error No operation has this path.
      () => route('/healthy', { GET: endpoint }),
      // @ts-expect-error This is no endpoint.
      () => route('/healthz', { GET: new Response() }),
    ]
    expect(refused).toHaveLength(5)
  })
})
