import { describe, expect, it } from 'vitest'
import { sequenceOf, sequenceSvg, sequenceText } from './sequence'
import type { TimelineRow } from './timeline'

interface Asked {
  readonly path: string
  readonly origin?: string
  readonly status?: number | null
  readonly what?: string
}

/** Timeline rows with the members that a diagram reads. */
const rows = (...asked: readonly Asked[]): TimelineRow[] =>
  asked.map(({ path, origin = 'wallet', status = 200, what = 'does' }, index) => ({
    type: 'exchange',
    number: index + 1,
    shortPath: path,
    what,
    altered: false,
    exchange: { method: 'POST', path, origin, response: { status } },
  })) as unknown as TimelineRow[]

const issuer = { title: 'PID', server: 'Issuer' } as const

describe('the sequence of a flow', () => {
  it('goes between wallet, browser, issuer and authorization server, with what was answered', () => {
    const { lanes, steps } = sequenceOf(
      rows(
        { path: '/issuers/x/par', status: 201 },
        { path: '/issuers/x/authorize', origin: 'user_agent', status: 302 },
        { path: '/authorization-servers/x/token', origin: 'internal' },
        { path: '/issuers/x/credential', status: 400, what: 'invalid_proof' },
        { path: '/sessions/x/offer', origin: 'operator' },
        { path: '/issuers/x/nonce', status: null },
      ),
      issuer,
    )
    expect(lanes.map(({ words }) => words)).toEqual(['Browser', 'Wallet', 'Issuer', 'Authorization server'])
    expect(steps.map(({ from, to, answer }) => [from, to, answer])).toEqual([
      ['wallet', 'authorization_server', '201'],
      ['browser', 'authorization_server', '302'],
      ['server', 'authorization_server', '200'],
      ['wallet', 'server', '400 invalid_proof'],
      ['wallet', 'server', 'no response'],
    ])
  })

  it('of a presentation has a verifier and nobody that takes no part', () => {
    const { lanes } = sequenceOf(rows({ path: '/openid4vp/sessions/x/request' }), { title: 'PID', server: 'Verifier' })
    expect(lanes.map(({ words }) => words)).toEqual(['Wallet', 'Verifier'])
  })

  it('shows the newest hundred exchanges, and says how many it leaves out', () => {
    const sequence = sequenceOf(rows(...Array.from({ length: 103 }, () => ({ path: '/issuers/x/nonce' }))), issuer)
    expect(sequence.steps).toHaveLength(100)
    expect(sequenceText(sequence)).toMatch(/^3 earlier exchanges are left out\.\nWallet to Issuer: 4 POST/)
  })
})

it('a diagram of four is no wider than its column on a screen of 1280 px, and no label leaves it or lacks its path', () => {
  const path = '/issuers/eu-pid-device-bound/authorize'
  const svg = sequenceSvg(
    sequenceOf(
      rows({ path, origin: 'user_agent', status: 400, what: 'invalid_request' }, { path: '/issuers/x/par' }, { path }),
      issuer,
    ),
  )
  const width = Number(/<svg [^>]*width="(\d+)"/.exec(svg)?.[1])
  expect(width).toBeLessThanOrEqual(440)
  expect(svg).toContain(`>1 POST ${path}<`)
  expect(svg).toContain('>400 invalid_request<')
  const texts = [...svg.matchAll(/<text class="(?:label|refused)" x="([\d.]+)"[^>]*>([^<]*)</g)]
  expect(texts).toHaveLength(6)
  for (const [, x, words = ''] of texts) {
    expect(Number(x) - (words.length * 7.3) / 2).toBeGreaterThanOrEqual(0)
    expect(Number(x) + (words.length * 7.3) / 2).toBeLessThanOrEqual(width)
  }
})

it('a diagram as SVG has its text, and no value in it is markup', () => {
  const hostile = `/x"/><script>alert('1')</script>&\u0001\ud800`
  const svg = sequenceSvg(
    sequenceOf(rows({ path: hostile, status: 400, what: '<b>' }), { ...issuer, title: '</title><script>' }),
  )
  expect(svg).toContain('<desc id="description">Wallet to Issuer: 1 POST /x&quot;/&gt;&lt;script&gt;')
  expect(svg).toContain('400 &lt;b&gt;')
  for (const bad of ['<script', '<b>', '\u0001', '\ud800']) expect(svg).not.toContain(bad)
  expect(svg.match(/<title/g)).toHaveLength(1)
})
