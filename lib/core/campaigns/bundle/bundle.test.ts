import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  memorySpool,
  packBundle,
  sampleAuthority,
  sampleCampaignReport,
  sampleExchange,
  sampleFiles,
  sampleMadeAt,
  sampleReports,
  sampleSessions,
  sampleStatement,
  sha256,
  verify,
} from '@/lib/testing/sample-bundle'
import { runs, thorough } from '@/scripts/thorough.mjs'
import { addSeconds } from '../../shared/time/time'
import { fromUtf8, toHex, utf8 } from '../../shared/values/base64url'
import { type BundleFile, BundleTooLarge, makeBundle } from './make-bundle'
import { linksOf } from './manifest'
import { blockBytes, tarHeader } from './tar'
import { editionWords } from './verdict'

let authority: Awaited<ReturnType<typeof sampleAuthority>>
let files: BundleFile[]
let bundle: Uint8Array
beforeAll(async () => {
  authority = await sampleAuthority()
  files = sampleFiles(authority.rootPem)
  bundle = await packBundle(files, authority)
})

/** Packs altered files, signed by the same instance, as a buggy or lying exporter would. */
const packed = (change: (files: BundleFile[]) => BundleFile[]) => packBundle(change([...files]), authority)
const withText = (name: string, text: string) =>
  packed((all) => all.map((file) => (file.name === name ? { name, content: utf8(text) } : file)))

/** Cuts the archive into its files (with headers and padding) and its end. */
function partsOf(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = []
  let at = 0
  while (bytes[at] !== 0) {
    const size = Number.parseInt(Buffer.from(bytes.subarray(at + 124, at + 135)).toString(), 8)
    const length = blockBytes * (1 + Math.ceil(size / blockBytes))
    parts.push(bytes.subarray(at, at + length))
    at += length
  }
  return [...parts, bytes.subarray(at)]
}
const joined = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

