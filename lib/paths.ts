import {
  campaignPageUri,
  campaignUri,
  checkUri,
  coveragePageUri,
  inspectorUri,
  reasonUri,
  sessionUri,
} from './core/shared/ports/uris'
import type { BelowPage } from './page-addresses'
import { besidePage, type PlainPage, pageAt, pages, pathOfPage, plainPages } from './pages'

/** State of an inspector page in its URL: exchange, tab and check, and the filters of the check list. */
export interface InspectorTarget {
  readonly exchange?: string | undefined
  readonly tab?: string | undefined
  /** What the messages are compared with: a session's id, or `reference`. */
  readonly against?: string | undefined
  /** `1` shows of compared messages only what differs. */
  readonly only?: string | undefined
  readonly check?: string | undefined
  readonly status?: string | undefined
  readonly level?: string | undefined
  readonly q?: string | undefined
  /** `1` expands every group of checks and includes all collapsed content. */
  readonly all?: string | undefined
  /** Expanded groups of checks, comma-separated. */
  readonly open?: string | undefined
  /** `1` shows what the session's own issuer serves. */
  readonly laboratory?: string | undefined
  /** A further offer of that issuer, by id. */
  readonly offer?: string | undefined
  /** On the page of a workbench, the number of the session, and the kind of code beside it. */
  readonly session?: string | undefined
  readonly wing?: string | undefined
}

/** Builds the URL of an inspector page for a target. */
export type HrefOf = (target?: InspectorTarget) => string

/** URLs of one session of any kind. */
export interface SessionAddresses {
  readonly page: HrefOf
  /** Polled for changes. */
  readonly revision: string
  /** Sequence diagram as a file. */
  readonly sequence: string
  /** Target of the reference wallet form. */
  readonly runWallet: string
  /** The session as JSON. */
  readonly api: string
  /** Its report; `?format=` selects the format. */
  readonly report: string
  /** Short URL that redirects to its link, for a link too long for a QR code; `null` if it never is. */
  readonly opener: string | null
}

export interface CheckCatalogueTarget {
  readonly q?: string | undefined
  readonly group?: string | undefined
  readonly level?: string | undefined
  readonly spec?: string | undefined
  readonly effect?: string | undefined
  /** `any`: only checks that a misbehaviour of the reference wallet breaks. */
  readonly misbehaviour?: string | undefined
  /** `1` lists every check; otherwise areas are collapsed until a filter is set. */
  readonly all?: string | undefined
}

/** What the page of an organisation shows. */
export interface OrganizationTarget {
  /** The namespace of the organisation, for the operator. */
  readonly of?: string | undefined
  /** A key that was just made, by the id of its draft. */
  readonly made?: string | undefined
  /** What was typed about it, by id. */
  readonly draft?: string | undefined
  readonly done?: string | undefined
  readonly problem?: string | undefined
}

/** State of a pipeline's page in its URL. */
export interface WrittenTarget {
  /** Namespace of the organisation that a new one is of. */
  readonly organization?: string | undefined
  /** `json`: the definition as JSON. */
  readonly view?: string | undefined
  /** Unsaved draft, by id. */
  readonly draft?: string | undefined
  /** What was done, as a code. */
  readonly done?: string | undefined
  /** Why something was not done, as an error code. */
  readonly problem?: string | undefined
}

export const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

/** Links inside the product are paths only, so their base URL is empty. */
const noBase = ''

const inspect = (kind: 'issuance' | 'presentation', sessionId: string): string =>
  inspectorUri(noBase, { kind, sessionId: encodeURIComponent(sessionId) })

const readBack = (kind: 'issuance' | 'presentation', sessionId: string): string =>
  sessionUri(noBase, { kind, sessionId: encodeURIComponent(sessionId) })

const inspectIssuance = (sessionId: string): string => inspect('issuance', sessionId)

const roundTrip = (presentationSessionId: string): string => pathOfPage('roundTrip', presentationSessionId)

const campaign = (campaignId: string): string => campaignPageUri(noBase, encodeURIComponent(campaignId))

