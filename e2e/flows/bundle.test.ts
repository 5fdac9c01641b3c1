import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BundleVerdict } from '@/lib/core/campaigns/bundle/verdict'
import type { CoverageView } from '@/lib/core/campaigns/official-cases/z-coverage'
import type { CampaignStepView } from '@/lib/core/campaigns/z-campaign'
import { StoreUnavailable } from '@/lib/core/shared/ports/errors'
import { eventually } from '@/lib/testing/eventually'
import { expectError } from '@/lib/testing/expect-refusal'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { sampleAuthority } from '@/lib/testing/sample-bundle'
import { startService, type TestService } from '@/lib/testing/service'
import { verifyReport } from '@/lib/verify-report/verify-report'
import { campaignAddress, campaignClient } from '@/lib/wallet/campaign/campaign-client'
import { runCampaign } from '@/lib/wallet/campaign/run-campaign'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { formsOf } from '@/lib/wallet/secrets/wallet-secrets'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'
import { ensureBuilt } from '@/scripts/build.mjs'

const wallet = { name: 'Quillfern', version: '2.4.1' }
const of = new URLSearchParams({ wallet: wallet.name, version: wallet.version })
const path = `/coverage/bundle?${of}`

const wanted = ['sd_jwt_baseline', 'bad_signature']
let service: TestService
let http: HttpClient
let folder: string
let bundle: Uint8Array<ArrayBuffer>
let root: string
/** Secrets in the record of a session that shows what its wallet presented. No bundle may contain them. */
let planted: { readonly session: string; readonly secrets: readonly string[] }
let campaignId: string
beforeAll(async () => {
  await ensureBuilt({ without: ['pages'] })
  service = await startService()
  http = createHttpClient(service.baseUrl)
  folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  const campaign = await post('/campaigns', { wallet, presets: wanted })
  const send = createNodeClient()
  const address = campaignAddress(`${service.baseUrl}/campaigns/${campaign.campaign_id}`)
  await runCampaign({
    client: campaignClient(address, { http: send, patienceMillis: 0 }),
    origin: service.baseUrl,
    http: send,
    clock: service.now,
  })
  campaignId = String(campaign.campaign_id)
  planted = await presentAndReveal(campaignId)
  root = join(folder, 'root.pem')
  writeFileSync(root, service.container.ports.rootCertificate.pem)
})
afterAll(async () => {
  http.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

async function post(path: string, body: unknown) {
  const headers = [['Content-Type', 'application/json']] as const
  const answer = await http({ method: 'POST', path, headers, body: JSON.stringify(body) })
  expect(answer.status, answer.body).toBe(201)
  return answer.object()
}

/** Adds a session for the campaign's first preset, whose record shows disclosed claim values. */
async function presentAndReveal(campaign_id: string): Promise<typeof planted> {
  const { presets } = (await http({ path: '/presets.json' })).object() as { presets: { id: string; body: object }[] }
  const [preset] = wanted
  const body = presets.find(({ id }) => id === preset)?.body
  const session = await post('/openid4vp/sessions', { ...body, preset, campaign_id, reveal_claims: true })
  const send = createNodeClient()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: send })
  await runAtVerifier({ deeplink: String(session.deeplink), credentials, http: send, clock: service.now })
  const { body: record } = await http({ path: `/openid4vp/sessions/${session.session_id}` })
  const values = credentials[0]?.raw
    .split('~')
    .slice(1, -1)
    .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()).at(-1))
  // The inner base64 characters of a short value occur in any random text.
  const shown = (values ?? []).filter(
    (value) => typeof value === 'string' && value.length > 9 && record.includes(value),
  )
  expect(shown.length).toBeGreaterThan(0)
  return { session: String(session.session_id), secrets: [...shown, String(session.deeplink)] }
}

/** Ids of the sessions in an archive. */
const sessionsOf = (bytes: Uint8Array): string[] => [
  ...new Set(
    [
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/sessions\/([0-9a-f-]{36})\/read-back.json\0/g),
    ].map(([, id]) => String(id)),
  ),
]

/** Passes a bundle as a file to `npm run verify-report`, or to the function behind it. */
async function verify(
  bytes: Uint8Array,
  args: readonly string[] = [],
  how: typeof run = verifyReport,
): Promise<{ code: number; text: string }> {
  const file = join(folder, 'bundle.tar')
  writeFileSync(file, bytes)
  return how([file, ...args])
}
const run = (args: readonly string[]) =>
  new Promise<{ code: number; text: string }>((resolve) =>
    execFile(process.execPath, ['dist/verify-report.mjs', ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr }),
    ),
  )

