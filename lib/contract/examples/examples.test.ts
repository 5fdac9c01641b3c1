import { describe, expect, it } from 'vitest'
import { findRoute } from '@/lib/server/http/router'
import { contractEntry, operationIds } from '../contract'
import { examplesAt } from './examples'

const base = 'https://capture.example'
const examples = examplesAt(base)

describe.each(operationIds)('the example of %s', (operation) => {
  const { method, request = {}, requestHeaders = {}, replies } = contractEntry(operation)
  const { target, headers = {}, json, form, status, mediaType = 'application/json', answer } = examples[operation]

  it('is sent to the address of that operation', () => {
    expect(findRoute(method, new URL(target, base).pathname)).toMatchObject({ kind: 'operation', operation })
  })

  it('sends what the operation takes', () => {
    const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
    const body = json ?? form
    if (body) expect(request[type]?.safeParse(body)).toMatchObject({ success: true })
    const sent = Object.keys(headers).map((name) => name.toLowerCase())
    for (const [name, { required }] of Object.entries(requestHeaders))
      if (required === true) expect(sent).toContain(name.toLowerCase())
    const { auth } = contractEntry(operation)
    if (auth === 'dpop') expect(sent).toContain('authorization')
    if (auth === 'admin') expect(sent).toContain('x-api-key')
    if (auth === 'publisher') expect(sent).toContain('authorization')
  })

  it('has further bodies that the operation takes', () => {
    const { bodies = {} } = contractEntry(operation)
    for (const [name, { value }] of Object.entries(bodies))
      expect(request['application/json']?.safeParse(value), name).toMatchObject({ success: true })
  })

  it('is answered as the operation answers', () => {
    const bodies = replies[status]
    expect(status).toBeLessThan(400)
    if (answer !== undefined) expect(bodies?.[mediaType]?.safeParse(answer)).toMatchObject({ success: true })
    else
      expect(Object.keys(bodies ?? {})).toEqual(
        Object.keys(bodies ?? {}).length === 0 ? [] : expect.arrayContaining([mediaType]),
      )
  })
})
