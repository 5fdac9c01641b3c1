import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { checkById } from '@/lib/core/issuer-and-verifier'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import type { Json, JsonObject } from '@/lib/core/shared/values/json'
import { runs } from '@/scripts/thorough.mjs'
import { exchange } from '../../inspector/model/fixtures/session'
import {
  type ComparedSession,
  compareMessages,
  counterpartOf,
  type JudgedMember,
  pairExchanges,
} from './compare-messages'
import { checksOfParameter } from './member-rules'
import { membersMax } from './message-members'

/** What the page passes: the member that the catalogue names. */
const judgedMember: JudgedMember = (id) => {
  const judges = checkById(id)?.judges
  return judges?.member === undefined ? null : { kind: judges.token, path: judges.member }
}

type Found = Readonly<Record<string, FindingStatus>>

const session = (exchanges: readonly ExchangeView[], found: Readonly<Record<string, Found>> = {}): ComparedSession => ({
  session_id: exchanges[0]?.session_id ?? 's',
  exchanges,
  checks: {
    conformance: Object.entries(found).flatMap(([exchange_id, statuses]) =>
      Object.entries(statuses).map(([id, status]) => ({ id, status, exchange_id }) as ConformanceEntry),
    ),
  },
})

const hidden = (length: number, more: JsonObject = {}): JsonObject => ({
  redacted: true,
  present: length > 0,
  length,
  type: 'string',
  ...more,
})

const ids = {
  before: '3325b102-5a87-4d73-a972-8ba30a6bbc01',
  after: 'd3836074-ef6f-4152-8120-325a6daf1f9e',
} as const

/** A presentation of an SD-JWT VC in a session, with these claims in its Key Binding JWT. */
function presented(side: keyof typeof ids, claims: JsonObject, found: Found, more: JsonObject = {}) {
  const id = ids[side]
  const sent = exchange(`/openid4vp/sessions/${id}/response`, 200, 1, {
    id: side,
    session_id: id,
    operation: 'sendPresentationResponse',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': side, 'user-agent': side },
    body: {
      vp_token: hidden(3541, { jwt: { kind: 'presented_credential' } }),
      state: hidden(43, { fingerprint: side }),
    },
    decoded: [
      {
        source: 'body.vp_token.pid[0]',
        kind: 'presented_credential',
        header: { typ: 'dc+sd-jwt', alg: 'ES256' },
        claims: { vct: 'urn:eudi:pid:1', iat: 1, cnf: { jwk: { kty: 'EC', crv: 'P-256', thumbprint: side } } },
        disclosures: [
          { name: 'family_name', path: ['family_name'], digest: side, salt: hidden(22), value: hidden(6) },
          { name: 'given_name', path: ['given_name'], digest: side, salt: hidden(22), value: hidden(5) },
        ],
        key_binding: { header: { typ: 'kb+jwt', alg: 'ES256' }, claims, signature: 'valid' },
        signature: 'valid',
        ...more,
      },
    ],
  })
  return session([sent], { [side]: found })
}

const right = {
  'vp.kb.aud': 'pass',
  'vp.kb.nonce': 'pass',
  'vp.kb.sd_hash': 'pass',
  'vp.kb.iat_window': 'pass',
} as const

const compared = (before: ComparedSession, after: ComparedSession) => {
  const [one, other] = [before.exchanges[0], after.exchanges[0]]
  if (one === undefined || other === undefined) throw new Error('no exchange')
  return compareMessages({ session: before, exchange: one }, { session: after, exchange: other }, judgedMember)
}

const members = (before: ComparedSession, after: ComparedSession) =>
  compared(before, after).groups.flatMap((group) => group.members.map((member) => ({ group: group.title, ...member })))

