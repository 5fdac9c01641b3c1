import type { X509Certificate } from '@peculiar/x509'
import { z } from 'zod'
import { readDetached, verifyDetached } from '../../shared/jose/detached-jws'
import { fromIso, toEpochSeconds } from '../../shared/time/time'
import { fromUtf8, toHex } from '../../shared/values/base64url'
import { isSameJson } from '../../shared/values/json'
import { factsNamed } from '../official-cases/edition-facts'
import { caseVerdicts, populations, relevancies } from '../official-cases/official-case'
import { countStatement } from '../statement/count-statement'
import { zPublicStatement } from '../statement/public-statement'
import { methods } from '../statement/z-statement'
import {
  type BundleKind,
  bundleBytesMax,
  bundleSessionsMax,
  manifestName,
  ownFiles,
  parsedBytesMax,
  readBackBytesMax,
  sessionFileName,
  sessionFiles,
  signatureName,
} from './bounds'
import { type HashedFile, linksOf, type Manifest, zManifest } from './manifest'
import { type NamedEvidence, namedEvidence, toldSessions } from './named-evidence'
import { leadsTo, p256Jwk, readRoot, readSignerChain, type SignerChain, unfitLeaf } from './signer-certificates'
import { type ByteSource, looksLikeTar, readTar, type TarEntry } from './tar'
import { BundleProblem, type BundleVerdict, type StatedEdition, type VerifiedBundle } from './verdict'

/** Parses a stranger's text as JSON. Invalid JSON becomes a value that no schema accepts. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The parts of a stranger's statement that are read: the basis of its counts, and the evidence it names. */
const zStatementParts = z.looseObject({
  ics_version: z.union([z.literal(1), z.literal(2)]),
  fcaf: z.looseObject({
    commit: z.string().max(100),
    table_sha256: z.string(),
    edition: z.string().max(40).exactOptional(),
  }),
  service: z.looseObject({ base_url: z.string() }),
  wallet: z.object({ name: z.string(), version: z.string() }),
  made_at: z.string(),
  items: z.array(
    z.looseObject({ contradicted_by_evidence: z.looseObject({ sessions: z.array(z.uuid()) }).nullable() }),
  ),
  counts: z.unknown(),
  cases: z
    .array(
      z.looseObject({
        id: z.string(),
        method: z.enum(methods),
        result: z.enum(caseVerdicts),
        population: z.enum(populations).nullable(),
        relevancy: z.enum(relevancies),
        review_needed: z.boolean(),
        contradicted_by: z.array(z.string()),
        failed_check: z.string().nullable(),
        remark: z.string().nullable(),
        sessions: z.array(z.uuid()),
        evidence: z.array(z.looseObject({ session_id: z.uuid().optional() })),
        cause: z.looseObject({ session_id: z.uuid(), exchange_id: z.uuid().nullable() }).nullable(),
      }),
    )
    .max(5000),
})

/** What a statement that fits its bundle says. */
interface CheckedStatement {
  readonly edition: StatedEdition | null
  readonly wallet: { readonly name: string; readonly version: string }
  readonly evidence: NamedEvidence
}

/**
 * Whether a statement fits its bundle: made at the same time and address, with numbers that follow from its cases, and
 * with the evidence of exactly the sessions its results are based on, plus those that a person named. Throws
 * BundleProblem.
 */
