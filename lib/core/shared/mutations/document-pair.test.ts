import { expect, it } from 'vitest'
import type { StoredEvent } from '../ports/store-types'
import type { JsonObject } from '../values/json'
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
  const list = Array.from({ length: 9000 }, (_, index) => index)
  const long = { list, text: 'a word '.repeat(900), short: 'as it is' }
  const body = `${'before '.repeat(900)}RIGHT${' after'.repeat(900)}`
  const pair = {
    right: { ...long, body, gone: [nonce] },
    sent: { ...long, body: body.replace('RIGHT', 'wrong'), nonce },
  }
  const { right, sent, cut } = keptPair(pair, isSecret) as Record<'right' | 'sent', JsonObject> & { cut: boolean }
  const same = { list: 'a list of 9000 entries, cut', text: 'a text of 6300 characters, cut', short: 'as it is' }
  expect([right, sent, cut]).toMatchObject([same, same, true])
  expect(right.gone).toEqual(['a text of 43 characters, redacted'])
  expect(sent.nonce).toBe('a text of 43 characters, redacted')
  expect(right.body).toMatch(/^… \(some \d+ characters, cut\) …( before)+ RIGHT( after)+ … /)
  expect(sent.body).toBe(String(right.body).replace('RIGHT', 'wrong'))
  expect(withRealOnes([sample], [applied({ target: 'response', right, sent, cut })])).toMatchObject([
    { isReal: true, isCut: true },
  ])
})

it('leaves no part of a token where it cuts, as what is redacted is recognised whole', () => {
  const token = `eyJ${'Ab0_'.repeat(30)}.${'x-Yz'.repeat(30)}.sig`
  const secret = 'QRSTUVWXYZ0123456789'
  for (let shift = 0; shift < 40; shift += 1) {
    // Each place where a cut may be, in the secret and beside it.
    const near = 'fill '.repeat(54) + ' '.repeat(shift)
    const body = (word: string) => `${token} ${secret} ${near}${word}${near} ${secret} ${'fill '.repeat(4000)}`
    const pair = { right: { body: body('a') }, sent: { body: body('b'), other: `${near.repeat(2)}${body('c')}` } }
    const kept = JSON.stringify(keptPair(pair, isSecret))
    expect(kept).toContain('cut')
    expect(kept.replaceAll(secret, '')).not.toMatch(/Ab0_|x-Yz|[Q-Z]{3}|0123/)
  }
})

it('looks into an object that is only in one of the two', () => {
  const { sent } = keptPair({ right: {}, sent: { body: { a: 1, text: 'word '.repeat(4000) } } }, isSecret)
  expect(sent).toEqual({
    body: { a: 1, text: `${'word '.repeat(120)}… (some 18800 characters, cut) … ${'word '.repeat(119)}` },
  })
})

it('keeps nothing of what is too long even so, and shows no sample in its place', () => {
  const many = (value: string) => Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`m${index}`, value]))
  const kept = keptPair({ right: many('a'.repeat(150)), sent: many('b'.repeat(150)) }, isSecret)
  expect(kept).toEqual({})
  expect(withRealOnes([sample], [applied({ target: 'response', ...kept })])).toEqual([])
})
