import type { z } from 'zod'
import { plain } from '../../engine/endpoints/endpoint'
import { withoutMade } from '../../engine/endpoints/entered-text'
import { inert, oneOf } from '../../engine/endpoints/query-parameters'
import type { RequestContext } from '../../engine/endpoints/request-context'
import { redactVisible } from '../../engine/redaction/values/redact-text'
import { redactionOf } from '../../issuer-and-verifier-redaction'
import type { HeaderField } from '../../shared/http/exchange'
import { jsonReply, textReply } from '../../shared/http/reply'
import { matchesIfNoneMatch } from '../../shared/http/request-headers'
import { ProtocolError } from '../../shared/ports/errors'
import { sessionId } from '../../shared/ports/ids'
import type { Ports } from '../../shared/ports/ports'
import type { Campaign, Declaration, EnteredResult } from '../../shared/ports/store-types'
import { toIso } from '../../shared/time/time'
import { toHex, utf8 } from '../../shared/values/base64url'
import { madeStatements } from '../bundle/named-evidence'
import { baselineAsked, draftAsked, editionAsked, editionWith, wordAsked } from '../official-cases/asked-edition'
import { compareEditions } from '../official-cases/compare-editions'
import { type Edition, editions, newestEdition } from '../official-cases/editions'
import { enteredView } from '../official-cases/entered-results'
import { listCases, listDraft } from '../official-cases/list-cases'
import type { OfficialCase } from '../official-cases/official-case'
import { leavesNoRecord, mayBeEntered } from '../official-cases/stated-failure'
import {
  countsOperatorOnly,
  enteredMax,
  enteredReadMax,
  newestEntries,
  noCampaign,
  readCoverage,
  type WalletCoverage,
} from '../official-cases/wallet-coverage'
import { type CoverageView, zDeclarationRequest, zResultEntry } from '../official-cases/z-coverage'
import { installationOf } from '../presets/preset'
import { buildCoverage, coverageCsv } from '../reports/coverage-report'
import { readStatement } from '../statement/build-statement'
import { statementCsv } from '../statement/statement-csv'
import { statementHtml } from '../statement/statement-html'
import { readSummary } from '../statement/summary'
import { summaryHtml } from '../statement/summary-html'
import { summaryPdf } from '../statement/summary-pdf'
import { readBody, resultQuotaReached, walletQuotaReached } from './campaign-endpoint'

/** The wallet in the query. Throws `invalid_request` without its name or version. */
export const walletAsked = (query: URLSearchParams): Campaign['wallet'] => ({
  name: named(query, 'wallet'),
  version: named(query, 'version'),
})

/** A required query parameter. Throws `invalid_request`. */
function named(query: URLSearchParams, name: string): string {
  const value = query.get(name)?.trim() ?? ''
  if (value === '' || value.length > 100)
    throw new ProtocolError('invalid_request', `${name} is required, with at most 100 characters.`)
  return value
}

/**
 * `GET /fcaf.json`: the official cases of an edition, and which session and checks decide each; of a draft, what its review
 * has come to. A published edition may be kept for a day; any other answer is asked for again.
 */
export const listOfficialCases = plain(async ({ exchange, ports, settings }) => {
  const query = new URLSearchParams(exchange.query ?? '')
  const [draft, baseline] = [draftAsked(query), baselineAsked(query)]
  if (draft !== null) return { reply: jsonReply(200, listDraft(draft, baseline)) }
  const edition = editionAsked(query)
  const view = listCases(edition, ports.sha256, baseline)
  if (!query.has('edition')) return { reply: jsonReply(200, view) }
  const digest = ports.sha256(utf8([settings.version, baseline, view.edition.table_sha256].join(' ')))
  const etag = `"${edition.facts.id}-${toHex(digest).slice(0, 16)}"`
  const headers: HeaderField[] = [
    ['ETag', etag],
    ['Cache-Control', edition.facts.table_sha256 === null ? 'no-cache' : 'public, max-age=86400'],
  ]
  if (matchesIfNoneMatch(exchange, etag)) return { reply: { status: 304, headers, body: null } }
  return {
    reply: {
      status: 200,
      headers: [['Content-Type', 'application/json'], ...headers],
      body: { kind: 'json' as const, value: view },
    },
  }
})

/** The view per coverage object, which stays the same object while nothing changes. */
const views = new WeakMap<WalletCoverage, CoverageView>()

