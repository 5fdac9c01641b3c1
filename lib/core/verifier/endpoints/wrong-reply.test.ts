import { expect, it } from 'vitest'
import { jsonReply } from '../../ground/http/reply'
import { wrongReply } from './wrong-reply'

const right = { ...jsonReply(200, { a: 1 }), headers: [['Content-Type', 'application/json']] as const }

it('replaces what is named of a right answer, and leaves the rest', () => {
  expect(wrongReply(right, {})).toEqual(right)
  expect(wrongReply(right, { status: 500 })).toEqual({ ...right, status: 500 })
  expect(wrongReply(right, { body: null }).body).toBeNull()
  expect(wrongReply(right, { headers: [['Location', '/x']] }).headers).toEqual([...right.headers, ['Location', '/x']])
  expect(wrongReply(right, { headers: [['content-type', 'text/html']] }).headers).toEqual([
    ['content-type', 'text/html'],
  ])
  const body = (of: typeof right.body) =>
    of?.kind === 'json' ? { ...of, value: { ...(of.value as object), b: 2 } } : of
  expect(wrongReply(right, { body }).body).toEqual({ kind: 'json', value: { a: 1, b: 2 } })
})