describe('a bundle', () => {
  it('is intact for who gives the root, and of an unknown signer for who gives none or another', async () => {
    const other = await sampleAuthority()
    const intact = await verify(bundle, other.rootPem, authority.rootPem)
    expect(intact).toMatchObject({
      result: 'intact',
      bundle: { files: 14, sessions: 2, wallet: { name: 'Quillfern', version: '2.4.1' } },
    })
    const root = new (await import('node:crypto')).X509Certificate(authority.rootPem)
    for (const roots of [[], [other.rootPem]])
      expect(await verify(bundle, ...roots)).toMatchObject({
        result: 'unknown_signer',
        bundle: { rootSha256: toHex(sha256(root.raw)) },
      })
  })

  it('says its edition: that of its commit before statements had one, and one that this release does not know', async () => {
    const right = JSON.parse(fromUtf8(files.find(({ name }) => name === 'ics.json')!.content) ?? '')
    const stated = async (more: object) => {
      const ics = { ...right, ics_version: 2, fcaf: { ...right.fcaf, ...more } }
      return verify(await withText('ics.json', JSON.stringify(ics)), authority.rootPem)
    }
    expect(await verify(bundle, authority.rootPem)).toMatchObject({
      bundle: { edition: { id: '2026-07', isKnown: true } },
    })
    expect(await stated({ edition: '2026-09' })).toMatchObject({
      bundle: { edition: { id: '2026-09', isKnown: true } },
    })
    expect(await stated({ edition: '2027-02' })).toMatchObject({
      result: 'intact',
      bundle: { edition: { id: '2027-02', isKnown: false } },
    })
    expect(editionWords({ id: '2027-02', isKnown: false })).toBe('2027-02, not known to this release')
    expect(await stated({ table_sha256: '0'.repeat(64) })).toMatchObject({ result: 'broken', entry: 'ics.json' })
  })

  it('of an earlier release is intact, and of the edition that it was made under', async () => {
    // As downloaded from release c180bc10, which knew one edition only.
    const earlier = new Uint8Array(gunzipSync(readFileSync(new URL('fixtures/version-1.tar.gz', import.meta.url))))
    const root = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(
      Buffer.from(earlier).toString('latin1'),
    )
    const wallet = { name: 'Quillfern', version: '2.4.1' }
    expect(await verify(earlier, root?.[0] ?? '')).toMatchObject({
      ...{ result: 'intact', bundle: { files: 14, sessions: 2, wallet, edition: { id: '2026-07', isKnown: true } } },
    })
    earlier[3 * blockBytes] = (earlier[3 * blockBytes] ?? 0) ^ 1
    expect((await verify(earlier, root?.[0] ?? '')).result).toBe('broken')
  })

  it('has the chain of hashes that its description gives', async () => {
    const links = await linksOf(
      { base_url: 'https://a.example', made_at: '2026-01-02T03:04:05.000Z' },
      [{ name: 'b', sha256: sha256('c') }],
      sha256,
    )
    const start = sha256('wallet-capture-bundle-1\nhttps://a.example\n2026-01-02T03:04:05.000Z')
    expect(links).toEqual([toHex(sha256(Buffer.concat([start, sha256('b'), sha256('c')])))])
  })

  it('is broken by any changed byte: contents, headers, padding, manifest, signature, the end', async () => {
    const places = thorough
      ? Array.from(bundle.keys())
      : fc.sample(fc.nat(bundle.length - 1), { ...runs(2000), numRuns: 400 }).concat([0, 148, 257, bundle.length - 1])
    for (const place of places) {
      const changed = Uint8Array.from(bundle)
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8))
      expect(await verify(changed, authority.rootPem), `byte ${place}`).toMatchObject({ result: 'broken' })
    }
  })

  it('is broken by each changed bit of its signature, the unused ones of its last character too', async () => {
    const jws = partsOf(bundle).at(-2) ?? new Uint8Array()
    const [start, size] = [
      bundle.length - 1024 - jws.length,
      Number.parseInt(Buffer.from(jws.subarray(124, 135)).toString(), 8),
    ]
    for (let bit = 0; bit < 8; bit++) {
      const changed = Uint8Array.from(bundle)
      const last = start + blockBytes + size - 1
      changed[last] = (changed[last] ?? 0) ^ (1 << bit)
      expect(await verify(changed, authority.rootPem)).toMatchObject({ result: 'broken', entry: 'manifest.jws' })
    }
  })

  it('is broken by the other signature that anybody can derive from it', async () => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
    const parts = partsOf(bundle)
    const part = parts.at(-2) ?? new Uint8Array()
    const size = Number.parseInt(Buffer.from(part.subarray(124, 135)).toString(), 8)
    const [header, , signature = ''] = Buffer.from(part.subarray(blockBytes, blockBytes + size))
      .toString()
      .split('.')
    const bytes = Buffer.from(signature, 'base64url')
    const other = (order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)).toString(16).padStart(64, '0')
    const derived = Buffer.concat([bytes.subarray(0, 32), Buffer.from(other, 'hex')]).toString('base64url')
    const changed = Uint8Array.from(part)
    changed.set(utf8(`${header}..${derived}`), blockBytes)
    expect(await verify(joined(parts.with(-2, changed)), authority.rootPem)).toMatchObject({
      result: 'broken',
      entry: 'manifest.jws',
    })
  })

  it('is broken where the archive gives a file another time, in a header that is right otherwise', async () => {
    const parts = partsOf(bundle)
    const content = files[2]?.content ?? new Uint8Array()
    const header = tarHeader({ name: 'ics.html', bytes: content.length, modified: sampleMadeAt / 1000 + 1 })
    const changed = parts.with(2, joined([header, (parts[2] ?? header).subarray(blockBytes)]))
    expect(await verify(joined(changed), authority.rootPem)).toMatchObject({ result: 'broken', entry: 'ics.html' })
  })

  it('names the first bad file', async () => {
    const at = Buffer.from(bundle).indexOf('<!doctype html>')
    const changed = Uint8Array.from(bundle)
    changed[at] = 0x20
    expect(await verify(changed)).toEqual({ result: 'broken', entry: 'ics.html', problem: 'Its content was changed.' })
  })

  it('is broken where it is cut off, or something follows it', async () => {
    for (const length of [bundle.length - 1, bundle.length - 512, bundle.length - 1024, 5000, 512])
      expect(await verify(bundle.subarray(0, length), authority.rootPem)).toMatchObject({ result: 'broken' })
    for (const more of [1, 512, 1024])
      expect(await verify(joined([bundle, new Uint8Array(more)]), authority.rootPem)).toMatchObject({
        result: 'broken',
      })
  })

  it('is broken where a file is dropped, repeated, swapped with another or added', async () => {
    const parts = partsOf(bundle)
    const last = parts.length - 2
    const index = fc.nat(last)
    await fc.assert(
      fc.asyncProperty(index, index, async (one, other) => {
        const without = parts.filter((_, at) => at !== one)
        const twice = parts.toSpliced(other, 0, parts[one] ?? new Uint8Array())
        for (const changed of [without, twice])
          expect(await verify(joined(changed), authority.rootPem)).toMatchObject({ result: 'broken' })
        if (one === other) return
        const swapped = parts.with(one, parts[other] ?? new Uint8Array()).with(other, parts[one] ?? new Uint8Array())
        expect(await verify(joined(swapped), authority.rootPem)).toMatchObject({ result: 'broken' })
      }),
      runs(),
    )
    const header = tarHeader({ name: 'added.txt', bytes: 0, modified: sampleMadeAt / 1000 })
    for (let at = 0; at <= last; at++)
      expect(await verify(joined(parts.toSpliced(at, 0, header)), authority.rootPem)).toMatchObject({
        result: 'broken',
      })
  })

  it('says which file is missing, unknown, repeated or out of place', async () => {
    const parts = partsOf(bundle)
    const header = tarHeader({ name: 'added.txt', bytes: 0, modified: sampleMadeAt / 1000 })
    const [html = header, csv = header] = parts.slice(2, 4)
    const problemOf = async (changed: readonly Uint8Array[]) => verify(joined(changed))
    expect(await problemOf(parts.toSpliced(7, 1))).toMatchObject({
      entry: sessionFile('report.json'),
      problem: 'The file is missing.',
    })
    expect(await problemOf(parts.toSpliced(3, 0, header))).toMatchObject({
      entry: 'added.txt',
      problem: expect.stringMatching(/does not know/),
    })
    expect(await problemOf(parts.toSpliced(3, 0, html))).toMatchObject({
      entry: 'ics.html',
      problem: 'The file comes twice.',
    })
    expect(await problemOf(parts.with(2, csv).with(3, html))).toMatchObject({
      entry: 'ics.csv',
      problem: 'The file is not in its place.',
    })
  })
})