function checkStatement(
  text: string,
  bundle: {
    readonly madeAt: string
    readonly baseUrl: string
    readonly names: readonly string[]
    readonly tableSha256: string
  },
): CheckedStatement {
  const read = zStatementParts.safeParse(jsonOf(text))
  if (!read.success) throw new BundleProblem('ics.json', 'It is not a conformance statement.')
  const { wallet, made_at, service, counts, cases, items, fcaf } = read.data
  if (made_at !== bundle.madeAt || service.base_url !== bundle.baseUrl)
    throw new BundleProblem('ics.json', 'It was made at another time, or by another service, than the bundle.')
  if (fcaf.table_sha256 !== bundle.tableSha256)
    throw new BundleProblem('ics.json', 'It was made by another table than table.csv.')
  if (new Set(cases.map(({ id }) => id)).size < cases.length)
    throw new BundleProblem('ics.json', 'A case stands in it twice.')
  if (!isSameJson(counts, countStatement(cases)))
    throw new BundleProblem('ics.json', 'Its counts do not follow from its cases.')
  const evidence = namedEvidence({ items, cases })
  if (evidence.size > bundleSessionsMax)
    throw new BundleProblem('ics.json', 'It names more sessions than a bundle has.')
  const present = new Set(bundle.names)
  const wanted = [...evidence.keys()].flatMap((id) => sessionFiles.statement.map((file) => sessionFileName(id, file)))
  for (const name of wanted)
    if (!present.has(name))
      throw new BundleProblem(name, 'The statement names this session, and its evidence is missing.')
  const told = [...toldSessions({ items, cases })].flatMap((id) =>
    sessionFiles.statement.map((file) => sessionFileName(id, file)),
  )
  const known = new Set([...wanted, ...told])
  for (const name of bundle.names)
    if (name.includes('/') && !known.has(name))
      throw new BundleProblem(name, 'The statement does not name this session.')
  return { wallet, evidence, edition: statedEdition(fcaf) }
}

/** The edition that a statement names; one from before editions is of the edition of its commit. */
function statedEdition({
  commit,
  edition,
}: {
  readonly commit: string
  readonly edition?: string
}): StatedEdition | null {
  const known = factsNamed(edition ?? commit)
  if (edition === undefined) return known && { id: known.id, isKnown: true }
  return { id: edition, isKnown: known !== null }
}

/** What verification needs from its platform. */
interface Platform {
  readonly sha256: (bytes: Uint8Array) => Promise<Uint8Array>
  /** Trusted root certificates as PEM; empty if none was given. */
  readonly roots: readonly string[]
  /** Called after each file with the number of bytes read so far. */
  readonly progress?: (bytes: number) => void
}

/** The `typ` of a manifest's signature. */
export const manifestTyp = 'wallet-capture-bundle+jws'

/**
 * Verifies a bundle from its bytes alone: the archive, each file, their order, the signature, its certificates at the
 * manifest's time, and that the statement fits the evidence. Never throws because of a stranger's content; holds one
 * file in memory at a time. Throws RangeError for a root that is no certificate.
 */
export async function verifyBundle(source: ByteSource, platform: Platform): Promise<BundleVerdict> {
  const trusted = platform.roots.map((pem) => {
    const root = readRoot(pem)
    if (root === null) throw new RangeError('The root is not one certificate in PEM form.')
    return root
  })
  if (source.bytes > bundleBytesMax) return { result: 'unreadable', problem: 'It is larger than any bundle: 256 MiB.' }
  if (!(await looksLikeTar(source)))
    return { result: 'unreadable', problem: 'It does not begin as the archive of one does.' }
  try {
    const bundle = await readBundle(source, platform)
    const { chain, madeAt } = bundle
    for (const root of trusted) {
      if (await leadsTo(chain, root, madeAt))
        return { result: 'intact', bundle: { ...bundle.facts, rootSha256: await hashOf(root, platform) } }
    }
    return { result: 'unknown_signer', bundle: bundle.facts }
  } catch (error) {
    if (!(error instanceof BundleProblem)) throw error
    return { result: 'broken', entry: error.entry, problem: error.problem }
  }
}

