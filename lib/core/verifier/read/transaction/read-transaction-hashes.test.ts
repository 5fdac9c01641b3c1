import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { readDcqlQuery } from '../../../shared/dcql/read-dcql-query'
import type { Digest } from '../../../shared/ports/ports'
import { readTransactionHashes, transactionHashesMax } from './read-transaction-hashes'
import { type TransactionEntry, transactionEntries } from './transaction-hashes'

const digest: Digest = (algorithm, data) => createHash(algorithm.replace('-', '')).update(data).digest()
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const hash = (data: string | Buffer, algorithm = 'sha256', encoding: 'base64url' | 'hex' | 'base64' = 'base64url') =>
  createHash(algorithm).update(data).digest(encoding)

const payment = encode({ type: 'payment', credential_ids: ['pid'] })
const second = encode({ type: 'payment', credential_ids: ['pid'], transaction_data_hashes_alg: ['sha-512'] })
const entries = transactionEntries([payment, second], null)
const read = (hashes: unknown, alg?: unknown) => readTransactionHashes({ hashes, alg }, entries, digest)

describe('hashes of transaction data', () => {
  it('are compared with the strings as they were sent', () => {
    expect(read([hash(second), hash(payment)])).toEqual({
      type: 'array',
      total: 2,
      hashes: [
        { wellFormed: true, entries: [1], mistake: null },
        { wellFormed: true, entries: [0], mistake: null },
      ],
      alg: { type: 'absent', value: null, supported: true },
    })
  })

  it('are computed with the algorithm that is named, and with none that is not known', () => {
    expect(read([hash(payment, 'sha512')], 'sha-512').hashes[0]?.entries).toEqual([0])
    expect(read([hash(payment)], 'sha-512').hashes[0]).toMatchObject({ entries: [], mistake: 'another_algorithm' })
    expect(read([hash(payment)], 'md5')).toMatchObject({
      hashes: [{ entries: [] }],
      alg: { value: 'md5', supported: false },
    })
  })

  it('that do not fit are explained where a usual mistake was made', () => {
    const decoded = Buffer.from(payment, 'base64url')
    const explained = [
      hash(decoded),
      hash(payment, 'sha384'),
      hash(payment, 'sha256', 'base64'),
      hash(payment, 'sha256', 'hex'),
      hash('another'),
    ]
    expect(read(explained).hashes.map(({ mistake }) => mistake)).toEqual([
      'decoded',
      'another_algorithm',
      'with_padding',
      'as_hex',
      null,
    ])
  })

  it.each([undefined, null, 'text', 7, {}, [7], [null], [''], ['ä'], Array.from({ length: 1000 }, () => 'x')])(
    'never fail to be read: %j',
    (hashes) => {
      const found = read(hashes, hashes)
      expect(found.hashes.length).toBeLessThanOrEqual(transactionHashesMax)
      expect(found.hashes.every((one) => one.entries.length === 0)).toBe(true)
    },
  )
})

describe('many hashes over many entries', () => {
  const counted = () => {
    let made = 0
    const counting: Digest = (algorithm, data) => {
      made += 1
      return digest(algorithm, data)
    }
    return { counting, made: () => made }
  }
  const many = (count: number) =>
    transactionEntries(
      Array.from({ length: count }, (_, index) => encode({ type: 't', credential_ids: ['pid'], index })),
      null,
    )

  it('take each digest once, whatever fits and however many proofs have hashes', () => {
    const { counting, made } = counted()
    const list = many(480)
    const wrong = Array.from({ length: 100 }, (_, index) => hash(`wrong ${index}`))
    for (let proof = 0; proof < 3; proof++) {
      const found = readTransactionHashes({ hashes: wrong, alg: undefined }, list, counting)
      expect(found.hashes.every(({ entries: fitting, mistake }) => fitting.length === 0 && mistake === null)).toBe(true)
    }
    // The sent form with three algorithms, the decoded form with one.
    expect(made()).toBe(4 * 480)
  })

  it('take no digest of another kind where all fit', () => {
    const { counting, made } = counted()
    const list = many(400)
    const found = readTransactionHashes({ hashes: list.map(({ sent }) => hash(sent)), alg: undefined }, list, counting)
    expect(found.hashes.map(({ entries: fitting }) => fitting)).toEqual(list.map(({ index }) => [index]))
    expect(made()).toBe(400)
  })

  it('are found as comparing each with each finds them', () => {
    const of = (entry: TransactionEntry, kind: number): string => {
      const { sent } = entry
      const forms = [
        hash(sent),
        hash(sent, 'sha512'),
        hash(Buffer.from(sent, 'base64url')),
        hash(sent, 'sha256', 'hex'),
        hash(sent, 'sha256', 'hex').toUpperCase(),
        hash(sent, 'sha256', 'base64'),
      ]
      return forms[kind] ?? 'no hash'
    }
    const algorithm = fc.constantFrom(undefined, 'sha-256', 'sha-512', 'md5')
    const picked = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 6 })), { maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 }),
        picked,
        algorithm,
        (texts, places, alg) => {
          const list = transactionEntries(
            texts.map((text) => encode({ type: 't', credential_ids: ['pid'], text })),
            null,
          )
          const hashes = places.map(([entry, kind]) => of(list[entry % list.length]!, kind))
          const found = readTransactionHashes({ hashes, alg }, list, digest)
          const naive = hashes.map((text) =>
            alg === 'md5' ? [] : list.filter(({ sent }) => hash(sent, alg?.replace('-', '') ?? 'sha256') === text),
          )
          expect(found.hashes.map(({ entries: fitting }) => fitting)).toEqual(
            naive.map((fitting) => fitting.map(({ index }) => index)),
          )
        },
      ),
      runs(),
    )
  })
})

describe('entries of transaction data', () => {
  const dcql = readDcqlQuery({ credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['x'] } }] })

  it('are those that keep to the specification', () => {
    const named = { type: 't', credential_ids: ['pid'], transaction_data_hashes_alg: ['sha-256'] }
    expect(transactionEntries([encode(named)], dcql)).toEqual([
      { index: 0, sent: encode(named), type: 't', credentialIds: ['pid'], algorithms: ['sha-256'] },
    ])
  })

  it.each([
    null,
    'text',
    [7],
    ['%'],
    [encode([])],
    [encode({ credential_ids: ['pid'] })],
    [encode({ type: 't', credential_ids: [] })],
    [encode({ type: 't', credential_ids: ['diploma'] })],
    [encode({ type: 't', credential_ids: ['pid'], transaction_data_hashes_alg: 'sha-256' })],
  ])('leave out what breaks it: %j', (sent) => {
    expect(transactionEntries(sent, dcql)).toEqual([])
  })
})
