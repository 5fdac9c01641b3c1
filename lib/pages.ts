/** A page of the site: everything but its folder. */
export interface SitePage {
  /** Path with `{variables}`, one segment each. */
  readonly path: string
  /** Shows evidence: the page and the addresses below it require the operator token, if one is configured. */
  readonly evidence?: true
  /** Has no variables and is useless without storage, so it answers 503 then. */
  readonly needsStorage?: true
  /** Reads a cookie; other pages get none. */
  readonly cookie?: true
  /** Label in the main navigation, which follows the order of this table. */
  readonly nav?: string
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

/** Every page by its name in `paths`; its files are in `app/(site)`. */
export const pages = {
  start: {
    path: '/',
    nav: 'Start',
    reads: ['start/key'],
    // The campaign's page shows evidence; and if a token is set, only a campaign started with it counts.
    evidenceForms: ['start/campaign'],
  },
  startIssuance: { path: '/start/issuance', forms: ['create'] },
  startPresentation: { path: '/start/presentation', forms: ['create'] },
  startRoundTrip: { path: '/start/round-trip', forms: ['create'] },
  startLaboratory: { path: '/start/laboratory' },
  scoreboard: { path: '/scoreboard', needsStorage: true, nav: 'Scoreboard' },
  pipeline: {
    path: '/hub/pipelines/{organization}/{slug}',
    cookie: true,
    reads: ['revision'],
    forms: ['run', 'cancel'],
  },
  organizationPipelines: { path: '/organization/pipelines', cookie: true },
  newPipeline: {
    path: '/organization/pipelines/new',
    cookie: true,
    forms: ['save'],
    formBytesMax: writtenFormBytesMax,
  },
  organizationPipeline: {
    path: '/organization/pipelines/{id}',
    cookie: true,
    forms: ['save', 'schedule', 'publish', 'delete'],
    formBytesMax: writtenFormBytesMax,
  },
  operatorScoreboard: { path: '/operator/scoreboard', cookie: true, forms: ['enter', 'leave', 'start', 'cancel'] },
  checks: { path: '/checks', nav: 'Checks' },
  houseRules: { path: '/checks/house' },
  check: { path: '/checks/{id}' },
  runs: { path: '/runs', nav: 'Runs', evidence: true, reads: ['rows'] },
  ledger: { path: '/ledger', nav: 'Ledger', evidence: true, reads: ['rows'] },
  docs: { path: '/docs', nav: 'Docs' },
  apiDocs: { path: '/docs/api' },
  phone: { path: '/phone' },
  trust: { path: '/trust', needsStorage: true },
  verify: { path: '/verify', needsStorage: true },
  inspectIssuance: {
    path: '/inspect/issuance/{sessionId}',
    evidence: true,
    reads: ['revision', 'sequence'],
    forms: ['wallet', 'laboratory'],
  },
  inspectPresentation: {
    path: '/inspect/presentation/{sessionId}',
    evidence: true,
    reads: ['revision', 'sequence'],
    forms: ['wallet', 'refusal'],
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
  coverage: { path: '/cases', evidence: true, needsStorage: true, forms: ['result'] },
  statement: { path: '/cases/statement', evidence: true, needsStorage: true, forms: ['declare'] },
  compare: { path: '/compare', evidence: true, needsStorage: true },
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
