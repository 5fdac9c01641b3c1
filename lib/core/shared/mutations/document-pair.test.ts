import { expect, it } from 'vitest'
import type { StoredEvent } from '../ports/store-types'
import { redactedWords } from './differences'
import { type DocumentPair, isSample, keptPair, redactedPair, withRealOnes } from './document-pair'

const isSecret = (name: string) => name === 'nonce'
const nonce = 'n'.repeat(43)

it('says in words what was secret in both texts, also where a secret was moved to, and leaves all else', () => {
  const pair = redactedPair(
    {
      target: 'request_object',
      right: { nonce, list: [1, null] },
      sent: { other: `a${nonce}`, nonce: null, list: [] },
    },
    isSecret,
  )
  expect(pair).toEqual({
    target: 'request_object',
    right: { nonce: 'a text of 43 characters, redacted', list: [1, null] },
    sent: { other: 'a text of 44 characters, redacted', nonce: 'null, redacted', list: [] },
  })
})

it('says no length of what stands in a sample', () => {
  const sample: DocumentPair = { target: 'token_response', right: { nonce }, sent: { nonce: [nonce] } }
  expect(redactedPair(sample, isSecret)).toMatchObject({
    right: { nonce: 'a text, redacted' },
    sent: { nonce: 'a list, redacted' },
  })
})

it.each([
  [{ kind: 'string', length: 43 }, 'a text of 43 characters, redacted'],
  [{ kind: 'string' }, 'a text, redacted'],
  [{ kind: 'array', length: 2 }, 'a list of 2 entries, redacted'],
  [{ kind: 'object', length: 1 }, 'an object of 1 member, redacted'],
  [{ kind: 'number', length: 3 }, 'a number, redacted'],
  [{ kind: 'null' }, 'null, redacted'],
  [{ kind: 'string', length: 1, more: 1 }, null],
  [{ kind: 'other' }, null],
  ['text', null],
])('reads %o as %s', (value, words) => {
  expect(redactedWords(value)).toBe(words)
})

const sample: DocumentPair = { target: 'response', right: { status: 200 }, sent: { status: 418 } }
const applied = (detail: object): StoredEvent => ({ type: 'mutations_applied', detail }) as StoredEvent

it('shows the first that really went out in place of a sample, and no other document', () => {
  const before: DocumentPair = { ...sample, target: 'request_response' }
  const texts = [{ status: 201 }, { status: 500 }].map((right) => keptPair({ right, sent: { nonce } }, isSecret))
  const events = [
    applied({ target: 'token_response', right: {}, sent: {} }),
    ...texts.map((kept) => applied({ target: 'response', differences: [], ...kept })),
  ]
  const [other, real] = withRealOnes([before, sample], events)
  expect([other, isSample(before)]).toEqual([before, true])
  expect(real).toEqual({
    target: 'response',
    right: { status: 201 },
    sent: { nonce: 'a text of 43 characters, redacted' },
    isReal: true,
  })
  expect(real && isSample(real)).toBe(false)
})

it('keeps a request with certificates whole', () => {
  const sent = { body: 'x'.repeat(9000) }
  expect(keptPair({ right: {}, sent }, isSecret)).toEqual({ right: {}, sent })
})

it('cuts a longer document around what was changed, and says so', () => {
  const long = { list: Array.from({ length: 9000 }, (_, index) => index), text: 't'.repeat(9000), short: 'as it is' }
  const body = `${'a'.repeat(5000)}RIGHT${'b'.repeat(5000)}`
  const pair = {
    right: { ...long, body, gone: [nonce] },
    sent: { ...long, body: body.replace('RIGHT', 'wrong'), nonce },
  }
  const kept = keptPair(pair, isSecret)
  const same = { list: 'a list of 9000 entries, cut', text: 'a text of 9000 characters, cut', short: 'as it is' }
  const around = (word: string) =>
    `… (4700 characters, cut) …${'a'.repeat(300)}${word}${'b'.repeat(300)}… (4700 characters, cut) …`
  expect(kept).toEqual({
    right: { ...same, body: around('RIGHT'), gone: ['a text of 43 characters, redacted'] },
    sent: { ...same, body: around('wrong'), nonce: 'a text of 43 characters, redacted' },
    cut: true,
  })
  expect(withRealOnes([sample], [applied({ target: 'response', ...kept })])).toMatchObject([
    { isReal: true, isCut: true },
  ])
})

it('cuts the middle of what is long and only in one of the two', () => {
  const { sent } = keptPair({ right: {}, sent: { body: 'x'.repeat(20_000) } }, isSecret)
  expect(sent).toEqual({ body: `${'x'.repeat(600)}… (18800 characters, cut) …${'x'.repeat(600)}` })
})

it('keeps nothing of what is too long even so, and shows no sample in its place', () => {
  const many = (value: string) => Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`m${index}`, value]))
  const kept = keptPair({ right: many('a'.repeat(150)), sent: many('b'.repeat(150)) }, isSecret)
  expect(kept).toEqual({})
  expect(withRealOnes([sample], [applied({ target: 'response', ...kept })])).toEqual([])
})
