import type { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '@/lib/adapters/crypto/ports'
import { certificateReader } from '@/lib/adapters/crypto/read-certificates'
import { type ListContent, type ListOperator, makeListOperator, makeTrustList } from '@/lib/testing/trust-list'
import { runs } from '@/scripts/thorough.mjs'
import { addSeconds, epochMillis } from '../../../time/time'
import { fromBase64url, fromUtf8, toBase64url, utf8 } from '../../../values/base64url'
import { loteProfiles } from '../profiles'
import { type ListProblem, listCharactersMax, readTrustedList } from './read-list'

const now = epochMillis(1_795_176_000_000)
const operator = await makeListOperator(now)
const stranger = await makeListOperator(now)
const wallets = loteProfiles['wallet-providers']
const provider = { type: wallets.services?.issuance ?? '', certificates: ['QUJD'], entity: 'A Provider' }

const read = (
  document: string,
  { named = [operator.certificate], sequence = null as number | null, at = now } = {} as {
    named?: readonly X509Certificate[]
    sequence?: number | null
    at?: typeof now
  },
) =>
  readTrustedList(document, {
    now: at,
    readOperators: certificateReader(named, { now: () => at }),
    verifySignature,
    sequence,
  })

const problemsOf = async (
  document: string,
  input: Parameters<typeof read>[1] = {},
): Promise<readonly ListProblem[]> => {
  const reading = await read(document, input)
  return reading.valid ? [] : reading.problems
}

const list = (content: Partial<ListContent> = {}, by: ListOperator = operator) =>
  makeTrustList(by, { now, services: [provider], ...content })

/** Replaces payload or header and signs with the operator's key. */
async function resigned(
  change: (parts: { header: Record<string, unknown>; payload: Record<string, unknown> }) => unknown,
  by: ListOperator = operator,
): Promise<string> {
  const [head = '', body = ''] = (await list()).split('.')
  const part = (text: string) => JSON.parse(fromUtf8(fromBase64url(text) ?? new Uint8Array()) ?? '')
  const parts = { header: part(head), payload: part(body) }
  change(parts)
  const encoded = [parts.header, parts.payload].map((value) => toBase64url(utf8(JSON.stringify(value)))).join('.')
  return `${encoded}.${by.sign(encoded)}`
}

const information = (payload: Record<string, unknown>) =>
  (payload as { LoTE: { ListAndSchemeInformation: Record<string, unknown> } }).LoTE.ListAndSchemeInformation

describe('a list of trusted entities', () => {
  it('of another library, signed by a named operator, is valid and tells its services', async () => {
    const reading = await read(await list({ sequence: 7 }), { sequence: 7 })
    expect(reading).toEqual({
      valid: true,
      list: {
        type: wallets.type,
        operator: 'Test List Operator',
        territory: 'EU',
        sequence: 7,
        issuedAt: now,
        nextUpdate: addSeconds(now, 86_400),
        services: [{ entity: 'A Provider', type: provider.type, certificates: ['QUJD'] }],
        pointers: [],
      },
    })
  })

  it('tells the lists that it points to', async () => {
    const pointers = [{ location: 'https://other.example/list', type: wallets.type, operator: stranger }]
    const reading = await read(await list({ pointers }))
    expect(reading.valid && reading.list.pointers).toEqual([
      {
        location: 'https://other.example/list',
        types: [wallets.type],
        operators: [stranger.certificate.raw.toString('base64')],
      },
    ])
  })

  it('leaves out services that are withdrawn, unknown in their status, or not yet in force', async () => {
    const { statuses } = loteProfiles['pub-eaa-providers']
    const services = [
      { ...provider, entity: 'notified', status: statuses?.notified ?? '' },
      { ...provider, entity: 'withdrawn', status: statuses?.withdrawn ?? '' },
      { ...provider, entity: 'unknown', status: 'https://example.org/status/notified/no-more' },
      { ...provider, entity: 'since now', since: now },
      { ...provider, entity: 'tomorrow', since: addSeconds(now, 60) },
    ]
    const reading = await read(await list({ services }))
    expect(reading.valid && reading.list.services.map(({ entity }) => entity)).toEqual(['notified', 'since now'])
  })

  it('is not valid when another one signed it, in the name of the operator or in its own', async () => {
    expect(await problemsOf(await list({}, stranger))).toEqual(['operator_unknown'])
    expect(await problemsOf(await resigned(() => undefined, stranger))).toEqual(['signature'])
    expect(await problemsOf(await resigned(({ header }) => delete header.x5c))).toEqual(['operator_unknown'])
    expect(
      await problemsOf(
        await resigned(({ header }) => {
          header.alg = 'none'
        }),
      ),
    ).toEqual(['signature'])
  })

  it('is not valid when its operator or territory is not that of the certificate', async () => {
    expect(await problemsOf(await list({ name: 'Other Operator' }))).toEqual(['operator_name'])
    expect(await problemsOf(await list({ territory: 'IT' }))).toEqual(['territory'])
    const italian = await makeListOperator(now, { territory: 'IT' })
    expect(await problemsOf(await list({}, italian), { named: [italian.certificate] })).toEqual([])
  })

  it('is valid until its next update, and from its date on', async () => {
    const nextUpdate = addSeconds(now, 60)
    const document = await list({ nextUpdate })
    expect(await problemsOf(document, { at: addSeconds(now, 59) })).toEqual([])
    expect(await problemsOf(document, { at: nextUpdate })).toEqual(['expired'])
    expect(await problemsOf(await list({ issuedAt: addSeconds(now, 60) }))).toEqual([])
    expect(await problemsOf(await list({ issuedAt: addSeconds(now, 61) }))).toEqual(['issued_later'])
  })

  it('is not valid with a lower sequence number than one before, and with the same it is', async () => {
    expect(await problemsOf(await list({ sequence: 4 }), { sequence: 5 })).toEqual(['rolled_back'])
    expect(await problemsOf(await list({ sequence: 5 }), { sequence: 5 })).toEqual([])
  })

  it('may have a critical time of signing, and no other critical header', async () => {
    const critical = (...crit: unknown[]) =>
      resigned(({ header }) => Object.assign(header, { crit, sigT: '2026-11-20T00:00:00Z', exp: 1 }))
    expect(await problemsOf(await critical('sigT'))).toEqual([])
    expect(await problemsOf(await critical('sigT', 'exp'))).toEqual(['signature'])
  })

  it('names the member that is wrong', async () => {
    const wrong = async (change: (members: Record<string, unknown>) => unknown) => {
      const reading = await read(await resigned(({ payload }) => change(information(payload))))
      return reading.valid ? null : [reading.problems, reading.pointer]
    }
    const at = (member: string) => [['not_a_list'], `/LoTE/ListAndSchemeInformation/${member}`]
    expect(await wrong((members) => delete members.NextUpdate)).toEqual(at('NextUpdate'))
    for (const [member, value] of [
      ['NextUpdate', '2027-02-30T00:00:00'],
      ['NextUpdate', '2027-13-01T00:00:00Z'],
      ['LoTESequenceNumber', -1],
      ['LoTESequenceNumber', 1.5],
      ['LoTEVersionIdentifier', 2],
      ['SchemeOperatorName', []],
      ['SchemeTerritory', null],
    ] as const)
      expect(await wrong((members) => Object.assign(members, { [member]: value }))).toEqual(at(member))
  })

  it('tells all that is wrong, with what the list claims', async () => {
    const reading = await read(await list({ name: 'Other', nextUpdate: now, sequence: 1 }), { sequence: 2 })
    expect(reading).toMatchObject({
      valid: false,
      problems: ['operator_name', 'expired', 'rolled_back'],
      facts: { operator: 'Other', sequence: 1, nextUpdate: now },
    })
  })

  it('is not read when it is too large, and not one when it is something else', async () => {
    expect(await problemsOf('a'.repeat(listCharactersMax + 1))).toEqual(['too_large'])
    for (const document of ['', 'a', 'a.b', 'a.b.c', '{}', 'e30.e30.', 'e30.W10.AA', `${await list()}.AA`])
      expect(['not_jws', 'not_a_list']).toContain((await problemsOf(document))[0])
  })

  it('never makes a reader throw, whatever it says, and is never valid with another byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue({ maxDepth: 3 }), async (payload, x5c) => {
        const encoded = [{ alg: 'ES256', x5c }, payload].map((one) => toBase64url(utf8(JSON.stringify(one)))).join('.')
        expect((await read(`${encoded}.${operator.sign(encoded)}`)).valid).toBe(false)
      }),
      runs(200),
    )
    const right = await list()
    await fc.assert(
      fc.asyncProperty(
        fc.nat(right.length - 1),
        fc.constantFrom('A', 'b', '0', '.', ' ', '~'),
        async (place, other) => {
          fc.pre(right[place] !== other)
          expect((await read(`${right.slice(0, place)}${other}${right.slice(place + 1)}`)).valid).toBe(false)
        },
      ),
      runs(200),
    )
  })

  it('with any member replaced is either valid or tells why', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.nat(), async (value, place) => {
        const document = await resigned(({ payload }) => {
          const { LoTE } = payload as { LoTE: Record<string, unknown> }
          const members = [LoTE, information(payload), payload].flatMap((at) =>
            Object.keys(at).map((name) => [at, name] as const),
          )
          const [at, name] = members[place % members.length] ?? [payload, 'LoTE']
          ;(at as Record<string, unknown>)[name] = value
        })
        const reading = await read(document)
        expect(reading.valid || reading.problems.length > 0).toBe(true)
      }),
      runs(200),
    )
  })
})