/** `GET /coverage`: what the campaigns of one wallet and version say about every official case. */
export const getCoverage = plain(async (context) => {
  const { exchange, ports, settings } = context
  const query = new URLSearchParams(exchange.query ?? '')
  const format = oneOf('format', query.get('format'), ['json', 'csv'], 'json')
  const edition = editionAsked(query)
  const compared = query.has('compare') ? editionAsked(query, edition, 'compare') : null
  const coverage = await readCoverage(walletAsked(query), context, edition)
  if (coverage.campaigns.length === 0) throw noCampaign(context)
  const seen =
    views.get(coverage) ?? buildCoverage(coverage, { ...settings, ...installationOf(context), sha256: ports.sha256 })
  views.set(coverage, seen)
  const { statements } = await madeStatements(coverage, ports)
  const view = {
    ...seen,
    ...(compared === null
      ? {}
      : { comparison: compareEditions(coverage, await readCoverage(coverage.wallet, context, compared)) }),
    ...(statements.length === 0 ? {} : { statements: [...statements] }),
  }
  const file = (ending: string): HeaderField => ['Content-Disposition', `inline; filename="coverage.${ending}"`]
  return format === 'csv'
    ? { reply: textReply(200, 'text/csv; charset=utf-8', coverageCsv(view), [file('csv')]) }
    : { reply: jsonReply(200, view, [file('json')]) }
})

/** Maximum length of a stored text, in characters. A redaction mark may be longer than the text it replaces. */
const storedCharactersMax = 2000

/** A person's text without obvious secrets and without values from this service that still work. */
const scrubbed = (text: string, ports: Pick<Ports, 'madeIn'>, charactersMax = storedCharactersMax): string =>
  redactVisible(withoutMade(text, ports), redactionOf('/openid4vp/sessions').names)
    .slice(0, charactersMax)
    .toWellFormed()

/** Applies `scrubbed` to a person's name. */
const scrubbedName = (name: string, ports: Pick<Ports, 'madeIn'>): string => scrubbed(name, ports, nameCharactersMax)

const nameCharactersMax = 200

/** Maximum number of declarations per wallet and version. */
const declarationsMax = 200

/**
 * `POST /coverage/declarations`: what a manufacturer declares about a wallet. Declarations never change; the newest
 * replaces the others as a whole, so whatever it omits is unknown again. Throws `campaign_not_found` for a wallet
 * without a campaign, as entering a result does. ETSI EG 201 058
 */
export const declare = plain(async (context) => {
  const { exchange, ports, asker } = context
  const operatorOnly = countsOperatorOnly(asker)
  const { wallet, tester, items } = readBody(exchange, zDeclarationRequest)
  if ((await ports.store.campaigns({ wallet, operatorOnly, max: 1 })).length === 0) throw noCampaign(context)
  if ((await ports.store.declarations({ wallet, operatorOnly, max: declarationsMax })).length >= declarationsMax)
    throw walletQuotaReached('Too much was declared of this wallet.')
  const refusal = await ports.refuseCreation(exchange.remoteAddress, ports.now())
  if (refusal !== null) throw refusal
  const { name = null, organisation = null } = tester ?? {}
  const declaration: Declaration = {
    id: ports.uuid(),
    wallet,
    tester:
      name === null && organisation === null
        ? null
        : { name: name && scrubbedName(name, ports), organisation: organisation && scrubbedName(organisation, ports) },
    items: Object.fromEntries(
      Object.entries(items).map(([item, value]) => [
        item,
        Array.isArray(value) ? [...new Set(value.map((one) => scrubbed(one, ports)))] : value,
      ]),
    ) as Declaration['items'],
    byOperator: asker === 'operator',
    declaredAt: exchange.at,
  }
  const { tester: by, items: kept, declaredAt } = declaration
  return {
    reply: jsonReply(201, { wallet, tester: by, items: kept, declared_at: toIso(declaredAt) }),
    declaration,
  }
})

/**
 * `POST /coverage/results`: enters a result for an official case that no session decides. Entries never
 * change; the newest one counts. Throws `campaign_not_found` for a wallet without a campaign, so that nobody can fill
 * storage with made-up names.
 */
export const enterResult = plain(async (context) => {
  const { exchange, ports, asker } = context
  const operatorOnly = countsOperatorOnly(asker)
  const asked = readBody(exchange, zResultEntry)
  const { wallet, result } = asked
  const edition = asked.edition === undefined ? newestWithCase(asked.case) : editionWith(asked.edition)
  const official = edition.cases.find(({ id }) => id === asked.case)
  if (official === undefined || !mayBeEntered(official))
    throw new ProtocolError(
      'invalid_request',
      'No case of class manual or out_of_scope has this id: GET /fcaf.json lists them.',
      {
        pointer: '/case',
      },
    )
  if ((await ports.store.campaigns({ wallet, operatorOnly, max: 1 })).length === 0) throw noCampaign(context)
  if (leavesNoRecord(official) && result !== 'withdrawn') await requireStatement(official, asked, context)
  const entries = await ports.store.enteredResults({ wallet, operatorOnly, max: enteredReadMax })
  if (result === 'withdrawn' && !newestEntries(entries).has(official.id))
    throw new ProtocolError('invalid_request', 'No result has been entered for this case.', { pointer: '/result' })
  // A result can always be withdrawn, even when no more entries are accepted.
  if (entries.length >= enteredMax && result !== 'withdrawn') throw resultQuotaReached()
  const refusal = await ports.refuseCreation(exchange.remoteAddress, ports.now())
  if (refusal !== null) throw refusal
  const entered: EnteredResult = {
    id: ports.uuid(),
    wallet,
    caseId: official.id,
    result,
    note: result === 'withdrawn' ? '' : scrubbed(asked.note, ports),
    ...(result === 'withdrawn' ? {} : saidBy(asked, ports)),
    by: asked.by,
    byOperator: asker === 'operator',
    enteredAt: exchange.at,
  }
  return {
    reply: jsonReply(201, { case: official.id, edition: edition.facts.id, wallet, entered: enteredView(entered) }),
    entered,
  }
})

