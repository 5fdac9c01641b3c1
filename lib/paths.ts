import {
  campaignPageUri,
  campaignUri,
  checkUri,
  coveragePageUri,
  inspectorUri,
  sessionUri,
} from './core/ground/ports/uris'
import { besidePage, type PageName, type PlainPage, pageAt, pages, pathOfPage, plainPages } from './pages'

/** The target of an inspector page: its exchange, tab and check, and the filters of its check list. */
export interface InspectorTarget {
  readonly exchange?: string | undefined
  readonly tab?: string | undefined
  readonly check?: string | undefined
  readonly status?: string | undefined
  readonly level?: string | undefined
  readonly q?: string | undefined
  /** `1` unfolds every group of checks, and puts what else is folded into the page. */
  readonly all?: string | undefined
  /** The groups of checks that are unfolded, with commas between them. */
  readonly open?: string | undefined
  /** `1` shows what the issuer serves that belongs to the session. */
  readonly laboratory?: string | undefined
  /** A further offer of that issuer, by its id. */
  readonly offer?: string | undefined
}

/** The URL of an inspector page that shows a target. */
export type HrefOf = (target?: InspectorTarget) => string

/** The links of one session of any kind. */
export interface SessionAddresses {
  readonly page: HrefOf
  /** The URL that the page polls for changes. */
  readonly revision: string
  /** The sequence diagram as a file. */
  readonly sequence: string
  /** The URL that the reference wallet form posts to. */
  readonly runWallet: string
  /** The same as JSON. */
  readonly api: string
  /** Its report; `?format=` selects the format. */
  readonly report: string
  /** What leads to its link, for a QR code that cannot hold it; `null` where a code always can. */
  readonly opener: string | null
}

export interface CheckCatalogueTarget {
  readonly q?: string | undefined
  readonly group?: string | undefined
  readonly level?: string | undefined
  readonly spec?: string | undefined
  readonly effect?: string | undefined
  /** `1` lists every check; otherwise areas are folded until a filter is set. */
  readonly all?: string | undefined
}

/** What the page of a pipeline shows beside it. */
export interface WrittenTarget {
  /** `json`: the definition as JSON. */
  readonly view?: string | undefined
  /** What somebody is typing, by its id. */
  readonly draft?: string | undefined
  /** What was done, in a word. */
  readonly done?: string | undefined
  /** Why something was not done, as an error code. */
  readonly problem?: string | undefined
}

export const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

/** Inside the product a link is the path alone, so the base URL is empty. */
const noBase = ''

const inspect = (kind: 'issuance' | 'presentation', sessionId: string): string =>
  inspectorUri(noBase, { kind, sessionId: encodeURIComponent(sessionId) })

const readBack = (kind: 'issuance' | 'presentation', sessionId: string): string =>
  sessionUri(noBase, { kind, sessionId: encodeURIComponent(sessionId) })

const inspectIssuance = (sessionId: string): string => inspect('issuance', sessionId)

const roundTrip = (presentationSessionId: string): string => pathOfPage('roundTrip', presentationSessionId)

const campaign = (campaignId: string): string => campaignPageUri(noBase, encodeURIComponent(campaignId))

const inspectPresentation = (sessionId: string): string => inspect('presentation', sessionId)

/** A link to each page that can be opened by its path alone. */
const plainLinks = Object.fromEntries(plainPages.map((name) => [name, () => pages[name].path])) as {
  readonly [Name in PlainPage]: () => string
}

type Beside<Name extends PageName> = {
  [Part in 'reads' | 'forms' | 'evidenceForms']: (typeof pages)[Name] extends Readonly<
    Record<Part, readonly (infer What)[]>
  >
    ? What
    : never
}['reads' | 'forms' | 'evidenceForms']

/** What a page has beside it. */
export const beside = <Name extends PlainPage>(name: Name, what: Beside<Name> & string): string =>
  besidePage(pages[name].path, what)

/**
 * Every link inside the product is built here, so that a moved page is one edit. The paths of pages are those of `pages`. Addresses that the interface gives out
 * too are built in `lib/core/ground/ports/uris.ts`, and what only the server writes into pages in `rendered-paths.ts`: these go to the
 * browser with every page.
 */