describe('the comparison of two messages', () => {
  const sent = Math.floor(Date.parse(exchange('/', 200, 1).at) / 1000)
  const good = presented('before', { aud: 'x509_hash:abc', nonce: 'n1', iat: sent - 4, sd_hash: 'h1' }, right)

  it('finds one differing member where only the aud of the Key Binding JWT is wrong', () => {
    const aud = `https://capture.example/openid4vp/sessions/${ids.after}/response`
    const bad = presented('after', { aud, nonce: 'n2', iat: sent, sd_hash: 'h2' }, { ...right, 'vp.kb.aud': 'fail' })
    const { differing, checks } = compared(good, bad)
    expect([differing, checks]).toEqual([1, []])
    expect(members(good, bad).filter(({ differs }) => differs)).toEqual([
      {
        group: 'Key Binding JWT, claims',
        name: 'aud',
        before: { text: 'x509_hash:abc', kind: 'value', wrong: false },
        after: { text: aud, kind: 'value', wrong: true },
        differs: true,
        judgedBy: ['vp.kb.aud'],
      },
    ])
  })

  it('says that new values are fresh and that they fit, and shows a wrong one', () => {
    const bad = presented(
      'after',
      { aud: 'x509_hash:abc', nonce: 'n1', iat: sent + 2, sd_hash: 'h2' },
      { ...right, 'vp.kb.nonce': 'fail' },
    )
    const texts = Object.fromEntries(
      members(good, bad)
        .filter(({ group }) => group === 'Key Binding JWT, claims')
        .map(({ name, before, after }) => [name, [before.text, after.text]]),
    )
    expect(texts).toEqual({
      aud: ['x509_hash:abc', 'x509_hash:abc'],
      nonce: ['fresh', 'n1'],
      iat: ['4 s before the request', '2 s after the request'],
      sd_hash: ['fits', 'fits'],
    })
    expect(compared(good, bad).differing).toBe(1)
  })

  it('compares an address of each session by its check, and otherwise without the ids of its own session', () => {
    const address = (id: string) => ({ aud: `https://capture.example/openid4vp/sessions/${id}/response` })
    const [one, other] = [presented('before', address(ids.before), {}), presented('after', address(ids.after), {})]
    expect(compared(one, other).differing).toBe(0)
    // The address of another session is not its own.
    expect(compared(one, presented('after', address(ids.before), {})).differing).toBe(1)
    const named = (side: keyof typeof ids, aud: string, status: FindingStatus) =>
      presented(side, { aud }, { 'vp.kb.aud': status })
    expect(compared(named('before', 'a', 'pass'), named('after', 'b', 'pass')).differing).toBe(0)
    expect(compared(named('before', 'a', 'pass'), named('after', 'b', 'fail')).differing).toBe(1)
  })

  it('compares redacted values by length and verdict, and names tokens by their kind', () => {
    const rows = members(good, presented('after', {}, { 'vp.response.state_matches': 'fail' }))
    expect(rows.find(({ name }) => name === 'state')).toMatchObject({
      before: { text: 'set, not judged', wrong: false },
      after: { text: 'hidden, 43 characters', wrong: true },
      differs: true,
    })
    expect(rows.find(({ name }) => name === 'vp_token')).toMatchObject({ after: { text: 'Presented SD-JWT VC' } })
    const body = (length: number) => session([exchange('/x', 200, 1, { body: { login_hint: hidden(length) } })])
    expect(compared(body(4), body(4)).differing).toBe(0)
    expect(members(body(4), body(9))[0]).toMatchObject({
      before: { text: 'hidden, 4 characters' },
      after: { text: 'hidden, 9 characters' },
      differs: true,
    })
  })

  it('lists what is disclosed by name, and no field of the connection', () => {
    const names = members(good, good).map(({ name }) => name)
    expect(names).toContain('disclosed')
    expect(names).not.toContain('user-agent')
    expect(names).not.toContain('content-length')
    expect(names.join()).not.toMatch(/salt|digest/)
  })

  it('says where a check found a difference that no member shows', () => {
    const one = presented('before', {}, { 'vp.kb.signature_encoding': 'pass' })
    const other = presented('after', {}, { 'vp.kb.signature_encoding': 'fail' })
    expect(compared(one, other).checks).toEqual([{ id: 'vp.kb.signature_encoding', before: 'pass', after: 'wrong' }])
  })

  it('says that a token is missing once, by the member that carries it', () => {
    const without = presented('after', {}, {})
    const [sent] = without.exchanges
    const bare = session([{ ...(sent as ExchangeView), decoded: [], body: { state: hidden(43) } }])
    expect(members(good, bare).filter(({ differs }) => differs)).toMatchObject([
      { name: 'vp_token', after: { text: 'not sent', kind: 'said' } },
    ])
  })

  it('compares the first members of a message with very many, and says how many it left out', () => {
    const body = Object.fromEntries(Array.from({ length: membersMax + 50 }, (_, index) => [`m${index}`, index]))
    const many = session([exchange('/x', 200, 1, { body })])
    const { agreeing, differing, leftOut } = compared(many, many)
    expect([agreeing, differing, leftOut]).toEqual([membersMax, 0, 2 * 51])
  })

  it('knows the checks that it compares parameters by', () => {
    const names = ['state', 'issuer_state', 'code', 'code_verifier', 'pre-authorized_code', 'tx_code', 'authorization']
    for (const id of [...names, 'request_uri', 'refresh_token', 'transaction_id', 'wallet_nonce'].flatMap(
      checksOfParameter,
    ))
      expect(checkById(id), id).not.toBeNull()
  })
})

