import { plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { ProtocolError } from '../../ground/ports/errors'
import { sessionId } from '../../ground/ports/ids'
import { type EpochMillis, fromIso } from '../../ground/time/time'
import { utf8 } from '../../ground/values/base64url'
import { listStatement } from '../bundle/made-statements'
import { namedEvidence, toldSessions } from '../bundle/named-evidence'
import { type BundleFile, type BundlePart, BundleTooLarge, makeBundle } from '../bundle/make-bundle'
import { bundleReadme } from '../bundle/readme'
import { sessionEvidence } from '../bundle/session-evidence'
import { tableCsv } from '../official-cases/table-csv'
import { countsOperatorOnly } from '../official-cases/wallet-coverage'
import { readStatement } from '../statement/read-statement'
import { statementCsv } from '../statement/statement-csv'
import { statementHtml } from '../statement/statement-html'
import type { ConformanceStatement } from '../statement/z-statement'
import { walletAsked } from './wallet-asked'

/**
 * `GET /coverage/bundle`: the statement of one wallet and version with the evidence of every session that it names, in one signed
 * archive. One is made at a time. It is whole, and the statement listed, before the first byte is sent.
 */
export const getBundle = plain(async (context) => {
  const { exchange, ports, asker } = context
  const wallet = walletAsked(new URLSearchParams(exchange.query ?? ''))
  const alone = await ports.bundles.makeAlone(() => bundleOf(wallet, context))
  if (alone === null) throw anotherIsMade()
  const { bundle, madeAt } = alone
  const of = { wallet, operatorOnly: countsOperatorOnly(asker) }
  return {
    reply: {
      status: 200,
      headers: [
        ['Content-Type', 'application/x-tar'],
        ['Cache-Control', 'no-store'],
        ['Content-Disposition', 'attachment; filename="evidence-bundle.tar"'],
      ],
      body: { kind: 'stream', length: bundle.bytes, chunks: bundle.chunks },
    },
    effects: [await listStatement(of, { ports, at: madeAt, manifestSha256: bundle.manifestSha256 })],
  }
})

async function bundleOf(wallet: ConformanceStatement['wallet'], context: RequestContext) {
  const { exchange, ports, settings } = context
  const statement = await readStatement(wallet, context)
  const signing = await ports.statementSigner()
  if (signing === null) throw new ProtocolError('not_found', cannotSign)
  refuseTooMany(context)
  const evidence = namedEvidence(statement)
  const { max } = ports.bundles
  if (evidence.size > max.sessions) throw tooLarge(`A bundle holds at most ${max.sessions} sessions.`)
  const madeAt = fromIso(statement.made_at) ?? exchange.at
  const ids = [...evidence.keys(), ...(await toldAndKept(statement, max.sessions - evidence.size, context))]
  const own = ownFiles(statement, { rootPem: signing.rootPem, sessions: ids.length })
  const sessions = ids.map((id) => sessionPart(id, madeAt, context))
  const bundle = await makeBundle([async () => own, ...sessions], {
    baseUrl: settings.baseUrl,
    madeAt,
    signer: signing.signer,
    sha256: ports.sha256,
    bytesMax: max.bytes,
    spool: await ports.bundles.spool(),
  }).catch((error: unknown) => {
    throw error instanceof BundleTooLarge ? tooLarge(`The bundle would be longer than ${max.bytes} bytes.`) : error
  })
  return { bundle, madeAt }
}

function ownFiles(
  statement: ConformanceStatement,
  { rootPem, sessions }: { readonly rootPem: string; readonly sessions: number },
): readonly BundleFile[] {
  const { wallet, service, made_at: madeAt } = statement
  const file = (name: string, text: string): BundleFile => ({ name, content: utf8(text) })
  return [
    file('README.txt', bundleReadme({ wallet, baseUrl: service.base_url, madeAt, sessions })),
    file('ics.json', `${JSON.stringify(statement)}\n`),
    file('ics.html', statementHtml(statement)),
    file('ics.csv', statementCsv(statement)),
    file('table.csv', tableCsv()),
    file('root-ca.pem', rootPem),
  ]
}

/** Of the sessions that only people name, those that are on record, as far as there is room. */
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

/** The files of a session. Throws a ProtocolError once it is deleted, and for a client that has gone. */
const sessionPart =
  (id: string, madeAt: EpochMillis, context: RequestContext): BundlePart =>
  async () => {
    const { ports, exchange } = context
    if (ports.bundles.isGone(exchange.id)) throw new ProtocolError('temporarily_unavailable', 'The client has gone.')
    const session = await ports.store.session(sessionId(id))
    if (session === null) throw evidenceGone()
    return sessionEvidence(session, madeAt, context)
  }

function refuseTooMany({ ports, exchange }: RequestContext): void {
  const seconds = ports.bundles.take(exchange.remoteAddress, exchange.at)
  if (seconds === 0) return
  throw new ProtocolError('too_many_requests', 'Too many bundles were made for this address within an hour.', {}, [
    ['Retry-After', String(seconds)],
  ])
}

const tooLarge = (description: string): ProtocolError =>
  new ProtocolError('payload_too_large', `${description} The sessions of the statement can be read one by one.`)

/** The next statement names what is left. */
const evidenceGone = (): ProtocolError =>
  new ProtocolError('temporarily_unavailable', 'Evidence was deleted while the bundle was made: ask again.', {}, [
    ['Retry-After', '1'],
  ])

/** Proxies wait for about a minute: rather ask again than be the sixth in a line. */
const anotherIsMade = (): ProtocolError =>
  new ProtocolError('temporarily_unavailable', 'Another bundle is being made: ask again in a few seconds.', {}, [
    ['Retry-After', '5'],
  ])

const cannotSign =
  'This installation cannot sign bundles: the key of its root is kept elsewhere, and it has no certificate for statement.pem.'
