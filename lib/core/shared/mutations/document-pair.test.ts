import { expect, it } from 'vitest'
import { redactedWords } from './differences'
import { type DocumentPair, redactedPair } from './document-pair'

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