describe('the pairs of two sessions', () => {
  const of = (side: string, ...operations: string[]) =>
    session(operations.map((operation, index) => exchange('/x', 200, index, { id: `${side}${index}`, operation })))
  const idsOf = (before: ComparedSession, after: ComparedSession) =>
    pairExchanges(before, after).map((pair) => [pair.before?.id ?? null, pair.after?.id ?? null])

  it('are of one operation, in order, with what only one has', () => {
    const before = of('a', 'token', 'nonce', 'credential', 'notification')
    const after = of('b', 'token', 'credential', 'credential')
    expect(idsOf(before, after)).toEqual([
      ['a0', 'b0'],
      ['a2', 'b1'],
      [null, 'b2'],
      ['a1', null],
      ['a3', null],
    ])
    expect(counterpartOf('b2', before, after)?.id).toBe('a2')
    expect(counterpartOf('b0', of('a', 'nonce'), after)).toBeNull()
  })

  it('leave out what this service sent to itself, and pair unknown requests by their path', () => {
    const lost = (id: string) => exchange(`/lost/${id}/x`, 404, 1, { id, session_id: id, operation: null })
    const inner = exchange('/y', 200, 2, { origin: 'internal' })
    expect(idsOf(session([lost(ids.before), inner]), session([lost(ids.after), inner]))).toEqual([
      [ids.before, ids.after],
    ])
  })
})

describe('any record', () => {
  const json = fc.jsonValue() as fc.Arbitrary<Json>
  const object = fc.dictionary(fc.string(), json) as fc.Arbitrary<JsonObject>
  const token = fc.record({ source: fc.string(), kind: fc.constantFrom('dpop', 'presented_credential', '__proto__') })
  const message = fc.record({ body: json, query: json, headers: object, tokens: fc.array(fc.tuple(token, object)) })
  const made = message.map(({ body, query, headers, tokens }) =>
    session(
      [exchange('/x', 200, 1, { body, query, headers, decoded: tokens.map(([one, more]) => ({ ...more, ...one })) })],
      {
        'x-1': { 'vp.kb.aud': 'fail', 'vci.dpop.htu': 'pass' },
      },
    ),
  )

  it('differs in nothing from itself', () => {
    fc.assert(
      fc.property(made, (one) => {
        expect(compared(one, one)).toMatchObject({ differing: 0, checks: [] })
      }),
      runs(),
    )
  })

  it('differs in as many members read the other way round', () => {
    fc.assert(
      fc.property(made, made, (one, other) => {
        expect(compared(one, other).differing).toBe(compared(other, one).differing)
      }),
      runs(),
    )
  })
})