const sessionFile = (name: string) => `sessions/${sampleSessions[0]}/${name}`

describe('a bundle that its own service signed', () => {
  it('is broken where the statement names a session or an exchange that is not in it, or one is in it that it does not name', async () => {
    expect(
      await verify(await packed((all) => all.filter(({ name }) => name !== sessionFile('report.json')))),
    ).toMatchObject({
      result: 'broken',
      entry: sessionFile('report.json'),
    })
    const stranger = sessionFile('report.json').replaceAll('1111', '4444')
    expect(await verify(await packed((all) => [...all, { name: stranger, content: utf8('{}') }]))).toMatchObject({
      result: 'broken',
      entry: stranger,
    })
    const told = sampleStatement()
    const naming = told.cases.map((one) => ({ ...one, evidence: [{ session_id: stranger.split('/')[1] }] }))
    const statement = utf8(JSON.stringify({ ...told, cases: naming }))
    for (const more of [[], [{ name: stranger, content: utf8('{}') }]])
      expect(
        await verify(
          await packed((all) => [
            ...all.map((file) => (file.name === 'ics.json' ? { ...file, content: statement } : file)),
            ...more,
          ]),
        ),
      ).toMatchObject({ result: 'unknown_signer' })
    const name = `sessions/${sampleSessions[1]}/read-back.json`
    expect(await verify(await withText(name, '{}'))).toMatchObject({ result: 'broken', entry: name })
    expect(await verify(await withText(name, `"${sampleExchange}"`))).toMatchObject({ result: 'unknown_signer' })
  })

  it('is broken where counts do not follow from the cases, or the statement is of another time, service or form', async () => {
    const right = sampleStatement()
    for (const statement of [
      { ...right, counts: { ...right.counts, cases: 3 } },
      { ...right, cases: right.cases.slice(1) },
      { ...right, cases: [...right.cases, right.cases[0]] },
      { ...right, made_at: '2026-01-01T00:00:00.000Z' },
      { ...right, service: { base_url: 'https://other.example' } },
      { ...right, ics_version: 3 },
      [],
    ])
      expect(await verify(await withText('ics.json', JSON.stringify(statement)))).toMatchObject({
        result: 'broken',
        entry: 'ics.json',
      })
    expect(await verify(await withText('ics.json', '{'))).toMatchObject({ result: 'broken', entry: 'ics.json' })
  })

  it('is broken where the certificate of its key does not lead to its root, is of another time, address or purpose', async () => {
    const [other, early, elsewhere] = await Promise.all([
      sampleAuthority(),
      sampleAuthority({ at: addSeconds(sampleMadeAt, -500 * 86_400) }),
      sampleAuthority({ baseUrl: 'https://other.example' }),
    ])
    expect(await verify(await packBundle(files, other))).toMatchObject({
      entry: 'manifest.jws',
      problem: expect.stringMatching(/do not lead/),
    })
    expect(await verify(await packBundle(sampleFiles(early.rootPem), early))).toMatchObject({
      problem: expect.stringMatching(/were not valid/),
    })
    expect(await verify(await packBundle(sampleFiles(elsewhere.rootPem), elsewhere))).toMatchObject({
      problem: expect.stringMatching(/does not name https:\/\/wallet-capture.example/),
    })
    expect(await verify(await packBundle(files, { signer: { ...authority.signer, x5c: [] } }))).toMatchObject({
      problem: 'Its certificates cannot be read.',
    })
  })
})

