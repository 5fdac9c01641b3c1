import { describe, expect, it } from 'vitest'
import { checkById } from '@/lib/core/checks/registry'
import {
  allPresentationMisbehaviours,
  presentationMisbehavioursFor,
  presentationRequestFor,
} from './presentation-misbehaviours'

type Asked = Parameters<typeof presentationMisbehavioursFor>[0]
const asked = (changes: Partial<Asked> = {}): Asked => ({
  request_uri_method: 'get',
  request_delivery: 'by_reference',
  response_mode: 'direct_post.jwt',
  response_type: 'vp_token',
  authorization_request: {},
  ...changes,
})
const idsFor = (changes?: Partial<Asked>) => presentationMisbehavioursFor(asked(changes)).map(({ id }) => id)

describe('the faults of a presentation that pages offer', () => {
  it('are each noticed by a check, and each can be asked for', () => {
    const offered = allPresentationMisbehaviours()
    expect(offered.length).toBeGreaterThan(80)
    expect(offered.filter(({ id }) => checkById(id.split('~')[0] ?? '') === null)).toEqual([])
    expect(offered.filter(({ id }) => presentationRequestFor(id) === null)).toEqual([])
    expect(presentationRequestFor('vp.no.such.fault')).toBeNull()
  })

  it('fit the session as it is: its encryption, its delivery, and its query', () => {
    expect(idsFor()).toContain('vp.kb.nonce')
    expect(idsFor().some((id) => id.startsWith('vp.jwe.'))).toBe(true)
    expect(idsFor({ response_mode: 'direct_post' }).some((id) => id.startsWith('vp.jwe.'))).toBe(false)
    expect(idsFor({ response_type: 'code' })).toEqual([])
    const needy = presentationRequestFor('vp.dcql.values')?.dcql_query
    expect(idsFor()).not.toContain('vp.dcql.values')
    expect(idsFor({ authorization_request: { dcql_query: needy as never } })).toContain('vp.dcql.values')
  })
})
