import { plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../shared/http/exchange'
import { abandon } from '../../shared/http/reply'
import { ProtocolError } from '../../shared/ports/errors'
import type { Level } from '../../shared/ports/finding'
import { sessionId } from '../../shared/ports/ids'
import { seekerOf } from '../../shared/ports/places'
import type { StatementSigner } from '../../shared/ports/ports'
import type { Session } from '../../shared/ports/store-types'
import { type EpochMillis, fromIso, toIso } from '../../shared/time/time'
import { utf8 } from '../../shared/values/base64url'
import { sessionFileName } from '../bundle/bounds'
import {
  type BundleFile,
  type BundlePart,
  BundleTooLarge,
  bundleReadme,
  type MadeBundle,
  makeBundle,
} from '../bundle/make-bundle'
import { listStatement, namedEvidence, toldSessions } from '../bundle/named-evidence'
import { sessionEvidence, sessionReports } from '../bundle/session-evidence'
import { editionAsked } from '../official-cases/asked-edition'
import type { Edition } from '../official-cases/editions'
import { tableCsv } from '../official-cases/table-csv'
import { countsOperatorOnly } from '../official-cases/wallet-coverage'
import { campaignHtml } from '../reports/campaign-html'
import { campaignJunit } from '../reports/campaign-junit'
import { campaignMarkdown } from '../reports/campaign-markdown'
import type { CampaignReport } from '../reports/campaign-report'
import { readStatement } from '../statement/build-statement'
import { statementCsv } from '../statement/statement-csv'
import { statementHtml } from '../statement/statement-html'
import type { ConformanceStatement } from '../statement/z-statement'
import { walletAsked } from './coverage'

type ArchiveContext = Pick<RequestContext, 'exchange' | 'ports' | 'settings' | 'asker'>

/** Makes one archive at a time. Throws a ProtocolError while another is being made. */
async function alone<Made>(make: () => Promise<Made>, { ports }: Pick<ArchiveContext, 'ports'>): Promise<Made> {
  const made = await ports.bundles.makeAlone(make)
  if (made === null) throw archiveInProgress()
  return made
}

/** The signer for an archive. Throws a ProtocolError if there is none, or this address has had too many archives. */
async function signingFor(
  of: 'statement' | 'report',
  { exchange, ports }: Pick<ArchiveContext, 'exchange' | 'ports'>,
): Promise<StatementSigner> {
  const signing = await ports.statementSigner()
  if (signing === null) throw new ProtocolError('not_found', cannotSign)
  const seconds = ports.bundles.take(of, exchange.remoteAddress, exchange.at)
  if (seconds === 0) return signing
  throw new ProtocolError('too_many_requests', 'Too many bundles were made for this address within an hour.', {}, [
    ['Retry-After', String(seconds)],
  ])
}

/**
 * Makes the archive of these parts on disk. Throws the error of `tooLarge` if it exceeds its limit, and other
 * ProtocolErrors.
 */
async function archiveOf(
  parts: readonly BundlePart[],
  {
    madeAt,
    signing,
    bytesMax,
    tooLarge,
  }: {
    readonly madeAt: EpochMillis
    readonly signing: StatementSigner
    readonly bytesMax: number
    readonly tooLarge: (description: string) => ProtocolError
  },
  { exchange, ports, settings, asker }: ArchiveContext,
): Promise<MadeBundle> {
  const { baseUrl } = settings
  const { signer } = signing
  const spool = await ports.bundles.spool(seekerOf({ exchange, asker }))
  return makeBundle(parts, { baseUrl, madeAt, signer, sha256: ports.sha256, bytesMax, spool }).catch(
    (error: unknown) => {
      throw error instanceof BundleTooLarge ? tooLarge(`The bundle would be longer than ${bytesMax} bytes.`) : error
    },
  )
}

/** The files of a session. Throws a ProtocolError if it was deleted or the client has gone. */
const sessionPart =
  (
    id: string,
    files: (session: Session) => Promise<readonly BundleFile[]>,
    { ports, exchange }: Pick<ArchiveContext, 'exchange' | 'ports'>,
  ): BundlePart =>
  async () => {
    if (ports.bundles.isGone(exchange.id)) throw new ProtocolError('temporarily_unavailable', 'The client has gone.')
    const session = await ports.store.session(sessionId(id))
    if (session === null) throw evidenceDeleted()
    return files(session)
  }

/** The response that sends an archive. */
const archiveReply = ({ bytes, chunks }: MadeBundle, filename: string): Reply => ({
  status: 200,
  headers: [
    ['Content-Type', 'application/x-tar'],
    ['Cache-Control', 'no-store'],
    ['Content-Disposition', `attachment; filename="${filename}"`],
  ],
  body: { kind: 'stream', length: bytes, chunks },
})

/** A retry gets what is left. */
const evidenceDeleted = (): ProtocolError =>
  new ProtocolError('temporarily_unavailable', 'Evidence was deleted while the bundle was made: ask again.', {}, [
    ['Retry-After', '1'],
  ])

/** Proxies wait about a minute, so a retry is better than a queue. */
const archiveInProgress = (): ProtocolError =>
  new ProtocolError('temporarily_unavailable', 'Another bundle is being made: ask again in a few seconds.', {}, [
    ['Retry-After', '5'],
  ])

const cannotSign =
  'This installation cannot sign bundles: the key of its root is kept elsewhere, and it has no certificate for statement.pem.'

/**
 * `GET /coverage/bundle`: the statement of one wallet and version with the evidence of every session that it names, in
 * one signed archive. One is made at a time, and it is complete and listed before the first byte is sent.
 */
export const getBundle = plain(async (context) => {
  const { exchange, ports, asker } = context
  const query = new URLSearchParams(exchange.query ?? '')
  const edition = editionAsked(query)
  const wallet = walletAsked(query)
  const { bundle, madeAt } = await alone(() => bundleOf(wallet, edition, context), context)
  const of = { wallet, operatorOnly: countsOperatorOnly(asker) }
  const reply = archiveReply(bundle, 'evidence-bundle.tar')
  try {
    return { reply, effects: [await listStatement(of, { ports, at: madeAt, manifestSha256: bundle.manifestSha256 })] }
  } catch (error) {
    await abandon(reply)
    throw error
  }
})

async function bundleOf(wallet: ConformanceStatement['wallet'], edition: Edition, context: RequestContext) {
  const { exchange, ports } = context
  const statement = await readStatement(wallet, context, edition)
  const signing = await signingFor('statement', context)
  const evidence = namedEvidence(statement)
  const { max } = ports.bundles
  if (evidence.size > max.sessions) throw tooLarge(`A bundle holds at most ${max.sessions} sessions.`)
  const madeAt = fromIso(statement.made_at) ?? exchange.at
  const ids = [...evidence.keys(), ...(await toldAndKept(statement, max.sessions - evidence.size, context))]
  const own = ownFiles(statement, { rootPem: signing.rootPem, sessions: ids.length, edition })
  const sessions = ids.map((id) => sessionPart(id, (session) => sessionEvidence(session, madeAt, context), context))
  const bounds = { madeAt, signing, bytesMax: max.bytes, tooLarge }
  return { bundle: await archiveOf([async () => own, ...sessions], bounds, context), madeAt }
}

function ownFiles(
  statement: ConformanceStatement,
  { rootPem, sessions, edition }: { readonly rootPem: string; readonly sessions: number; readonly edition: Edition },
): readonly BundleFile[] {
  const { wallet, service, made_at: madeAt, sessions_left: sessionsLeft = 0 } = statement
  const facts = {
    kind: 'statement',
    wallet,
    edition: edition.facts,
    sessionsLeft,
    baseUrl: service.base_url,
    madeAt,
    sessions,
  } as const
  const file = (name: string, text: string): BundleFile => ({ name, content: utf8(text) })
  return [
    file('README.txt', bundleReadme(facts)),
    file('ics.json', `${JSON.stringify(statement)}\n`),
    file('ics.html', statementHtml(statement)),
    file('ics.csv', statementCsv(statement)),
    file('table.csv', tableCsv(edition)),
    file('root-ca.pem', rootPem),
  ]
}

/** Of the sessions that only people named, those that exist, as far as there is room. */
async function toldAndKept(
  statement: ConformanceStatement,
  room: number,
  { ports }: RequestContext,
): Promise<string[]> {
  const kept: string[] = []
  for (const id of toldSessions(statement)) {
    if (kept.length === room) break
    if ((await ports.store.session(sessionId(id))) !== null) kept.push(id)
  }
  return kept
}

const tooLarge = (description: string): ProtocolError =>
  new ProtocolError('payload_too_large', `${description} The sessions of the statement can be read one by one.`)

type ReportContext = Pick<RequestContext, 'exchange' | 'ports' | 'settings' | 'asker' | 'collaborators'>

type Links = NonNullable<CampaignReport['campaign']['steps'][number]['session']>

/** A campaign's report in every format, with that of each session, as one signed archive. Throws ProtocolError. */
export const campaignBundle = (report: CampaignReport, failOn: Level, context: ReportContext): Promise<Reply> => {
  const { wallet, steps, campaign_id } = report.campaign
  const ids = steps.flatMap(({ session, earlier }) => [...earlier, ...(session === null ? [] : [session])])
  return reportBundleOf(
    {
      ...{ kind: 'campaign', wallet, failOn, filename: `campaign-${campaign_id}.tar` },
      ids: ids.map(({ session_id }) => session_id),
      own: reportFiles(report, failOn),
    },
    context,
  )
}

/** A session's report in every format, as one signed archive. Throws ProtocolError. */
export const sessionBundle = ({ kind, sessionId }: Session, failOn: Level, context: ReportContext): Promise<Reply> =>
  reportBundleOf(
    { kind: 'session', wallet: null, failOn, filename: `${kind}-${sessionId}.tar`, ids: [sessionId], own: [] },
    context,
  )

interface Plan {
  readonly kind: 'campaign' | 'session'
  readonly wallet: Parameters<typeof bundleReadme>[0]['wallet']
  readonly ids: readonly string[]
  /** Files between README and root. */
  readonly own: readonly BundleFile[]
  readonly failOn: Level
  readonly filename: string
}

async function reportBundleOf(
  { kind, wallet, ids, own, failOn, filename }: Plan,
  context: ReportContext,
): Promise<Reply> {
  const { exchange, ports, settings } = context
  const { max } = ports.bundles
  if (ids.length > max.sessions) throw reportTooLarge(`A bundle holds at most ${max.sessions} sessions.`)
  const madeAt = exchange.at
  const facts = { kind, wallet, baseUrl: settings.baseUrl, madeAt: toIso(madeAt), sessions: ids.length }
  const make = async () => {
    const signing = await signingFor('report', context)
    const files = [file('README.txt', bundleReadme(facts)), ...own, file('root-ca.pem', signing.rootPem)]
    const form = { at: madeAt, failOn }
    const sessions = ids.map((id) => sessionPart(id, (session) => sessionReports(session, form, context), context))
    const bounds = { madeAt, signing, bytesMax: max.reportBytes, tooLarge: reportTooLarge }
    return archiveOf([async () => files, ...sessions], bounds, context)
  }
  return archiveReply(await alone(make, context), filename)
}

/** Links in the human-readable formats point to the files beside them, so the report opens without the service. */
function reportFiles(report: CampaignReport, failOn: Level): readonly BundleFile[] {
  const beside = (links: Links): Links => ({
    ...links,
    inspector_url: sessionFileName(links.session_id, 'report.html'),
  })
  const { campaign } = report
  const steps = campaign.steps.map((step) => ({ ...step, session: step.session && beside(step.session) }))
  const offline = { ...report, campaign: { ...campaign, steps } }
  return [
    file('report.html', campaignHtml(offline)),
    file('report.json', `${JSON.stringify(report)}\n`),
    file('report.xml', campaignJunit(offline, failOn)),
    file('report.md', campaignMarkdown(offline)),
  ]
}

const file = (name: string, text: string): BundleFile => ({ name, content: utf8(text) })

const reportTooLarge = (description: string): ProtocolError =>
  new ProtocolError('bundle_too_large', `${description} The reports can be read one by one.`)