export const paths = {
  ...plainLinks,
  startIssuance: () => beside('start', 'start'),
  inspectIssuance: (sessionId: string, target: InspectorTarget = {}) =>
    withQuery(inspectIssuance(sessionId), { ...target }),
  issuanceRevision: (sessionId: string) => `${inspectIssuance(sessionId)}/revision`,
  runWallet: (sessionId: string) => `${inspectIssuance(sessionId)}/wallet`,
  /** Takes the forms of the panel of a session's own issuer. */
  actOnLaboratory: (sessionId: string) => `${inspectIssuance(sessionId)}/laboratory`,
  startPresentation: () => beside('start', 'start/presentation'),
  inspectPresentation: (sessionId: string, target: InspectorTarget = {}) =>
    withQuery(inspectPresentation(sessionId), { ...target }),
  presentationRevision: (sessionId: string) => `${inspectPresentation(sessionId)}/revision`,
  runPresentationWallet: (sessionId: string) => `${inspectPresentation(sessionId)}/wallet`,
  campaign,
  /** What the campaigns of a wallet decide of the official cases. */
  coverage: (wallet?: { readonly name: string; readonly version: string }) => coveragePageUri(noBase, wallet),
  /** The conformance statement of a wallet. */
  statement: (wallet?: { readonly name: string; readonly version: string }) =>
    withQuery(pages.statement.path, { wallet: wallet?.name ?? '', version: wallet?.version ?? '' }),
  /** Two sessions or two campaigns side by side, by their ids; without them the page asks for them. */
  compare: (pair: { readonly before?: string | undefined; readonly after?: string | undefined } = {}) =>
    withQuery(pages.compare.path, { ...pair }),
  /** An issuance and the presentation that follows it, by the id of the presentation. */
  roundTrip,
  checks: (target: CheckCatalogueTarget = {}) => withQuery(pages.checks.path, { ...target }),
  check: (checkId: string) => checkUri(noBase, encodeURIComponent(checkId)),
  openApi: () => '/openapi.json',
  /** `query` begins with `?`, or is empty. */
  scoreboard: (query = '') => `${pages.scoreboard.path}${query}`,
  /** `path`: that of a pipeline, its organisation first. */
  pipeline: (path: string) => pathOfPage('pipeline', ...path.split('/')),
  /** `problem`: why a form of the page was not carried out, as an error code. */
  operatorScoreboard: (problem = '') => `${pages.operatorScoreboard.path}${problem && `?problem=${problem}`}`,
  enterOperator: () => beside('operatorScoreboard', 'enter'),
  leaveOperator: () => beside('operatorScoreboard', 'leave'),
  startAggregation: () => beside('operatorScoreboard', 'start'),
  cancelSchedule: () => beside('operatorScoreboard', 'cancel'),
  /** `query` begins with `?`, or is empty. */
  organizationPipelines: (query = '') => `${pages.organizationPipelines.path}${query}`,
  newPipeline: (target: WrittenTarget = {}) => withQuery(pages.newPipeline.path, { ...target }),
  /** Where a pipeline is written, scheduled and published, by its id. */
  organizationPipeline: (id: string, target: WrittenTarget = {}) =>
    withQuery(pathOfPage('organizationPipeline', id), { ...target }),
  /** Takes the form of a pipeline; `null`: of a new one. */
  savePipeline: (id: string | null) =>
    id === null ? beside('newPipeline', 'save') : besidePage(pathOfPage('organizationPipeline', id), 'save'),
  schedulePipeline: (id: string) => besidePage(pathOfPage('organizationPipeline', id), 'schedule'),
  publishPipeline: (id: string) => besidePage(pathOfPage('organizationPipeline', id), 'publish'),
  deletePipeline: (id: string) => besidePage(pathOfPage('organizationPipeline', id), 'delete'),
  scoreboardRows: () => '/api/scoreboard/rows',
  /** A file of an execution; `thumb`: the thumbnail of a screenshot. */
  artifact: (executionId: string, name: string, thumb?: '80x80t' | '640x0') =>
    withQuery(`/media/executions/${encodeURIComponent(executionId)}/${encodeURIComponent(name)}`, { thumb }),
  /** The thumbnail of a logo, by the URL of the full one. */
  logo: (address: string) => withQuery(address, { thumb: '64x64f' }),
  runs: (query = '') => `${pages.runs.path}${query}`,
  /** `query` begins with `?`. */
  runRows: (query: string) => `${beside('runs', 'rows')}${query}`,
  renameKey: () => beside('start', 'start/key'),
  ledgerRows: (after: string | null) => withQuery(beside('ledger', 'rows'), { after: after ?? undefined }),
  /** Machine addresses that pages link to. */
  api: {
    sessions: () => '/sessions',
    session: (sessionId: string) => readBack('issuance', sessionId),
    /** What a tester does with the issuer that belongs to the session. */
    laboratory: (sessionId: string, action: 'offers' | 'statuses' | 'transactions') =>
      `${readBack('issuance', sessionId)}/laboratory/${action}`,
    presentationSessions: () => '/openid4vp/sessions',
    presentationSession: (sessionId: string) => readBack('presentation', sessionId),
    refusal: (sessionId: string) => `${readBack('presentation', sessionId)}/refusal`,
    campaigns: () => '/campaigns',
    comparison: () => '/comparison',
    names: () => '/names',
    campaign: (campaignId: string) => campaignUri(noBase, encodeURIComponent(campaignId)),
    /** Without a wallet the address alone. */
    coverage: (wallet?: { readonly name: string; readonly version: string }, format?: 'json' | 'csv') =>
      withQuery('/coverage', { wallet: wallet?.name ?? '', version: wallet?.version ?? '', format: format ?? '' }),
    enterResult: () => '/coverage/results',
    statement: (wallet?: { readonly name: string; readonly version: string }, format?: 'json' | 'html' | 'csv') =>
      withQuery('/coverage/ics', { wallet: wallet?.name ?? '', version: wallet?.version ?? '', format: format ?? '' }),
    declare: () => '/coverage/declarations',
    bundle: (wallet: { readonly name: string; readonly version: string }) =>
      withQuery('/coverage/bundle', { wallet: wallet.name, version: wallet.version }),
    officialCases: () => '/fcaf.json',
    requests: () => '/oid4vci/requests',
    trustAnchor: () => '/pki/root-ca.pem',
    /** What a list of the European trust framework anchors. */
    listedAnchors: (list: string, form: 'pem' | 'cer') => `/trust/anchors/${list}.${form}`,
    trustAnchors: () => '/trust/anchors.pem',
    /** A list of trusted entities of the installation. */
    trustList: (list: string) => `/trust/lists/${list}.jwt`,
    register: () => '/trust/registrar/wrp',
    readiness: () => '/readyz',
  },
}

