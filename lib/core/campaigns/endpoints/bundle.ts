import { plain } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { abandon } from '../../ground/http/reply'
import { ProtocolError } from '../../ground/ports/errors'
import { sessionId } from '../../ground/ports/ids'
import { fromIso } from '../../ground/time/time'
import { utf8 } from '../../ground/values/base64url'
import { listStatement } from '../bundle/made-statements'
import type { BundleFile } from '../bundle/make-bundle'
import { namedEvidence, toldSessions } from '../bundle/named-evidence'
import { bundleReadme } from '../bundle/readme'
import { sessionEvidence } from '../bundle/session-evidence'
import { tableCsv } from '../official-cases/table-csv'
import { countsOperatorOnly } from '../official-cases/wallet-coverage'
import { readStatement } from '../statement/read-statement'
import { statementCsv } from '../statement/statement-csv'
import { statementHtml } from '../statement/statement-html'
import type { ConformanceStatement } from '../statement/z-statement'
import { alone, archiveOf, archiveReply, sessionPart, signingFor } from './make-archive'
import { walletAsked } from './wallet-asked'

/**
 * `GET /coverage/bundle`: the statement of one wallet and version with the evidence of every session that it names, in one signed
 * archive. One is made at a time. It is whole, and the statement listed, before the first byte is sent.
 */
export const getBundle = plain(async (context) => {
  const { exchange, ports, asker } = context
  const wallet = walletAsked(new URLSearchParams(exchange.query ?? ''))
  const { bundle, madeAt } = await alone(() => bundleOf(wallet, context), context)
  const of = { wallet, operatorOnly: countsOperatorOnly(asker) }
  const reply = archiveReply(bundle, 'evidence-bundle.tar')
  try {
    return { reply, effects: [await listStatement(of, { ports, at: madeAt, manifestSha256: bundle.manifestSha256 })] }
  } catch (error) {
    await abandon(reply)
    throw error
  }
})

async function bundleOf(wallet: ConformanceStatement['wallet'], context: RequestContext) {
  const { exchange, ports } = context
  const statement = await readStatement(wallet, context)
  const signing = await signingFor('statement', context)
  const evidence = namedEvidence(statement)
  const { max } = ports.bundles
  if (evidence.size > max.sessions) throw tooLarge(`A bundle holds at most ${max.sessions} sessions.`)
  const madeAt = fromIso(statement.made_at) ?? exchange.at
  const ids = [...evidence.keys(), ...(await toldAndKept(statement, max.sessions - evidence.size, context))]
  const own = ownFiles(statement, { rootPem: signing.rootPem, sessions: ids.length })
  const sessions = ids.map((id) => sessionPart(id, (session) => sessionEvidence(session, madeAt, context), context))
  const bounds = { madeAt, signing, bytesMax: max.bytes, tooLarge }
  return { bundle: await archiveOf([async () => own, ...sessions], bounds, context), madeAt }
}

function ownFiles(
  statement: ConformanceStatement,
  { rootPem, sessions }: { readonly rootPem: string; readonly sessions: number },
): readonly BundleFile[] {
  const { wallet, service, made_at: madeAt } = statement
  const file = (name: string, text: string): BundleFile => ({ name, content: utf8(text) })
  return [
    file('README.txt', bundleReadme({ kind: 'statement', wallet, baseUrl: service.base_url, madeAt, sessions })),
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

const tooLarge = (description: string): ProtocolError =>
  new ProtocolError('payload_too_large', `${description} The sessions of the statement can be read one by one.`)