/** Without a trusted root, nothing shows whose key signed the bundle; its own root must still fit. */
async function readBundle(source: ByteSource, platform: Platform) {
  const { entries, files, texts } = await readFiles(source, platform)
  const { manifest, bytes: manifestBytes } = readManifest(texts)
  // An unsigned manifest says nothing about the files.
  const chain = await readSignature(texts, { manifest, manifestBytes })
  await compareFiles(files, manifest, platform)
  const madeAt = fromIso(manifest.made_at)
  if (madeAt === null) throw new BundleProblem(manifestName, 'Its time is none.')
  for (const { name, modified } of entries)
    if (modified !== toEpochSeconds(madeAt)) throw new BundleProblem(name, 'Its time in the archive was changed.')
  const names = manifest.entries.map(({ name }) => name)
  const kind = kindOf(names)
  const ownNames: readonly string[] = ownFiles[kind]
  for (const name of ownNames) if (!names.includes(name)) throw new BundleProblem(name, 'The file is missing.')
  for (const name of names)
    if (!name.includes('/') && !ownNames.includes(name))
      throw new BundleProblem(name, 'A bundle of this kind has no such file.')
  const own = readRoot(textOf(texts, 'root-ca.pem'))
  if (own === null) throw new BundleProblem('root-ca.pem', 'It is not one certificate.')
  if (!(await leadsTo(chain, own, madeAt)))
    throw new BundleProblem(
      signatureName,
      'Its certificates do not lead to root-ca.pem, or were not valid when the bundle was made.',
    )
  const told = { madeAt: manifest.made_at, baseUrl: manifest.base_url, names }
  const tableSha256 = toHex(files.find(({ name }) => name === 'table.csv')?.sha256 ?? new Uint8Array())
  const { wallet, edition } = await checkContent(kind, { source, entries, texts, told: { ...told, tableSha256 } })
  const facts: VerifiedBundle = {
    kind,
    baseUrl: manifest.base_url,
    madeAt: manifest.made_at,
    files: entries.length,
    sessions: names.filter((name) => name.endsWith('/exchanges.har')).length,
    wallet,
    edition,
    manifestSha256: toHex(await platform.sha256(manifestBytes)),
    rootSha256: await hashOf(own, platform),
  }
  return { chain, madeAt, facts }
}

/** The kind of a bundle, from the files that its signed manifest lists. */
function kindOf(names: readonly string[]): BundleKind {
  if (names.some((name) => name.startsWith('ics.'))) return 'statement'
  if (names.includes('statement.json')) return 'published'
  return names.includes('report.json') ? 'campaign' : 'session'
}

interface Content {
  readonly source: ByteSource
  readonly entries: readonly TarEntry[]
  readonly texts: Texts
  readonly told: Parameters<typeof checkStatement>[1]
}

/**
 * Whether the files of a bundle fit each other. Returns the wallet and the edition that it names; `null` for none. Throws
 * BundleProblem.
 */
async function checkContent(kind: BundleKind, content: Content): Promise<Pick<VerifiedBundle, 'wallet' | 'edition'>> {
  const { source, entries, texts, told } = content
  switch (kind) {
    case 'statement': {
      const { wallet, evidence, edition } = checkStatement(textOf(texts, 'ics.json'), told)
      await findExchanges(source, entries, evidence)
      return { wallet, edition }
    }
    case 'campaign':
      return { wallet: checkReport(textOf(texts, 'report.json'), told), edition: null }
    case 'session':
      checkOneSession(told.names)
      return { wallet: null, edition: null }
    case 'published':
      return checkPublished(textOf(texts, 'statement.json'), told)
  }
}

/** Throws if the evidence of a session lacks an exchange that the statement names. */
async function findExchanges(source: ByteSource, entries: readonly TarEntry[], evidence: NamedEvidence): Promise<void> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  for (const [session, exchanges] of evidence) {
    const name = sessionFileName(session, 'read-back.json')
    const entry = byName.get(name)
    if (exchanges.size === 0 || entry === undefined) continue
    if (entry.bytes > readBackBytesMax) throw new BundleProblem(name, 'It is larger than it can be.')
    const text = fromUtf8(await source.read(entry.at, entry.bytes)) ?? ''
    // A single pass, no matter how many exchanges a stranger's statement names.
    const present = new Set(text.match(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g))
    for (const exchange of exchanges)
      if (!present.has(`"${exchange}"`))
        throw new BundleProblem(name, 'The statement names an exchange of this session that is missing.')
  }
}

type Texts = ReadonlyMap<string, Uint8Array>