const inspectPresentation = (sessionId: string): string => inspect('presentation', sessionId)

/** A link to each page without variables. */
const plainLinks = Object.fromEntries(plainPages.map((name) => [name, () => pages[name].path])) as {
  readonly [Name in PlainPage]: () => string
}

/** Where the page of what organisations own leads. */
interface OwnedTarget {
  readonly organization?: string | undefined
  readonly kind?: string | undefined
  readonly page?: string | undefined
  readonly search?: string | undefined
  readonly edit?: string | undefined
  readonly draft?: string | undefined
  /** The form of a pipeline that led there. */
  readonly pipeline?: string | undefined
  readonly done?: string | undefined
  readonly problem?: string | undefined
}

/** Address of something below a page. */
export const beside = <Name extends PlainPage>(name: Name, what: BelowPage<Name> & string): string =>
  besidePage(pages[name].path, what)

/**
 * Builds every link inside the product, so that a moved page is one edit. Paths of pages come from `pages`. URLs that
 * the API also returns are built in `lib/core/shared/ports/uris.ts`, and those that only the server writes into pages
 * in `rendered-paths.ts`: this module goes to the browser with every page.
 */
export const paths = {
  ...plainLinks,
  createIssuance: () => beside('startIssuance', 'create'),
  inspectIssuance: (sessionId: string, target: InspectorTarget = {}) =>
    withQuery(inspectIssuance(sessionId), { ...target }),
  issuanceRevision: (sessionId: string) => `${inspectIssuance(sessionId)}/revision`,
  runWallet: (sessionId: string) => `${inspectIssuance(sessionId)}/wallet`,
  /** Takes the forms of the laboratory panel. */
  actOnLaboratory: (sessionId: string) => `${inspectIssuance(sessionId)}/laboratory`,
  createPresentation: () => beside('startPresentation', 'create'),
  inspectPresentation: (sessionId: string, target: InspectorTarget = {}) =>
    withQuery(inspectPresentation(sessionId), { ...target }),
  presentationRevision: (sessionId: string) => `${inspectPresentation(sessionId)}/revision`,
  runPresentationWallet: (sessionId: string) => `${inspectPresentation(sessionId)}/wallet`,
  campaign,
  /** Official cases as decided by a wallet’s campaigns. `edition`: none for the newest. */
  coverage: (wallet?: { readonly name: string; readonly version: string }, edition?: string) =>
    coveragePageUri(noBase, wallet, edition),
  /** Conformance statement of a wallet. `edition`: none for the newest. */
  statement: (wallet?: { readonly name: string; readonly version: string }, edition?: string) =>
    withQuery(pages.statement.path, { wallet: wallet?.name ?? '', version: wallet?.version ?? '', edition }),
  /** What is published under a slug: its newest statement. */
  wallet: (slug: string) => pathOfPage('wallet', slug),
  /** `edition`: none for the newest that is published of this version. */
  walletVersion: (slug: string, version: string, edition?: string | null) =>
    withQuery(pathOfPage('walletVersion', slug, version), { edition: edition ?? undefined }),
  /** Two sessions or campaigns side by side, by id; without ids the page asks for them. */
  compare: (
    pair: {
      readonly before?: string | undefined
      readonly after?: string | undefined
      /** `all`: members of messages that agree are shown too. */
      readonly members?: string | undefined
    } = {},
  ) => withQuery(pages.compare.path, { ...pair }),
  /** Two runs side by side that were picked from a list, in either order. */
  comparePicked: (a: string, b: string) => withQuery(pages.compare.path, { a, b }),
  /** An issuance and the presentation that follows it, by the presentation's id. */
  roundTrip,
  checks: (target: CheckCatalogueTarget = {}) => withQuery(pages.checks.path, { ...target }),
  check: (checkId: string) => checkUri(noBase, encodeURIComponent(checkId)),
  /** The place of a finding's reason on the page of its check; that page if it has no name. */
  reason: ({ id, reason }: { readonly id: string; readonly reason?: string | null | undefined }) =>
    reasonUri(noBase, { id: encodeURIComponent(id), reason }),
  houseRules: () => pages.houseRules.path,
  openApi: () => '/openapi.json',
  /** `query` begins with `?`, or is empty. */
  scoreboard: (query = '') => `${pages.scoreboard.path}${query}`,
  /** `path`: of a pipeline, organisation first. */
  pipeline: (path: string) => pathOfPage('pipeline', ...path.split('/')),
  /** `problem`: error code of a refused form. */
  operatorScoreboard: (problem = '') => `${pages.operatorScoreboard.path}${problem && `?problem=${problem}`}`,
  enterOperator: () => beside('operatorScoreboard', 'enter'),
  leaveOperator: () => beside('operatorScoreboard', 'leave'),
  startAggregation: () => beside('operatorScoreboard', 'start'),
  cancelSchedule: () => beside('operatorScoreboard', 'cancel'),
  /** `target`: the organisation, for the operator, and what a form came to. */
  organization: (target: OrganizationTarget = {}) => withQuery(pages.organization.path, { ...target }),
  /** `query` begins with `?`, or is empty. */
  organizationPipelines: (query = '') => `${pages.organizationPipelines.path}${query}`,
  newPipeline: (target: WrittenTarget = {}) => withQuery(pages.newPipeline.path, { ...target }),
  /** Page to edit, schedule and publish a pipeline, by id. */
  organizationPipeline: (id: string, target: WrittenTarget = {}) =>
    withQuery(pathOfPage('organizationPipeline', id), { ...target }),
  /** Takes the form of a pipeline; `null`: a new one. */
  savePipeline: (id: string | null) =>
    id === null ? beside('newPipeline', 'save') : besidePage(pathOfPage('organizationPipeline', id), 'save'),
  schedulePipeline: (id: string) => besidePage(pathOfPage('organizationPipeline', id), 'schedule'),
  publishPipeline: (id: string) => besidePage(pathOfPage('organizationPipeline', id), 'publish'),
  deletePipeline: (id: string) => besidePage(pathOfPage('organizationPipeline', id), 'delete'),
  /** What an organisation owns of a kind; without one, the organisations. `draft`: what was typed, `edit`: a record. */
  organizationEntities: (target: OwnedTarget = {}) => withQuery(pages.organizationEntities.path, { ...target }),
  organizationEntitiesForm: (form: 'organization' | 'save' | 'publish' | 'delete') =>
    beside('organizationEntities', form),
  wallets: () => pages.wallets.path,
  pipelineRuns: (query: URLSearchParams) => `/api/collections/pipeline_results/records?${query}`,
  scoreboardRows: () => '/api/scoreboard/rows',
  /** A file of an execution; `thumb`: size of a screenshot's thumbnail. */
  artifact: (executionId: string, name: string, thumb?: '80x80t' | '640x0') =>
    withQuery(`/media/executions/${encodeURIComponent(executionId)}/${encodeURIComponent(name)}`, { thumb }),
  /** Thumbnail of a logo, by the URL of the full one. */
  logo: (address: string) => withQuery(address, { thumb: '64x64f' }),
  runs: (query = '') => `${pages.runs.path}${query}`,
  /** `query` begins with `?`. */
  runRows: (query: string) => `${beside('runs', 'rows')}${query}`,
  /** Takes the ticks of a list of runs, and leads to their comparison. */
  compareRuns: () => beside('runs', 'compare'),
  renameKey: () => beside('start', 'start/key'),
  ledgerRows: (after: string | null) => withQuery(beside('ledger', 'rows'), { after: after ?? undefined }),
  /** API URLs that pages link to. */
  api: {
    sessions: () => '/sessions',
    session: (sessionId: string) => readBack('issuance', sessionId),
    /** Takes the tester's actions on a session's own issuer. */
    laboratory: (sessionId: string, action: 'offers' | 'statuses' | 'transactions' | 'wallet-units') =>
      `${readBack('issuance', sessionId)}/laboratory/${action}`,
    presentationSessions: () => '/openid4vp/sessions',
    presentationSession: (sessionId: string) => readBack('presentation', sessionId),
    refusal: (sessionId: string) => `${readBack('presentation', sessionId)}/refusal`,
    campaigns: () => '/campaigns',
    comparison: () => '/comparison',
    names: () => '/names',
    campaign: (campaignId: string) => campaignUri(noBase, encodeURIComponent(campaignId)),
    /** Without a wallet, the bare address. */
    coverage: (
      wallet?: { readonly name: string; readonly version: string },
      { format, edition }: { readonly format?: 'json' | 'csv'; readonly edition?: string | undefined } = {},
    ) => withQuery('/coverage', { wallet: wallet?.name, version: wallet?.version, format, edition }),
    enterResult: () => '/coverage/results',
    statement: (
      wallet?: { readonly name: string; readonly version: string },
      { format, edition }: { readonly format?: 'json' | 'html' | 'csv'; readonly edition?: string | undefined } = {},
    ) =>
      withQuery('/coverage/ics', {
        wallet: wallet?.name ?? '',
        version: wallet?.version ?? '',
        format: format ?? '',
        edition,
      }),
    /** One page about a wallet under an edition, for printing. */
    summary: ({ name, version }: { readonly name: string; readonly version: string }, edition: string) =>
      withQuery('/coverage/summary', { wallet: name, version, edition }),
    declare: () => '/coverage/declarations',
    bundle: ({ name, version }: { readonly name: string; readonly version: string }, edition: string) =>
      withQuery('/coverage/bundle', { wallet: name, version, edition }),
    /** The official cases of an edition; without one, of the one that stands where none is asked for. */
    officialCases: (edition?: string) => withQuery('/fcaf.json', { edition }),
    requests: () => '/oid4vci/requests',
    trustAnchor: () => '/pki/root-ca.pem',
    /** Anchors in a list of the European trust framework. */
    listedAnchors: (list: string, form: 'pem' | 'cer') => `/trust/anchors/${list}.${form}`,
    trustAnchors: () => '/trust/anchors.pem',
    /** A list of trusted entities published by the installation. */
    trustList: (list: string) => `/trust/lists/${list}.jwt`,
    register: () => '/trust/registrar/wrp',
    readiness: () => '/readyz',
  },
}