/** The planted secrets, and any private key, that an archive contains. */
function leaksOf(bytes: Uint8Array) {
  const text = Buffer.from(bytes)
  const leaks = planted.secrets.flatMap((secret) =>
    // Four base64 characters of a short value match by chance.
    [...formsOf(secret)].filter(([name, form]) => (form.length >= 8 || name === 'as it is') && text.includes(form)),
  )
  return text.includes('PRIVATE KEY') ? [...leaks, 'a private key'] : leaks
}

describe('GET /coverage/bundle', () => {
  it('gives one archive whose length is known, and lists its statement from then on', async () => {
    const before = await http({ path: `/coverage?${of}` })
    expect(before.object()).not.toHaveProperty('statements')
    const answer = await fetch(`${service.baseUrl}${path}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/x-tar')
    bundle = new Uint8Array(await answer.arrayBuffer())
    expect(answer.headers.get('content-length')).toBe(String(bundle.length))
    const { code, text } = await verify(bundle, ['--root', root, '--json'], run)
    expect(code, text).toBe(0)
    const verdict = JSON.parse(text) as Extract<BundleVerdict, { result: 'intact' }>
    const { statements } = (await http({ path: `/coverage?${of}` })).object() as unknown as CoverageView
    expect(statements).toEqual([
      {
        id: expect.any(String),
        made_at: verdict.bundle.madeAt,
        manifest_sha256: verdict.bundle.manifestSha256,
      },
    ])
    expect(verdict.bundle).toMatchObject({ wallet, baseUrl: service.baseUrl, sessions: 2, files: 14 })
  })

  it('holds no value that a session shows because it was asked to, no link that opens a wallet and no private key', async () => {
    expect(sessionsOf(bundle)).toContain(planted.session)
    expect(leaksOf(bundle)).toEqual([])
    // The bundle lists what was disclosed: names without values.
    expect(Buffer.from(bundle).toString()).toMatch(/"reveal_claims":false.*"name":"family_name"/s)
  })

  it('is refused where evidence is deleted while it is made', async () => {
    const { store } = service.container.ports
    const real = store.session
    const read = vi.spyOn(store, 'session')
    try {
      const gone = sessionsOf(bundle)[1]
      read.mockImplementation(async (id) => (id === gone ? null : real(id)))
      const refused = await http({ path })
      expect([refused.status, refused.object().error]).toEqual([503, 'temporarily_unavailable'])
    } finally {
      read.mockRestore()
    }
  })

  it('holds nothing of the disk, be it read, refused, asked for by HEAD or not listed', async () => {
    const folderOfBundles = join(service.dataDir, 'bundles')
    const held = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folderOfBundles)
        } catch {
          return false
        }
      }).length
    const { store } = service.container.ports
    const isFree = async () => held() === 0
    await eventually(isFree)
    expect((await fetch(`${service.baseUrl}${path}`, { method: 'HEAD' })).status).toBe(200)
    await eventually(isFree)
    for (const name of ['standingValue', 'commit'] as const) {
      let most = 0
      const failing = vi.spyOn(store, name).mockImplementation(async () => {
        most = held()
        throw new StoreUnavailable('down')
      })
      try {
        expect((await http({ path })).status, name).toBe(503)
      } finally {
        failing.mockRestore()
      }
      // Checked at once, before the garbage collector closes whatever was not ended.
      expect([most, held()], name).toEqual([1, 0])
    }
    expect(readdirSync(folderOfBundles)).toEqual([])
  })
})

function filesOf(bytes: Uint8Array) {
  const files: { readonly name: string; readonly at: number; readonly size: number }[] = []
  for (let at = 0; bytes[at] !== 0; ) {
    const header = Buffer.from(bytes.subarray(at, at + 512)).toString('latin1')
    const [name, size] = [header.slice(0, header.indexOf('\0')), Number.parseInt(header.slice(124, 135), 8)]
    files.push({ name, at: at + 512, size })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

/** The texts of an archive by their names. */
const textsOf = (bytes: Uint8Array): Readonly<Record<string, string>> =>
  Object.fromEntries(
    filesOf(bytes).map(({ name, at, size }) => [name, Buffer.from(bytes.subarray(at, at + size)).toString()]),
  )

describe('a report with format=tar', () => {
  const addresses = () => [`/campaigns/${campaignId}/report`, `/openid4vp/sessions/${planted.session}/report`]
  const download = async (path: string): Promise<Uint8Array> => {
    const answer = await fetch(`${service.baseUrl}${path}?format=tar&fail_on=should`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar'])
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    return bytes
  }

  it('of a campaign holds it and each of its sessions in every form, and opens without the service', async () => {
    const bytes = await download(`/campaigns/${campaignId}/report`)
    const { code, text } = await verify(bytes, ['--root', root])
    expect([code, text]).toEqual([0, expect.stringContaining('report of a campaign, with its sessions')])
    expect(text).toContain('Quillfern 2.4.1')
    expect(sessionsOf(bytes)).toEqual([])
    const texts = textsOf(bytes)
    const report = JSON.parse(texts['report.json'] ?? '')
    const links = [...(texts['report.html'] ?? '').matchAll(/href="(sessions\/[^"]*)"/g)].map(([, link]) => link ?? '')
    expect(links).toHaveLength(report.campaign.steps.length)
    for (const link of links) {
      expect(texts[link]).toContain('<h1>')
      expect(JSON.parse(texts[link.replace('report.html', 'exchanges.har')] ?? '').log.version).toBe('1.2')
      expect(texts[link.replace('html', 'xml')]).toMatch(/^<\?xml/)
      expect(texts[link.replace('html', 'md')]).toMatch(/^# /)
    }
    expect(texts['report.md']).toContain(links[0])
    // Superseded attempts are included too.
    const ids = report.campaign.steps.flatMap(({ session, earlier }: CampaignStepView) =>
      [session, ...earlier].map((one) => one?.session_id),
    )
    expect(ids).toHaveLength(3)
    for (const id of ids) expect(texts[`sessions/${id}/report.json`]).toContain(id)
  })

  it('of a session holds that one alone', async () => {
    const bytes = await download(`/openid4vp/sessions/${planted.session}/report`)
    const { code, text } = await verify(bytes, ['--root', root, '--json'])
    expect([code, JSON.parse(text)]).toMatchObject([0, { bundle: { kind: 'session', sessions: 1, wallet: null } }])
    const { session_id } = await post('/sessions', {})
    const issuance = await download(`/sessions/${session_id}/report`)
    expect((await verify(issuance, ['--root', root])).text).toContain('report of one session')
  })

  it('holds no value that a session shows because it was asked to, no link that opens a wallet and no private key', async () => {
    for (const path of addresses()) {
      const bytes = await download(path)
      expect(leaksOf(bytes)).toEqual([])
      expect(Buffer.from(bytes).toString()).toMatch(/"reveal_claims":false.*"name":"family_name"/s)
    }
    const created = await post('/sessions', { tx_code: { length: 6 } })
    const bytes = await download(`/sessions/${created.session_id}/report`)
    for (const secret of [created.deeplink, created.offer_url, created.tx_code].filter((one) => one !== undefined))
      expect(Buffer.from(bytes).includes(`"${secret}"`)).toBe(false)
  })

  it('is refused with a status of its own where it would be too large, before any of it is sent', async () => {
    const { max } = service.container.ports.bundles
    const kept = { ...max }
    for (const less of [{ reportBytes: 20_000 }, { sessions: 0 }])
      for (const path of addresses()) {
        Object.assign(max, less)
        expectError(await http({ path: `${path}?format=tar` }), 413, 'bundle_too_large')
        Object.assign(max, kept)
      }
    await eventually(async () => readdirSync(join(service.dataDir, 'bundles')).length === 0)
  })

  it('is counted apart from statements: sixty an hour for an address', async () => {
    service.advance(3600)
    const { take } = service.container.ports.bundles
    const at = service.now()
    for (let count = 0; count < 60; count++) expect(take('report', '192.0.2.7', at)).toBe(0)
    expect(take('report', '192.0.2.7', at)).toBe(3600)
    expect([take('statement', '192.0.2.7', at), take('report', '192.0.2.8', at)]).toEqual([0, 0])
  })
})

/**
 * Mostly calls the function, because starting the program takes a third of a second. Each exit code is tested once with
 * the program.
 */
describe('npm run verify-report', () => {
  it('knows the signer only by a root that was given to it', async () => {
    const foreign = join(folder, 'foreign.pem')
    writeFileSync(foreign, (await sampleAuthority()).rootPem)
    for (const [args, how] of [
      [[], run],
      [['--root', foreign], verifyReport],
    ] as const) {
      const { code, text } = await verify(bundle, args, how)
      expect(code, text).toBe(3)
      expect(text).toMatch(/signer unknown.*SHA-256 [0-9a-f]{64}/s)
    }
    expect((await verify(bundle, ['--root', root])).text).toMatch(/^Intact, and signed below the root/)
  })

  it('exits with 1 for a changed byte in any file, and names the file', async () => {
    for (const [index, { name, at, size }] of filesOf(bundle).entries()) {
      const changed = Uint8Array.from(bundle)
      const place = at + Math.floor(size / 2)
      changed[place] = (changed[place] ?? 0) ^ 1
      const { code, text } = await verify(changed, ['--root', root], index === 0 ? run : verifyReport)
      const named = name === 'manifest.json' ? 'manifest.jws' : name
      expect([code, text]).toEqual([1, expect.stringContaining(`Broken. ${named}: `)])
    }
  })

  it('exits with 2 for what it cannot read', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const args of [
      [join(folder, 'missing.tar')],
      [folder],
      [root],
      [pipe],
      [join(folder, 'bundle.tar'), '--root', pipe],
      // A bundle's own root proves nothing.
      [join(folder, 'bundle.tar'), '--root', join(folder, 'bundle.tar')],
      [join(folder, 'bundle.tar'), '--root', folder],
      [],
    ])
      expect((await verifyReport(args)).code).toBe(2)
    expect((await run([join(folder, 'missing.tar')])).code).toBe(2)
  })
})

describe('a bundle is refused', () => {
  it('for a wallet without a campaign, and without a name', async () => {
    expect((await http({ path: '/coverage/bundle?wallet=Nobody&version=1' })).status).toBe(404)
    expect((await http({ path: '/coverage/bundle' })).status).toBe(400)
  })

  it('six times an hour and no more, with the time to wait', async () => {
    const { status, headers } = await sixth()
    expect(status).toBe(429)
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(3000)
    service.advance(wait)
    const again = await fetch(`${service.baseUrl}${path}`)
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })

  async function sixth(): Promise<Response> {
    for (let count = 0; count < 8; count++) {
      const answer = await fetch(`${service.baseUrl}${path}`)
      if (answer.status !== 200) return answer
      await answer.arrayBuffer()
    }
    throw new Error('No bundle was refused.')
  }

  it('for more sessions or bytes than it may hold, before any of it is sent', async () => {
    service.advance(3600)
    // Its sessions are over by now, and "over" is shorter than the time until which a session is open.
    const { byteLength } = await (await fetch(`${service.baseUrl}${path}`)).arrayBuffer()
    const { max } = service.container.ports.bundles
    for (const less of [{ sessions: 1 }, { bytes: byteLength - 1 }]) {
      const kept = { ...max }
      Object.assign(max, less)
      const refused = await http({ path })
      expectError(refused, 413, 'payload_too_large')
      Object.assign(max, kept)
    }
  })

  it('while another one is being planned, and no longer once that has failed', async () => {
    const read = vi.spyOn(service.container.ports.store, 'session')
    let endWait: (session: null) => void = () => {}
    const reached = new Promise<void>((settle) => {
      read.mockImplementationOnce(() => {
        settle()
        return new Promise((resolve) => {
          endWait = resolve
        })
      })
    })
    try {
      const failing = http({ path })
      await reached
      const refused = await http({ path })
      expectError(refused, 503, 'temporarily_unavailable')
      expect(refused.header('retry-after')).toBe('5')
      endWait(null)
      expect((await failing).object().error_description).toMatch(/^Evidence was deleted/)
    } finally {
      read.mockRestore()
    }
    const answer = await fetch(`${service.baseUrl}${path}`)
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  })

  it('without the operator token where one is set', async () => {
    const guarded = await startService({ env: { OPERATOR_TOKEN: 'an-operator-token-of-this-test' } })
    try {
      expect((await fetch(`${guarded.baseUrl}${path}`)).status).toBe(401)
    } finally {
      await guarded.close()
    }
  })
})