/** The page of ours that an operator came from and goes back to, by its path; `null` for any other text. */
export function operatorPage(path: string): string | null {
  const found = pageAt(path)
  return found !== null && 'cookie' in pages[found.name] && /^\/[\w/%.~-]+$/.test(path) ? path : null
}

/** A page that says why something was not done, as an error code. */
export const withProblem = (page: string, problem: string): string => withQuery(page, { problem })

/**
 * The same links for the page that they lead to: the query alone, for a page of a hundred links would repeat its path in each.
 * What has no query keeps its path.
 */
export const fromItself =
  (page: HrefOf): HrefOf =>
  (target) => {
    const href = page(target)
    const query = href.indexOf('?')
    return query < 0 ? href : href.slice(query)
  }

/** Addresses of an issuance session. */
export const issuanceAddresses = (sessionId: string): SessionAddresses => ({
  page: (target) => paths.inspectIssuance(sessionId, target),
  revision: paths.issuanceRevision(sessionId),
  sequence: `${inspectIssuance(sessionId)}/sequence`,
  runWallet: paths.runWallet(sessionId),
  api: paths.api.session(sessionId),
  report: `${paths.api.session(sessionId)}/report`,
  opener: null,
})

/** Addresses of a presentation session. */
export const presentationAddresses = (sessionId: string): SessionAddresses => ({
  page: (target) => paths.inspectPresentation(sessionId, target),
  revision: paths.presentationRevision(sessionId),
  sequence: `${inspectPresentation(sessionId)}/sequence`,
  runWallet: paths.runPresentationWallet(sessionId),
  api: paths.api.presentationSession(sessionId),
  report: `${paths.api.presentationSession(sessionId)}/report`,
  opener: `${paths.api.presentationSession(sessionId)}/open`,
})
