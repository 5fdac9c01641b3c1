import { expect, it } from 'vitest'
import { sentencesOf } from './sentences'

it('a fix of 25 words or more is a list of its sentences, a shorter one stays whole', () => {
  const short = 'Set aud to client_id. Keep its prefix.'
  expect(sentencesOf(short)).toEqual([short])
  const long = `Set aud to openid4vp://x.example/y. ${'Take the whole value of the request '.repeat(4).trim()}. Sign it again.`
  expect(sentencesOf(long)).toEqual([
    'Set aud to openid4vp://x.example/y.',
    expect.stringMatching(/^Take .*request\.$/),
    'Sign it again.',
  ])
})
