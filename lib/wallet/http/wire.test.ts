import { describe, expect, it } from 'vitest'
import { type HeaderList, requireWebUrl, type WireAnswer, withRetryAfter } from './wire'

describe('a web address', () => {
  it.each(['https://issuer.example/a', 'http://localhost:3000/a', 'http://127.0.0.1', 'http://[::1]:3000'])(
    '%s may be used',
    (url) => {
      expect(requireWebUrl(url, 'It')).toBe(url)
    },
  )

  it.each(['http://issuer.example', 'http://localhost.example', 'file:///a', 'javascript:alert(1)', 'a'])(
    '%s may not be used',
    (url) => {
      expect(() => requireWebUrl(url, 'It')).toThrow(/^It (does not use https|is not a URL)$/)
    },
  )
})

const request = { method: 'GET', url: 'http://localhost/', headers: [], body: null }

const ok: WireAnswer = { status: 200, headers: [], body: '' }

const busy = (seconds?: string): WireAnswer => ({
  status: 429,
  headers: (seconds === undefined ? [] : [['retry-after', seconds]]) as HeaderList,
  body: '',
})

/** The final response, and the waits before it. */
async function run(answers: readonly WireAnswer[]) {
  const waits: number[] = []
  let sent = 0
  const send = withRetryAfter(
    async () => answers[sent++] ?? ok,
    async (millis) => waits.push(millis),
  )
  const { status } = await send(request)
  return { status, waits, sent }
}

describe('a request that is to wait', () => {
  it('is sent again after as long as it was told, however often that is', async () => {
    expect(await run([busy('41'), busy('60'), busy('1')])).toEqual({
      status: 200,
      waits: [41_000, 60_000, 1000],
      sent: 4,
    })
  })

  it.each([
    ['another answer', ok],
    ['no time', busy()],
    ['a time that is none', busy('soon')],
    ['a wait that no run sits out', busy('40000')],
  ])('is not sent again after %s', async (_name, answer) => {
    expect(await run([answer, ok])).toEqual({ status: answer.status, waits: [], sent: 1 })
  })

  it('is given up after ten waits', async () => {
    const { status, waits } = await run(Array(20).fill(busy('60')))
    expect([status, waits.length]).toEqual([429, 10])
  })
})
