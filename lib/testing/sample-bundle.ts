import { webcrypto } from 'node:crypto'
import { rootProfile, statementLeafProfile } from '@/lib/adapters/crypto/certificate-profiles'
import { makeCertificate } from '@/lib/adapters/crypto/make-certificate'
import { hash } from '@/lib/adapters/crypto/ports'
import { certifiedSigner } from '@/lib/adapters/crypto/signer'
import { ownFiles, sessionFileName, sessionFiles } from '@/lib/core/campaigns/bundle/bounds'
import { type BundleFile, makeBundle } from '@/lib/core/campaigns/bundle/make-bundle'
import type { ByteSource } from '@/lib/core/campaigns/bundle/tar'
import type { BundleVerdict } from '@/lib/core/campaigns/bundle/verdict'
import { verifyBundle } from '@/lib/core/campaigns/bundle/verify-bundle'
import { countStatement } from '@/lib/core/campaigns/statement/count-statement'
import type { Spool } from '@/lib/core/shared/ports/ports'
import { type EpochMillis, epochMillis, toIso } from '@/lib/core/shared/time/time'
import { utf8 } from '@/lib/core/shared/values/base64url'
import { newPrivateKey } from './new-private-key'

const sampleBaseUrl = 'https://wallet-capture.example'
export const sampleMadeAt = epochMillis(1_795_000_000_000)
const day = 86_400_000

/** A root and a signer of bundles below it. */
export async function sampleAuthority({ baseUrl = sampleBaseUrl, at = sampleMadeAt as EpochMillis } = {}) {
  const [rootKey, key] = [newPrivateKey(), newPrivateKey()]
  const root = await makeCertificate(rootKey, { privateKey: rootKey, certificate: null }, rootProfile(at))
  const rootNotAfter = epochMillis(at + 1000 * day)
  const leaf = await makeCertificate(
    key,
    { privateKey: rootKey, certificate: root },
    statementLeafProfile({ baseUrl, now: at, rootNotAfter }),
  )
  return { signer: certifiedSigner(key, [leaf]), rootPem: root.toString() }
}

export const sampleSessions = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
export const sampleExchange = '33333333-3333-4333-8333-333333333333'

/** A statement with one passed and one failed case. */
export function sampleStatement() {
  const base = {
    population: 'wallet',
    relevancy: 'required',
    review_needed: false,
    contradicted_by: [],
    remark: null,
    method: 'machine',
    evidence: [],
  } as const
  const cases = [
    { ...base, id: 'one', result: 'passed', failed_check: null, sessions: [sampleSessions[0]], cause: null },
    {
      ...base,
      id: 'two',
      result: 'failed',
      failed_check: 'vp.kb.aud',
      sessions: [sampleSessions[1]],
      cause: { session_id: sampleSessions[1], exchange_id: sampleExchange },
    },
  ] as const
  return {
    ics_version: 1,
    // As of the first edition, with the hash of an empty table.
    fcaf: { commit: 'de378aac', table_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
    service: { base_url: sampleBaseUrl },
    wallet: { name: 'Quillfern', version: '2.4.1' },
    made_at: toIso(sampleMadeAt),
    items: [],
    counts: countStatement(cases.map((one) => ({ ...one, sessions: [...one.sessions], contradicted_by: [] }))),
    cases,
  }
}

/** The files of a small bundle. */
export function sampleFiles(rootPem: string, statement: object = sampleStatement()): BundleFile[] {
  const file = (name: string, text: string): BundleFile => ({ name, content: utf8(text) })
  return [
    file('README.txt', 'Read me.\n'),
    file('ics.json', JSON.stringify(statement)),
    file('ics.html', '<!doctype html>'),
    file('ics.csv', 'id\r\n'),
    file('table.csv', ''),
    file('root-ca.pem', rootPem),
    ...sampleSessions.flatMap((id) =>
      sessionFiles.statement.map((name) =>
        file(sessionFileName(id, name), `{"of":"${id}","seen":"${sampleExchange}"}`),
      ),
    ),
  ]
}

/** The report of a campaign with two sessions, one of them repeated. */
export const sampleCampaignReport = () => ({
  report_version: 1,
  kind: 'campaign',
  campaign: {
    page_url: `${sampleBaseUrl}/inspect/campaign/1`,
    wallet: { name: 'Quillfern', version: '2.4.1' },
    steps: [
      { session: { session_id: sampleSessions[0] }, earlier: [{ session_id: sampleSessions[1] }] },
      { session: null, earlier: [] },
    ],
  },
})

/** The files of a small bundle of reports. */
export function sampleReports(kind: 'campaign' | 'session', rootPem: string): BundleFile[] {
  const texts: Readonly<Record<string, string>> = {
    'root-ca.pem': rootPem,
    'report.json': JSON.stringify(sampleCampaignReport()),
    'report.html': '<!doctype html>',
  }
  const sessions = kind === 'campaign' ? sampleSessions : sampleSessions.slice(0, 1)
  return [
    ...ownFiles[kind].map((name) => ({ name, content: utf8(texts[name] ?? `${name}\n`) })),
    ...sessions.flatMap((id) =>
      sessionFiles[kind].map((name) => ({
        name: sessionFileName(id, name),
        content: utf8(name === 'report.html' ? '<!doctype html>' : `{"of":"${id}"}`),
      })),
    ),
  ]
}

export const sha256 = (data: Uint8Array | string): Uint8Array => hash('sha256', data)

export async function packBundle(
  files: readonly BundleFile[],
  {
    signer,
    baseUrl = sampleBaseUrl,
  }: { readonly signer: Parameters<typeof makeBundle>[1]['signer']; readonly baseUrl?: string },
): Promise<Uint8Array> {
  const spool = memorySpool()
  const input = { baseUrl, madeAt: sampleMadeAt, signer, sha256, bytesMax: 1e9, spool }
  const { bytes } = await makeBundle([async () => files], input)
  const packed = new Uint8Array(Buffer.concat(spool.written))
  if (packed.length !== bytes) throw new Error('The length that is told is not that of the archive.')
  return packed
}

/** A spool that keeps what is written to it, and how it ended. */
export function memorySpool() {
  const written: Uint8Array[] = []
  const spool = {
    written,
    end: null as 'read' | 'discarded' | null,
    write: async (content: Uint8Array) => void written.push(content),
    async *read(): AsyncGenerator<Uint8Array> {
      yield* written
    },
    chunks: async () => {
      spool.end = 'read'
      return spool.read()
    },
    discard: async () => {
      spool.end = 'discarded'
    },
  }
  return spool satisfies Spool
}

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  bytes: bytes.length,
  read: async (at, count) => bytes.subarray(at, at + count),
})

export const verify = (bytes: Uint8Array, ...roots: string[]): Promise<BundleVerdict> =>
  verifyBundle(sourceOf(bytes), {
    sha256: async (data) => new Uint8Array(await webcrypto.subtle.digest('SHA-256', data as Uint8Array<ArrayBuffer>)),
    roots,
  })