/** Reads every file once: hashes each, and keeps the content of those that are parsed. */
async function readFiles(source: ByteSource, { sha256, progress }: Platform) {
  const entries: TarEntry[] = []
  const files: HashedFile[] = []
  const texts = new Map<string, Uint8Array>()
  for await (const entry of readTar(source)) {
    const { name, at, bytes } = entry
    const parsedMax = Object.hasOwn(parsedBytesMax, name) ? parsedBytesMax[name as keyof typeof parsedBytesMax] : null
    if (parsedMax !== null && bytes > parsedMax) throw new BundleProblem(name, 'It is larger than it can be.')
    const content = await source.read(at, bytes)
    entries.push(entry)
    if (parsedMax !== null) texts.set(name, content)
    if (name !== manifestName && name !== signatureName) files.push({ name, bytes, sha256: await sha256(content) })
    progress?.(at + bytes)
  }
  const [manifest, signature] = entries.slice(-2)
  for (const name of [manifestName, signatureName])
    if (!entries.some((entry) => entry.name === name)) throw new BundleProblem(name, 'The file is missing.')
  if (manifest?.name !== manifestName || signature?.name !== signatureName)
    throw new BundleProblem(entries.at(-1)?.name ?? null, 'Manifest and signature are not the last files.')
  return { entries, files, texts }
}

function textOf(texts: Texts, name: string): string {
  const text = fromUtf8(texts.get(name) ?? new Uint8Array())
  if (text === null) throw new BundleProblem(name, 'It is not UTF-8.')
  return text
}

function readManifest(texts: Texts): { readonly manifest: Manifest; readonly bytes: Uint8Array } {
  const manifest = zManifest.safeParse(jsonOf(textOf(texts, manifestName)))
  if (!manifest.success) throw new BundleProblem(manifestName, 'It is not the manifest of a bundle.')
  return { manifest: manifest.data, bytes: texts.get(manifestName) ?? new Uint8Array() }
}

/** Throws at the first file, in archive order, that differs from the manifest. */
async function compareFiles(files: readonly HashedFile[], manifest: Manifest, { sha256 }: Platform): Promise<void> {
  const [listed, present] = [manifest.entries.map(({ name }) => name), files.map(({ name }) => name)]
  const [isListed, isPresent] = [new Set(listed), new Set(present)]
  for (let index = 0; index < Math.max(listed.length, present.length); index++) {
    const [entry, file] = [manifest.entries[index], files[index]]
    if (file !== undefined && !isListed.has(file.name))
      throw new BundleProblem(file.name, 'The manifest does not know this file.')
    if (entry !== undefined && !isPresent.has(entry.name)) throw new BundleProblem(entry.name, 'The file is missing.')
    if (entry === undefined || file === undefined || entry.name !== file.name)
      throw new BundleProblem(file?.name ?? entry?.name ?? null, 'The file is not in its place.')
    if (entry.bytes !== file.bytes || entry.sha256 !== toHex(file.sha256))
      throw new BundleProblem(file.name, 'Its content was changed.')
  }
  const bytes = (data: Uint8Array | string) => (typeof data === 'string' ? new TextEncoder().encode(data) : data)
  const links = await linksOf(manifest, files, (data) => sha256(bytes(data)))
  const wrong = manifest.entries.findIndex(({ chain }, index) => chain !== links[index])
  if (wrong >= 0) throw new BundleProblem(files[wrong]?.name ?? null, 'The chain of hashes breaks here.')
}

/** The certificates of whoever signed this manifest. */
async function readSignature(
  texts: Texts,
  { manifest, manifestBytes }: { readonly manifest: Manifest; readonly manifestBytes: Uint8Array },
): Promise<SignerChain> {
  const jws = readDetached(textOf(texts, signatureName))
  if (jws === null || jws.header.typ !== manifestTyp)
    throw new BundleProblem(signatureName, 'It is not the signature of a bundle.')
  const chain = readSignerChain(jws.header.x5c)
  const jwk = chain && p256Jwk(chain[0])
  if (chain === null || jwk === null) throw new BundleProblem(signatureName, 'Its certificates cannot be read.')
  if (!(await verifyDetached(jws, { payload: manifestBytes, jwk })))
    throw new BundleProblem(signatureName, 'The signature does not fit manifest.json: one of the two was changed.')
  const unfit = unfitLeaf(chain[0].rawData, manifest.base_url)
  if (unfit !== null) throw new BundleProblem(signatureName, `The certificate of its key ${unfit}.`)
  return chain
}

