/**
 * Where the navigation has a page: in the bar itself, or behind “Reference” with what is read, with the tools, or with
 * what operators need.
 */
export type PageGroup = 'main' | 'read' | 'tools' | 'run'

/** A page of the site: everything but its folder. */
export interface SitePage {
  /** Path with `{variables}`, one segment each. */
  readonly path: string
  /** The interface has the address too: where both read, only who prefers `text/html` gets the page. */
  readonly shared?: true
  /** Shows evidence: the page and the addresses below it require the operator token, if one is configured. */
  readonly evidence?: true
  /** Has no variables and is useless without storage, so it answers 503 then. */
  readonly needsStorage?: true
  /** Reads a cookie; other pages get none. */
  readonly cookie?: true
  /** Its path holds a secret that opens it. Then the page tells no origin, and its forms need none. */
  readonly secret?: true
  /**
   * Its place in the navigation, which follows the order of this table. Every page without variables has one, but for
   * the first page, to which the name of the service leads.
   */
  readonly group?: PageGroup
  /** Its name there. */
  readonly label?: string
}

/** Every page by its name in `paths`; its files are in `app/(site)`. */
export const pages = {
  start: { path: '/' },
  workbench: { path: '/w', group: 'main', label: 'Workbench', cookie: true },
  // Their addresses are secrets that open them, so a form there cannot come from elsewhere.
  ofWorkbench: { path: '/w/{workbenchId}', evidence: true, secret: true },
  viewOfWorkbench: { path: '/w/view/{viewId}', evidence: true, secret: true },
  runsOfWorkbench: { path: '/w/{workbenchId}/runs', evidence: true, secret: true, cookie: true },
  runsOfView: { path: '/w/view/{viewId}/runs', evidence: true, secret: true },
  campaigns: { path: '/campaigns', shared: true, group: 'main', label: 'Campaigns' },
  runs: { path: '/runs', group: 'main', label: 'Runs', evidence: true, cookie: true },
  scoreboard: { path: '/scoreboard', needsStorage: true, group: 'main', label: 'Scoreboard' },
  // Who publishes a statement of a wallet posts it there.
  wallets: { path: '/wallets', shared: true, needsStorage: true, group: 'tools', label: 'Wallets' },
  pipeline: { path: '/hub/pipelines/{organization}/{slug}', cookie: true },
  organization: { path: '/organization', cookie: true, needsStorage: true, group: 'run', label: 'Your organisation' },
  organizationPipelines: {
    path: '/organization/pipelines',
    cookie: true,
    group: 'run',
    label: 'Pipelines of an organisation',
  },
  newPipeline: { path: '/organization/pipelines/new', cookie: true, group: 'run', label: 'New pipeline' },
  organizationPipeline: { path: '/organization/pipelines/{id}', cookie: true },
  organizationEntities: { path: '/organization/entities', cookie: true, group: 'run', label: 'Organisations' },
  operatorScoreboard: { path: '/operator/scoreboard', cookie: true, group: 'run', label: 'Operator' },
  operatorTokens: { path: '/operator/tokens', cookie: true, group: 'run', label: 'Publish tokens' },
  checks: { path: '/checks', group: 'read', label: 'Checks' },
  houseRules: { path: '/checks/house', group: 'read', label: 'House rules' },
  check: { path: '/checks/{id}' },
  coverage: { path: '/cases', evidence: true, needsStorage: true, group: 'read', label: 'Official cases' },
  statement: {
    path: '/cases/statement',
    evidence: true,
    needsStorage: true,
    group: 'read',
    label: 'Statement of a wallet',
  },
  publish: { path: '/cases/publish', evidence: true, needsStorage: true, group: 'tools', label: 'Publish a wallet' },
  // What organisations have published; anybody reads it.
  wallet: { path: '/wallets/{slug}' },
  walletVersion: { path: '/wallets/{slug}/{version}', shared: true },
  docs: { path: '/docs', group: 'read', label: 'Docs' },
  apiDocs: { path: '/docs/api', group: 'read', label: 'API' },
  trust: { path: '/trust', needsStorage: true, group: 'read', label: 'Trust' },
  phone: { path: '/phone', group: 'read', label: 'Phone' },
  compare: { path: '/compare', evidence: true, needsStorage: true, group: 'tools', label: 'Compare' },
  verify: { path: '/verify', needsStorage: true, group: 'tools', label: 'Verify a bundle' },
  ledger: { path: '/ledger', needsStorage: true, group: 'tools', label: 'Ledger', evidence: true },
  startIssuance: { path: '/start/issuance', group: 'tools', label: 'Issuance by form' },
  startPresentation: { path: '/start/presentation', group: 'tools', label: 'Presentation by form' },
  startRoundTrip: { path: '/start/round-trip', group: 'tools', label: 'Round trip' },
  startLaboratory: { path: '/start/laboratory', group: 'tools', label: 'Laboratory' },
  inspectIssuance: { path: '/inspect/issuance/{sessionId}', evidence: true },
  inspectPresentation: { path: '/inspect/presentation/{sessionId}', evidence: true },
  roundTrip: { path: '/inspect/round-trip/{sessionId}', evidence: true },
  // Opened by whoever holds the wallet, without the operator token; shows no evidence.
  present: { path: '/present/{sessionId}' },
  campaign: { path: '/inspect/campaign/{campaignId}', evidence: true },
} as const satisfies Readonly<Record<string, SitePage>>

type Pages = typeof pages
export type PageName = keyof Pages

/** Pages with variables in their path, which may thus be missing. */
export type NamingPage = {
  [Name in PageName]: Pages[Name]['path'] extends `${string}{${string}` ? Name : never
}[PageName]

/** Pages without variables. */
export type PlainPage = Exclude<PageName, NamingPage>

/** Pages with their names, in table order. */
export const pageEntries = Object.entries(pages) as readonly (readonly [name: PageName, page: SitePage])[]

/** Whether a page has variables in its path. */
export const isNaming = (name: PageName): name is NamingPage => pages[name].path.includes('{')

/** Pages that can be opened by their path alone. */
export const plainPages = pageEntries.map(([name]) => name).filter((name): name is PlainPage => !isNaming(name))

/** Address of something below a page. */
export const besidePage = (path: string, what: string): string => `${path === '/' ? '' : path}/${what}`

/** Path of a page with its variables replaced, in order. */
export function pathOfPage(name: PageName, ...values: readonly string[]): string {
  const left = [...values]
  return pages[name].path.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''))
}

/** Page at a path, with the raw values of its variables; `null` if there is none. */
export function pageAt(path: string): { readonly name: PageName; readonly values: readonly string[] } | null {
  const segments = path.split('/')
  for (const [name, page] of pageEntries) {
    const own = page.path.split('/')
    const isSame = (segment: string, at: number) => segment === own[at] || (segment !== '' && own[at]?.startsWith('{'))
    if (own.length === segments.length && segments.every(isSame))
      return { name, values: segments.filter((_, at) => own[at]?.startsWith('{')) }
  }
  return null
}