/** Validates the page that an operator came from, to return to it; `null` for anything else. */
export function operatorPage(path: string): string | null {
  const found = pageAt(path)
  return found !== null && 'cookie' in pages[found.name] && /^\/[\w/%.~-]+$/.test(path) ? path : null
}

/** A page that reports an error code. */
export const withProblem = (page: string, problem: string): string => withQuery(page, { problem })

/**
 * The same links relative to their own page: the query alone, because a hundred links would repeat the path. A link
 * without a query keeps its path. On the page of a workbench each keeps the session that is shown.
 */
export const fromItself =
  (page: HrefOf, { wing, session }: Pick<InspectorTarget, 'wing' | 'session'> = {}): HrefOf =>
  (target) => {
    const href = page({ ...target, wing, session })
    const query = href.indexOf('?')
    return query < 0 ? href : href.slice(query)
  }

/** URLs of an issuance session. */
export const issuanceAddresses = (sessionId: string): SessionAddresses => ({
  page: (target) => paths.inspectIssuance(sessionId, target),
  revision: paths.issuanceRevision(sessionId),
  sequence: `${inspectIssuance(sessionId)}/sequence`,
  runWallet: paths.runWallet(sessionId),
  api: paths.api.session(sessionId),
  report: `${paths.api.session(sessionId)}/report`,
  opener: null,
})

/** URLs of a presentation session. */
export const presentationAddresses = (sessionId: string): SessionAddresses => ({
  page: (target) => paths.inspectPresentation(sessionId, target),
  revision: paths.presentationRevision(sessionId),
  sequence: `${inspectPresentation(sessionId)}/sequence`,
  runWallet: paths.runPresentationWallet(sessionId),
  api: paths.api.presentationSession(sessionId),
  report: `${paths.api.presentationSession(sessionId)}/report`,
  opener: `${paths.api.presentationSession(sessionId)}/open`,
})
