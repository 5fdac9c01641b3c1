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
  /** Addresses below it that its script reads. */
  readonly reads?: readonly string[]
  /** Addresses below it that take its forms. */
  readonly forms?: readonly string[]
  /** Maximum body size of its forms in bytes, if larger than usual. */
  readonly formBytesMax?: number
  /** Forms that show or create evidence on a page that does not. */
  readonly evidenceForms?: readonly string[]
}

/** Twice a definition of 256 KiB: the original and the edited one. */
const writtenFormBytesMax = 1024 * 1024
/** A logo of 1 MiB, and a query beside it. */
const ownedFormBytesMax = 2 * 1024 * 1024

/** Every page by its name in `paths`; its files are in `app/(site)`. */
export const pages = {
  start: {
    path: '/',
    reads: ['start/key'],
    // The campaign's page shows evidence; and if a token is set, only a campaign started with it counts.
    evidenceForms: ['start/campaign'],
  },
  workbench: { path: '/w', group: 'main', label: 'Workbench', cookie: true, evidenceForms: ['new/create', 'use'] },
  // Their addresses are secrets that open them, so a form there cannot come from elsewhere.
  ofWorkbench: {
    path: '/w/{workbenchId}',
    evidence: true,
    secret: true,
    reads: ['revision'],
    forms: ['settings', 'wallet', 'reference', 'link', 'end'],
  },
  viewOfWorkbench: { path: '/w/view/{viewId}', evidence: true, secret: true, reads: ['revision'] },
  runsOfWorkbench: { path: '/w/{workbenchId}/runs', evidence: true, secret: true, cookie: true },
  runsOfView: { path: '/w/view/{viewId}/runs', evidence: true, secret: true },
  campaigns: { path: '/campaigns', shared: true, group: 'main', label: 'Campaigns' },
  runs: { path: '/runs', group: 'main', label: 'Runs', evidence: true, cookie: true, reads: ['rows', 'compare'] },
  scoreboard: { path: '/scoreboard', needsStorage: true, group: 'main', label: 'Scoreboard', reads: ['picture'] },
  // Who publishes a statement of a wallet posts it there.
  wallets: { path: '/wallets', shared: true, needsStorage: true, group: 'tools', label: 'Wallets' },
  pipeline: {
    path: '/hub/pipelines/{organization}/{slug}',
    cookie: true,
    reads: ['revision'],
    forms: ['run', 'cancel'],
  },
  organization: {
    path: '/organization',
    cookie: true,
    needsStorage: true,
    group: 'run',
    label: 'Your organisation',
    forms: ['enter', 'leave', 'keys/make', 'keys/revoke', 'about', 'delete'],
    formBytesMax: ownedFormBytesMax,
  },
  organizationPipelines: {
    path: '/organization/pipelines',
    cookie: true,
    group: 'run',
    label: 'Pipelines of an organisation',
  },
  newPipeline: {
    path: '/organization/pipelines/new',
    cookie: true,
    group: 'run',
    label: 'New pipeline',
    forms: ['save'],
    formBytesMax: writtenFormBytesMax,
  },
  organizationPipeline: {
    path: '/organization/pipelines/{id}',
    cookie: true,
    forms: ['save', 'schedule', 'publish', 'delete'],
    formBytesMax: writtenFormBytesMax,
  },
  organizationEntities: {
    path: '/organization/entities',
    cookie: true,
    group: 'run',
    label: 'Organisations',
    forms: ['organization', 'save', 'publish', 'delete'],
    formBytesMax: ownedFormBytesMax,
  },
  operatorScoreboard: {
    path: '/operator/scoreboard',
    cookie: true,
    group: 'run',
    label: 'Operator',
    forms: ['enter', 'leave', 'start', 'cancel'],
  },
  operatorTokens: {
    path: '/operator/tokens',
    cookie: true,
    group: 'run',
    label: 'Publish tokens',
    forms: ['make', 'revoke'],
  },
  checks: { path: '/checks', group: 'read', label: 'Checks' },
  houseRules: { path: '/checks/house', group: 'read', label: 'House rules' },
  check: { path: '/checks/{id}' },
  coverage: {
    path: '/cases',
    evidence: true,
    needsStorage: true,
    group: 'read',
    label: 'Official cases',
    forms: ['result'],
  },
  statement: {
    path: '/cases/statement',
    evidence: true,
    needsStorage: true,
    group: 'read',
    label: 'Statement of a wallet',
    forms: ['declare'],
  },
  publish: {
    path: '/cases/publish',
    evidence: true,
    needsStorage: true,
    group: 'tools',
    label: 'Publish a wallet',
    forms: ['send'],
  },
  // What organisations have published; anybody reads it.
  wallet: { path: '/wallets/{slug}' },
  walletVersion: { path: '/wallets/{slug}/{version}', shared: true },
  docs: { path: '/docs', group: 'read', label: 'Docs' },
  apiDocs: { path: '/docs/api', group: 'read', label: 'API' },
  trust: { path: '/trust', needsStorage: true, group: 'read', label: 'Trust' },
  phone: { path: '/phone', group: 'read', label: 'Phone' },
  compare: { path: '/compare', evidence: true, needsStorage: true, group: 'tools', label: 'Compare' },
  verify: { path: '/verify', needsStorage: true, group: 'tools', label: 'Verify a bundle' },
  ledger: { path: '/ledger', needsStorage: true, group: 'tools', label: 'Ledger', evidence: true, reads: ['rows'] },
  startIssuance: { path: '/start/issuance', group: 'tools', label: 'Issuance by form', forms: ['create'] },
  startPresentation: {
    path: '/start/presentation',
    group: 'tools',
    label: 'Presentation by form',
    forms: ['create', 'change'],
  },
  startRoundTrip: { path: '/start/round-trip', group: 'tools', label: 'Round trip', forms: ['create'] },
  startLaboratory: { path: '/start/laboratory', group: 'tools', label: 'Laboratory', forms: ['change'] },
  inspectIssuance: {
    path: '/inspect/issuance/{sessionId}',
    evidence: true,
    reads: ['revision', 'sequence', 'picture'],
    forms: ['wallet', 'reference', 'laboratory'],
  },
  inspectPresentation: {
    path: '/inspect/presentation/{sessionId}',
    evidence: true,
    reads: ['revision', 'sequence', 'picture'],
    forms: ['wallet', 'reference', 'refusal'],
  },
  roundTrip: {
    path: '/inspect/round-trip/{sessionId}',
    evidence: true,
    reads: ['revision'],
    forms: ['wallet'],
  },
  // Opened by whoever holds the wallet, without the operator token; shows no evidence.
  present: { path: '/present/{sessionId}' },
  campaign: {
    path: '/inspect/campaign/{campaignId}',
    evidence: true,
    reads: ['revision'],
    forms: ['answer', 'again', 'wallet'],
  },
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