/**
 * Throws `invalid_request` unless somebody states of a case whose failure leaves no record that the wallet did not start, and
 * names a session of this wallet in which that was tried and nothing came.
 */
async function requireStatement(
  official: OfficialCase,
  { wallet, result, evidence = [] }: z.infer<typeof zResultEntry>,
  { ports: { store } }: Pick<RequestContext, 'ports'>,
): Promise<void> {
  const refuse = (description: string, pointer: string): never => {
    throw new ProtocolError('invalid_request', description, { pointer })
  }
  if (result !== 'failed')
    refuse('A session shows that a wallet starts: of this case only failed can be entered, or withdrawn.', '/result')
  const id = evidence.find((one) => one.session_id !== undefined)?.session_id
  const session = id === undefined ? null : await store.session(sessionId(id))
  const campaign = session?.campaignId === undefined ? null : await store.campaign(session.campaignId)
  const isOfWallet = campaign?.wallet.name === wallet.name && campaign.wallet.version === wallet.version
  if (session === null || session.preset !== official.preset || !isOfWallet)
    return refuse(
      `Name the session whose link was opened as evidence: its session_id, of the preset ${official.preset} in a campaign of this wallet.`,
      '/evidence',
    )
  const [exchanges, isAnswered] = await Promise.all([
    store.exchanges(session.sessionId),
    store.hasEvent(session.sessionId, ['vp_presentation_response_received']),
  ])
  // The page of a session that a browser carries asks for the request whether a wallet starts or not.
  if (isAnswered || exchanges.some(({ origin }) => origin === 'wallet'))
    refuse('The wallet did start: the session has a request of it.', '/evidence')
}

/** The newest edition that has a case; the newest of all if none has. */
const newestWithCase = (id: string): Edition =>
  editions.find(({ cases }) => cases.some((one) => one.id === id)) ?? newestEdition

/** Who entered it and what shows it, as far as either is given. */
function saidBy(
  { tester = '', evidence = [] }: z.infer<typeof zResultEntry>,
  ports: Pick<Ports, 'madeIn'>,
): Pick<EnteredResult, 'tester' | 'evidence'> {
  return {
    ...(tester === '' ? {} : { tester: scrubbedName(tester, ports) }),
    ...(evidence.length === 0
      ? {}
      : {
          evidence: evidence.map(({ note, ...ids }) => ({
            ...ids,
            ...(note === undefined ? {} : { note: scrubbed(note, ports) }),
          })),
        }),
  }
}

/** `GET /coverage/ics`: the Implementation Conformance Statement of one wallet and version. ETSI EG 201 058 */
export const getStatement = plain(async (context) => {
  const query = new URLSearchParams(context.exchange.query ?? '')
  const format = oneOf('format', query.get('format'), ['json', 'html', 'csv'], 'json')
  const edition = editionAsked(query)
  const statement = await readStatement(walletAsked(query), context, edition)
  const file: HeaderField = ['Content-Disposition', `inline; filename="ics.${format}"`]
  switch (format) {
    case 'json':
      return { reply: jsonReply(200, statement, [file]) }
    case 'html':
      return { reply: textReply(200, 'text/html; charset=utf-8', statementHtml(statement), [file, ...inert]) }
    case 'csv':
      return { reply: textReply(200, 'text/csv; charset=utf-8', statementCsv(statement), [file]) }
  }
})

/** `GET /coverage/summary`: one page for a manager about one wallet and version under an edition. */
export const getSummary = plain(async (context) => {
  const query = new URLSearchParams(context.exchange.query ?? '')
  const format = wordAsked(query, 'format', ['html', 'json', 'pdf']) ?? 'html'
  const edition = editionAsked(query)
  const summary = await readSummary(walletAsked(query), context, edition)
  const file: HeaderField = ['Content-Disposition', `inline; filename="summary.${format}"`]
  switch (format) {
    case 'html':
      return { reply: textReply(200, 'text/html; charset=utf-8', summaryHtml(summary), [file, ...inert]) }
    case 'json':
      return { reply: jsonReply(200, summary, [file]) }
    case 'pdf':
      return { reply: textReply(200, 'application/pdf', summaryPdf(summary), [file]) }
  }
})