const hashOf = async ({ rawData }: X509Certificate, { sha256 }: Platform): Promise<string> =>
  toHex(await sha256(new Uint8Array(rawData)))

const zSession = z.looseObject({ session_id: z.uuid() })

/** The parts of a stranger's campaign report that are read: its wallet and sessions. */
const zReportParts = z.looseObject({
  report_version: z.literal(1),
  kind: z.literal('campaign'),
  campaign: z.looseObject({
    page_url: z.string(),
    wallet: z.object({ name: z.string(), version: z.string() }),
    steps: z.array(z.looseObject({ session: zSession.nullable(), earlier: z.array(zSession) })).max(5000),
  }),
})

/**
 * Whether a campaign report fits its bundle: from the same service, with the evidence of exactly the sessions that it
 * lists. Returns the wallet. Throws BundleProblem.
 */
function checkReport(
  text: string,
  bundle: { readonly baseUrl: string; readonly names: readonly string[] },
): { readonly name: string; readonly version: string } {
  const read = zReportParts.safeParse(jsonOf(text))
  if (!read.success) throw new BundleProblem('report.json', 'It is not the report of a campaign.')
  const { page_url, wallet, steps } = read.data.campaign
  if (!page_url.startsWith(`${bundle.baseUrl}/`))
    throw new BundleProblem('report.json', 'It was made by another service than the bundle.')
  const listed = steps.flatMap(({ session, earlier }) => [session, ...earlier].flatMap((one) => one?.session_id ?? []))
  checkSessions(new Set(listed), bundle.names, 'The report does not list this session.')
  return wallet
}

/**
 * Whether a published statement fits its bundle: published at the same time and address, with numbers that follow from
 * its cases, and without a session. Returns the wallet. Throws BundleProblem.
 */
function checkPublished(
  text: string,
  bundle: { readonly madeAt: string; readonly baseUrl: string; readonly names: readonly string[] },
): Pick<VerifiedBundle, 'wallet' | 'edition'> {
  const read = zPublicStatement.safeParse(jsonOf(text))
  if (!read.success) throw new BundleProblem('statement.json', 'It is not a published statement.')
  const { wallet, published, service, counts, cases, fcaf } = read.data
  if (published.at !== bundle.madeAt || service.base_url !== bundle.baseUrl)
    throw new BundleProblem(
      'statement.json',
      'It was published at another time, or by another service, than the bundle.',
    )
  if (new Set(cases.map(({ id }) => id)).size < cases.length)
    throw new BundleProblem('statement.json', 'A case stands in it twice.')
  if (!isSameJson(counts, countStatement(cases)))
    throw new BundleProblem('statement.json', 'Its counts do not follow from its cases.')
  const session = bundle.names.find((name) => name.includes('/'))
  if (session !== undefined) throw new BundleProblem(session, 'A published statement has no sessions.')
  return { wallet, edition: statedEdition(fcaf) }
}

/** Whether the bundle holds exactly one session, complete. Throws BundleProblem. */
function checkOneSession(names: readonly string[]): void {
  const [first] = names.flatMap((name) => /^sessions\/([^/]+)\//.exec(name)?.[1] ?? [])
  if (first === undefined) throw new BundleProblem(null, 'It holds no session.')
  checkSessions(new Set([first]), names, 'It belongs to another session.')
}

function checkSessions(ids: ReadonlySet<string>, names: readonly string[], stranger: string): void {
  const present = new Set(names)
  const wanted = new Set([...ids].flatMap((id) => sessionFiles.campaign.map((file) => sessionFileName(id, file))))
  for (const name of wanted) if (!present.has(name)) throw new BundleProblem(name, 'The file is missing.')
  for (const name of names) if (name.includes('/') && !wanted.has(name)) throw new BundleProblem(name, stranger)
}
