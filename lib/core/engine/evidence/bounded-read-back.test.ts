import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookedAt } from '@/lib/testing/looked-at'
import { runs } from '@/scripts/thorough.mjs'
import { issuerKind } from '../../issuer/evidence/issuer-kind'
import type { VerifierKeys } from '../../shared/ports/keys'
import { boundConformance, jsonBytes } from './bounded-read-back'
import { event, evidence, exchange, finding, type session, start } from './fixtures/sessions'
import { projectConformance } from './project-conformance'
import { projectSession } from './project-session'
import type { FoldInput } from './session-kind'

const ports = {
  keyedHash: () => new Uint8Array(32),
  sha256: () => new Uint8Array(32),
  verifierKeys: {} as VerifierKeys,
  rootCertificate: { pem: '', der: new Uint8Array() },
}

const filler = 'x'.repeat(300)

/** A session with 300 refused token requests, each with 40 findings and a body of the given size. */
const large = (bodyBytes: number) =>
  evidence(
    Array.from({ length: 300 }, (_, second) =>
      exchange(second + 1, 'requestToken', {
        status: 400,
        body: { note: 'é'.repeat(bodyBytes / 2) },
        findings: issuerKind.checks
          .slice(0, 40)
          .map(({ id }, index) =>
            finding(id, index === 3 && second === 7 ? 'fail' : 'pass', { actual: `${second} ${filler}` }),
          ),
      }),
    ),
  )

const foldOf = (bodyBytes: number, show?: FoldInput<ReturnType<typeof session>>['show']) =>
  projectSession(issuerKind, {
    ...large(bodyBytes),
    settings: { baseUrl: 'https://capture.example' },
    ports,
    ...(show ? { show } : {}),
  })

describe('the read-back of a session with very many exchanges', () => {
  it.each([10, 4000])(
    'is at most 2 MB, and its pages hold each exchange once (bodies of %i bytes)',
    (bodyBytes) => {
      const ids: string[] = []
      let after: string | null = null
      do {
        const view = foldOf(bodyBytes, { after })
        expect(jsonBytes(view)).toBeLessThanOrEqual(2_000_000)
        ids.push(...view.exchanges.map(({ id }) => id))
        expect(view.raw.oid4vci_requests).toHaveLength(view.exchanges.length)
        after = view.recorded.next && new URL(view.recorded.next).searchParams.get('exchanges_after')
      } while (after !== null)
      expect(ids).toEqual(large(bodyBytes).exchanges.map(({ id }) => id))
    },
    60_000,
  )

  it('fills its first page: exchanges have the room that all else leaves, and not only what they have in any case', () => {
    const view = foldOf(4000, { after: null })
    expect(jsonBytes(view)).toBeGreaterThan(1_900_000)
    expect(jsonBytes(view.exchanges)).toBeGreaterThan(400_000)
  })

  it('shows an exchange that fits into no page without its content', () => {
    const view = foldOf(2100, { after: null })
    expect(view.exchanges.length).toBeGreaterThan(1)
    const [one] = projectSession(issuerKind, {
      ...evidence([exchange(1, 'requestToken', { body: { note: 'x'.repeat(2_100_000) } })]),
      settings: { baseUrl: 'https://capture.example' },
      ports,
    }).exchanges
    expect(one).toMatchObject({ content_omitted: true, body: null })
  })

  it('shows the newest where they are asked for, oldest first', () => {
    const ids = large(10).exchanges.map(({ id }) => id)
    expect(foldOf(10, { newestMax: 5 }).exchanges.map(({ id }) => id)).toEqual(ids.slice(-5))
    const fitting = foldOf(40_000, { newestMax: 250 })
    expect(fitting.exchanges.length).toBeLessThan(50)
    expect(fitting.exchanges.at(-1)?.id).toBe(ids.at(-1))
    expect(fitting.recorded).toMatchObject({ exchanges: 300, next: null })
  })

  it('lists the worst and the newest findings of a check, and counts all', () => {
    const { entries, total } = projectConformance(issuerKind, large(10))
    const bounded = boundConformance(entries)
    const { id } = issuerKind.checks[3] ?? { id: '' }
    const listed = bounded.filter((entry) => entry.id === id)
    expect(listed.filter(({ status }) => status === 'fail')).toMatchObject([{ occurrence: 8 }])
    expect(listed.at(-1)).toMatchObject({ occurrence: 300, left_out: 300 - listed.length })
    expect(new Set(bounded.map((entry) => entry.id))).toEqual(new Set(entries.map((entry) => entry.id)))
    const view = foldOf(10)
    expect(view.recorded.findings_left_out).toBe(total - bounded.length)
    expect(view.checks.summary.must.fail + view.checks.summary.should.fail).toBeGreaterThan(0)
  })

  it('lists no more findings than 800 kB hold, however few they are', () => {
    const exchanges = Array.from({ length: 20 }, (_, second) =>
      exchange(second + 1, 'requestToken', {
        findings: issuerKind.checks.slice(0, 40).map(({ id }) => finding(id, 'pass', { actual: 'é'.repeat(1000) })),
      }),
    )
    const { entries } = projectConformance(issuerKind, { ...evidence(exchanges), now: start })
    expect(entries.length).toBeLessThan(1500)
    const bounded = boundConformance(entries)
    expect(bounded.length).toBeLessThan(entries.length)
    expect(bounded.reduce((sum, entry) => sum + jsonBytes(entry), 0)).toBeLessThanOrEqual(800_000)
    expect(new Set(bounded.map(({ id }) => id))).toEqual(new Set(entries.map(({ id }) => id)))
  })

  it('leaves nothing out of an ordinary one', () => {
    const all = projectConformance(issuerKind, {
      ...large(10),
      exchanges: large(10).exchanges.slice(0, 20),
      now: start,
    }).entries
    expect(boundConformance(all)).toBe(all)
  })

  it('looks at little more where there are four times as many exchanges, whatever was found in them', async () => {
    const of = (count: number) => {
      const exchanges = Array.from({ length: count }, (_, second) =>
        exchange(second + 1, 'requestToken', {
          status: 400,
          contentOmitted: true,
          findings: issuerKind.checks
            .slice(0, 45)
            .map(({ id }, index) => finding(id, index % 7 === 0 ? 'fail' : 'pass', { actual: `${second}`, hint: 'x' })),
        }),
      )
      const events = exchanges.flatMap(({ id }, index) => [
        { ...event(index, 'offer_retrieved'), exchangeId: id },
        { ...event(index, 'authorization_code_replayed', { code_id: 'x' }), exchangeId: id },
      ])
      return { ...evidence(exchanges, { events }), settings: { baseUrl: 'https://capture.example' }, ports }
    }
    const costOf = (count: number): Promise<number> => {
      const input = of(count)
      return lookedAt(() => projectSession(issuerKind, input))
    }
    expect(await costOf(4000)).toBeLessThan(1.5 * (await costOf(1000)))
  })
})

it('counts bytes and not characters', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(jsonBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)))
    }),
    runs(),
  )
  expect(jsonBytes({ name: 'Zoë ✓' })).toBe(Buffer.byteLength('{"name":"Zoë ✓"}'))
})
