import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { readVpToken } from './read-vp-token'

const form = (text: string | undefined) => readVpToken({ carrier: 'form', text })
const jwe = (value: unknown, duplicateNames: string[] = []) => readVpToken({ carrier: 'jwe', value, duplicateNames })

describe('a vp_token', () => {
  it('is read from JSON text in a form', () => {
    const text = '{"pid":["a~","b~"],"mdl":["c"]}'
    expect(form(text)).toEqual({
      parsed: { text, value: { pid: ['a~', 'b~'], mdl: ['c'] } },
      present: true,
      carrier: 'form',
      type: 'object',
      encodedAsText: false,
      reason: null,
      duplicateNames: [],
      entries: [
        {
          queryId: 'pid',
          type: 'array',
          elements: [
            { index: 0, type: 'string', text: 'a~', jsonSerialisation: false },
            { index: 1, type: 'string', text: 'b~', jsonSerialisation: false },
          ],
        },
        {
          queryId: 'mdl',
          type: 'array',
          elements: [{ index: 0, type: 'string', text: 'c', jsonSerialisation: false }],
        },
      ],
      loose: [],
    })
  })

  it('is read from JSON in a JWE, and from text that holds JSON, which is told', () => {
    expect(jwe({ pid: ['a~'] })).toMatchObject({ type: 'object', encodedAsText: false, entries: [{ queryId: 'pid' }] })
    expect(jwe('{"pid":["a~"]}')).toMatchObject({ type: 'object', encodedAsText: true, entries: [{ queryId: 'pid' }] })
  })

  it('may be absent', () => {
    expect(form(undefined)).toMatchObject({ present: false, type: 'absent', entries: [] })
    expect(jwe(undefined)).toMatchObject({ present: false, type: 'absent' })
    expect(jwe(null)).toMatchObject({ present: true, type: 'null', entries: [], loose: [] })
  })

  it('reports names that are in it twice, once', () => {
    expect(form('{"pid":["a"],"pid":["b"]}')).toMatchObject({
      duplicateNames: ['/pid'],
      entries: [{ elements: [{ text: 'b' }] }],
    })
    expect(jwe({ pid: ['a'] }, ['/vp_token/pid', '/state', '/vp_token'])).toMatchObject({ duplicateNames: ['/pid'] })
    expect(jwe('{"pid":["a"],"pid":["b"]}')).toMatchObject({ duplicateNames: ['/pid'] })
  })

  it('wraps what is not an array, and keeps what is not text apart', () => {
    expect(
      jwe({ a: 'x~', b: 5, c: null, d: [], e: [null, { payload: 'p', signature: 's' }], f: {} }).entries,
    ).toMatchObject([
      { queryId: 'a', type: 'string', elements: [{ text: 'x~' }] },
      { queryId: 'b', type: 'number', elements: [{ type: 'number', text: null }] },
      { queryId: 'c', type: 'null', elements: [] },
      { queryId: 'd', type: 'array', elements: [] },
      { queryId: 'e', type: 'array', elements: [{ type: 'null' }, { type: 'object', jsonSerialisation: true }] },
      { queryId: 'f', type: 'object', elements: [{ type: 'object', jsonSerialisation: false }] },
    ])
  })

  it('may hold presentations without any object around them', () => {
    expect(form('eyJ.e30.x~')).toMatchObject({
      type: 'unreadable',
      reason: 'not_json',
      loose: [{ text: 'eyJ.e30.x~' }],
    })
    expect(form('"a~"')).toMatchObject({ type: 'string', entries: [], loose: [{ text: 'a~' }] })
    expect(jwe(['a~', 'b~'])).toMatchObject({
      type: 'array',
      entries: [],
      loose: [{ text: 'a~' }, { text: 'b~', index: 1 }],
    })
  })

  it('is not looked into when it is nested too deep', () => {
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    expect(form(deep)).toMatchObject({
      type: 'unreadable',
      reason: 'too_deep',
      loose: [],
    })
  })

  it('may have any name as an id', () => {
    expect(form('{"__proto__":["a"],"constructor":["b"]}').entries.map(({ queryId }) => queryId)).toEqual([
      '__proto__',
      'constructor',
    ])
  })
})

describe('anything', () => {
  it('is read without an error, and no text is lost', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const reading = form(text)
        expect(reading.present).toBe(true)
        expect(reading.type === 'unreadable').toBe(reading.reason !== null)
      }),
      runs(),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.string())), (token) => {
        const { entries } = form(JSON.stringify(token))
        expect(entries.map(({ queryId, elements }) => [queryId, elements.map(({ text }) => text)])).toEqual(
          Object.entries(token),
        )
      }),
      runs(),
    )
  })
})