describe('a bundle of reports', () => {
  /** Packs the reports of a campaign or of one session, after a change. */
  const reports = (kind: 'campaign' | 'session', change = (all: BundleFile[]) => all) =>
    packBundle(change(sampleReports(kind, authority.rootPem)), authority)
  const withReport = (report: object) =>
    reports('campaign', (all) =>
      all.map((file) => (file.name === 'report.json' ? { ...file, content: utf8(JSON.stringify(report)) } : file)),
    )

  it('is intact without a statement, and says what it is', async () => {
    expect(await verify(await reports('campaign'), authority.rootPem)).toMatchObject({
      result: 'intact',
      bundle: { kind: 'campaign', files: 18, sessions: 2, wallet: { name: 'Quillfern', version: '2.4.1' } },
    })
    expect(await verify(await reports('session'), authority.rootPem)).toMatchObject({
      result: 'intact',
      bundle: { kind: 'session', files: 9, sessions: 1, wallet: null },
    })
    expect(await verify(bundle, authority.rootPem)).toMatchObject({ bundle: { kind: 'statement' } })
  })

  it('is broken by a changed byte, and names the file', async () => {
    for (const kind of ['campaign', 'session'] as const) {
      const changed = Buffer.from(await reports(kind))
      changed.write('<!DOCTYPE html>', changed.lastIndexOf('<!doctype html>'))
      expect(await verify(changed)).toMatchObject({ entry: expect.stringMatching(/^sessions\/.*\/report.html$/) })
    }
  })

  it('is broken where a file of its kind is missing, though its own service signed that', async () => {
    for (const kind of ['campaign', 'session'] as const)
      for (const { name } of sampleReports(kind, authority.rootPem)) {
        const without = await reports(kind, (all) => all.filter((file) => file.name !== name))
        expect([name, await verify(without)]).toEqual([name, expect.objectContaining({ result: 'broken' })])
      }
    const more = await reports('session', (all) => [...all, { name: 'report.html', content: utf8('') }])
    expect(await verify(more)).toMatchObject({ result: 'broken', entry: 'report.html' })
    const empty = await reports('session', (all) => all.filter(({ name }) => !name.includes('/')))
    expect(await verify(empty)).toEqual({ result: 'broken', entry: null, problem: 'It holds no session.' })
  })

  it('is broken where its report lists other sessions than those beside it, or is of another service or form', async () => {
    const right = sampleCampaignReport()
    const [first, ...others] = right.campaign.steps
    for (const [steps, problem] of [
      [others, 'The report does not list this session.'],
      [[first, ...others, { session: { session_id: sampleExchange }, earlier: [] }], 'The file is missing.'],
    ] as const)
      expect(await verify(await withReport({ ...right, campaign: { ...right.campaign, steps } }))).toMatchObject({
        result: 'broken',
        entry: expect.stringMatching(/^sessions\//),
        problem,
      })
    for (const report of [
      { ...right, kind: 'issuance' },
      { ...right, campaign: { ...right.campaign, page_url: 'https://wallet-capture.example.org/x' } },
      {},
    ])
      expect(await verify(await withReport(report))).toMatchObject({ result: 'broken', entry: 'report.json' })
    const two = await reports('session', (all) => [
      ...all,
      ...sampleReports('campaign', authority.rootPem).filter(({ name }) => name.includes(sampleSessions[1])),
    ])
    expect(await verify(two)).toMatchObject({ result: 'broken', problem: 'It belongs to another session.' })
  })
})

describe('a file of a stranger', () => {
  it('is broken where the key of its certificate cannot be read', async () => {
    const [leaf = ''] = authority.signer.x5c
    const der = Buffer.from(leaf, 'base64')
    const curve = der.indexOf(Buffer.from('06082a8648ce3d030107', 'hex'))
    expect(curve).toBeGreaterThan(0)
    for (const bit of [1, 2, 128]) {
      const changed = Buffer.from(der)
      changed[curve] = 0x06 ^ bit
      const signer = { ...authority.signer, x5c: [changed.toString('base64')] }
      expect(await verify(await packBundle(files, { signer }))).toMatchObject({
        result: 'broken',
        entry: 'manifest.jws',
        problem: 'Its certificates cannot be read.',
      })
    }
  })

  it('is unreadable unless it begins as an archive does', async () => {
    for (const bytes of [new Uint8Array(), new Uint8Array(1024), utf8('{"a":1}'.repeat(200))])
      expect(await verify(bytes)).toMatchObject({ result: 'unreadable' })
    expect(await verify({ length: 300 * 1024 * 1024 } as Uint8Array)).toMatchObject({ result: 'unreadable' })
  })

  it('never makes the verifier throw', async () => {
    const wild = fc.tuple(fc.uint8Array({ maxLength: 3000 }), fc.string({ maxLength: 110 }), fc.nat(0o77777777))
    await fc.assert(
      fc.asyncProperty(wild, async ([bytes, name, size]) => {
        const header = tarHeader({ name: name.slice(0, 30), bytes: size, modified: 0 })
        for (const start of [header, bundle.subarray(0, 2048)])
          expect((await verify(joined([start, bytes]))).result).toMatch(/^(?:broken|unreadable)$/)
      }),
      runs(),
    )
  })

  it('names no file outside of the folder that it is unpacked in', async () => {
    for (const name of ['../a', 'a/../b', '/a', 'a//b', 'a\\b', '.a', 'a/', 'sessions/a/b/c'])
      expect(await verify(joined([tarHeader({ name, bytes: 0, modified: 0 }), bundle]))).toMatchObject({
        result: 'broken',
        problem: 'The name of the first file is none that a bundle has.',
      })
  })
})

describe('a bundle that is being made', () => {
  const input = (spool = memorySpool()) => ({
    baseUrl: 'https://a.example',
    madeAt: sampleMadeAt,
    signer: authority.signer,
    sha256,
    bytesMax: 20_000,
    spool,
  })

  it('is refused where it is too large, and leaves nothing', async () => {
    const part = (bytes: number) => async () => [{ name: 'a', content: new Uint8Array(bytes) }]
    const { bytes } = await makeBundle([part(0)], input())
    const room = 20_000 - bytes - 511
    await expect(makeBundle([part(room)], input())).resolves.toMatchObject({ bytes: expect.any(Number) })
    for (const parts of [[part(room + 1024)], [part(room), part(512)]]) {
      const spool = memorySpool()
      await expect(makeBundle(parts, input(spool))).rejects.toThrow(BundleTooLarge)
      expect(spool.end).toBe('discarded')
    }
  })

  it('leaves nothing where a part cannot be made', async () => {
    const spool = memorySpool()
    const failing = async () => {
      throw new Error('deleted')
    }
    await expect(makeBundle([failing], input(spool))).rejects.toThrow('deleted')
    expect(spool.end).toBe('discarded')
  })

  it('makes a part only once the one before is written, and each once', async () => {
    const spool = memorySpool()
    const part = (name: string) => async () => {
      spool.written.push(utf8(`made ${name}`))
      return [{ name, content: utf8(`content ${name}`) }]
    }
    const bundle = await makeBundle([part('a'), part('b')], input(spool))
    expect(spool.end).toBe('read')
    expect(bundle.chunks).toBeDefined()
    const texts = spool.written
      .map((bytes) => Buffer.from(bytes).toString())
      .filter((text) => /^(?:made|content)/.test(text))
    expect(texts).toEqual(['made a', 'content a', 'made b', 'content b'])
  })
})
