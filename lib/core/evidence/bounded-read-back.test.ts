import { describe, expect, it } from 'vitest'
import type { VerifierKeys } from '../ports'
import { boundConformance } from './bound-conformance'
import { evidence, exchange, finding, type session, start } from './fixtures/sessions'
import { issuanceKind } from './issuance/issuance-kind'
import { jsonBytes } from './json-bytes'
import { projectConformance } from './project-conformance'
import { projectSession } from './project-session'
import type { FoldInput } from './session-kind'

const filler = 'x'.repeat(300)

/** A session of 300 refused token requests, each with 40 findings and a body of some size. */
const large = (bodyBytes: number) =>
  evidence(
    Array.from({ length: 300 }, (_, second) =>
      exchange(second + 1, 'requestToken', {
        status: 400,
        body: { note: 'é'.repeat(bodyBytes / 2) },
        findings: issuanceKind.checks
          .slice(0, 40)
          .map(({ id }, index) =>
            finding(id, index === 3 && second === 7 ? 'fail' : 'pass', { actual: `${second} ${filler}` }),
          ),
      }),
    ),
  )

const foldOf = (bodyBytes: number, show?: FoldInput<ReturnType<typeof session>>['show']) =>
  projectSession(issuanceKind, {
    ...large(bodyBytes),
    settings: { baseUrl: 'https://capture.example' },
    ports: {
      keyedHash: () => new Uint8Array(32),
      verifierKeys: {} as VerifierKeys,
      rootCertificate: { pem: '', der: new Uint8Array() },
    },
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

  it('shows an exchange that fits into no page without its content', () => {
    const view = foldOf(2100, { after: null })
    expect(view.exchanges.length).toBeGreaterThan(1)
    const [one] = projectSession(issuanceKind, {
      ...evidence([exchange(1, 'requestToken', { body: { note: 'x'.repeat(2_100_000) } })]),
      settings: { baseUrl: 'https://capture.example' },
      ports: {
        keyedHash: () => new Uint8Array(32),
        verifierKeys: {} as VerifierKeys,
        rootCertificate: { pem: '', der: new Uint8Array() },
      },
    }).exchanges
    expect(one).toMatchObject({ content_omitted: true, body: null })
  })

  it('lists the worst and the newest findings of a check, and counts all', () => {
    const all = projectConformance(issuanceKind, large(10))
    const bounded = boundConformance(all)
    const { id } = issuanceKind.checks[3] ?? { id: '' }
    const listed = bounded.filter((entry) => entry.id === id)
    expect(listed[0]).toMatchObject({ status: 'fail', occurrence: 8 })
    expect(listed.at(-1)).toMatchObject({ occurrence: 300, left_out: 300 - listed.length })
    expect(new Set(bounded.map((entry) => entry.id))).toEqual(new Set(all.map((entry) => entry.id)))
    const view = foldOf(10)
    expect(view.recorded.findings_left_out).toBe(all.length - bounded.length)
    expect(view.checks.summary.must.fail + view.checks.summary.should.fail).toBeGreaterThan(0)
  })

  it('leaves nothing out of an ordinary one', () => {
    const all = projectConformance(issuanceKind, {
      ...large(10),
      exchanges: large(10).exchanges.slice(0, 20),
      now: start,
    })
    expect(boundConformance(all)).toBe(all)
  })
})
