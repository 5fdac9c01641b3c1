import { describe, expect, it } from 'vitest'
import { parseRecent, type RecentSession, withRecent } from './recent-store'
import { parseTrust } from './sentence-select'
import { readRunFields, readSessionFields } from './session-fields'
import { curlOfForm } from './session-form'

const form = (fields: Record<string, string>): FormData => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

describe('session fields', () => {
  it('leave out empty fields and fields that are not members of a session request', () => {
    expect(readSessionFields(form({ flow: 'pre_authorized_code', scheme: '', fault: 'x', other: 'y' }))).toEqual({
      flow: 'pre_authorized_code',
    })
  })

  it('distinguish a clean run, a run with a misbehaviour, and no run', () => {
    expect(readRunFields(form({ run: 'clean', fault: 'x' }))).toEqual({ misbehaviour: null })
    expect(readRunFields(form({ run: 'fault', fault: 'x' }))).toEqual({ misbehaviour: 'x' })
    expect(readRunFields(form({ run: 'careless', fault: 'x' }))).toEqual({ misbehaviour: null, careless: true })
    expect(readRunFields(form({ fault: 'x' }))).toBeNull()
  })
})

describe('curlOfForm', () => {
  it('cannot be escaped with a quote', () => {
    expect(curlOfForm('http://localhost:3000/sessions', { scheme: "x'; rm -rf /" })).toContain(
      `"scheme": "x'\\''; rm -rf /"`,
    )
  })
})

describe('recent sessions', () => {
  const session = (sessionId: string): RecentSession => ({
    sessionId,
    title: 'PID',
    createdAt: '2026-11-21T09:00:00.000Z',
    tone: 'open',
    words: 'Waiting for a scan',
  })

  it('keep the newest 10,000, each once', () => {
    const full = Array.from({ length: 10_000 }, (_, index) => session(String(9_999 - index)))
    let list = withRecent(full, session('10000'))
    for (let index = 10_001; index < 10_012; index += 1) list = withRecent(list, session(String(index)))
    list = withRecent(list, session('9990'))
    expect(list.slice(0, 3).map(({ sessionId }) => sessionId)).toEqual(['9990', '10011', '10010'])
    expect(list.at(-1)?.sessionId).toBe('12')
    expect(list).toHaveLength(10_000)
  })

  it('survive any content of the storage', () => {
    for (const text of [null, '', '{', 'null', '{}', '[1,null,{"sessionId":"x"}]'])
      expect(parseRecent(text)).toEqual([])
    expect(parseRecent(JSON.stringify([session('a')]))).toEqual([session('a')])
  })
})

it('the remembered trust framework is one of ours, or none', () => {
  expect([parseTrust('eu'), parseTrust('test_root')]).toEqual(['eu', ''])
  for (const text of [null, '', 'EU', '{}']) expect(parseTrust(text)).toBeNull()
})
