/** A page of the site, with what stands beside its folder. */
export interface SitePage {
  /** Its path with `{variables}`, each one segment. */
  readonly path: string
  /** It shows evidence: it and what is beside it require the operator token if one is configured. */
  readonly evidence?: true
  /** It names nothing in its path, and can show nothing without storage: then it is 503. */
  readonly needsStorage?: true
  /** It reads a cookie; other pages get none. */
  readonly cookie?: true
  /** What the main navigation calls it; the order there is that of this table. */
  readonly nav?: string
  /** Addresses below it that its script reads. */
  readonly reads?: readonly string[]
  /** Addresses below it that take its forms. */
  readonly forms?: readonly string[]
  /** Maximum bytes of a body of its forms, where they may be longer than others. */
  readonly formBytesMax?: number
  /** Those of them that show or make evidence, where the page itself does not. */
  readonly evidenceForms?: readonly string[]
}

/** A definition of 256 KiB twice: as it was, and as it is typed. */
const writtenFormBytesMax = 1024 * 1024

/** Every page: its folder in `app/(site)` is the other half. The name is that of its link in `paths`. */
export const pages = {
  start: {
    path: '/',
    nav: 'Start',
    reads: ['start/key'],
    forms: ['start', 'start/presentation', 'start/round-trip'],
    // Its page shows evidence; and where a token is set, only a campaign that came with it counts.
    evidenceForms: ['start/campaign'],
  },
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
  // Whoever holds the wallet opens it, without the operator token; it shows no evidence.
  present: { path: '/present/{sessionId}' },
  campaign: {
    path: '/inspect/campaign/{campaignId}',
    evidence: true,
    reads: ['revision'],
    forms: ['answer', 'again', 'wallet'],
  },
  coverage: { path: '/inspect/coverage', evidence: true, needsStorage: true, forms: ['result'] },
  statement: { path: '/inspect/coverage/statement', evidence: true, needsStorage: true, forms: ['declare'] },
  compare: { path: '/inspect/compare', evidence: true, needsStorage: true },
} as const satisfies Readonly<Record<string, SitePage>>

type Pages = typeof pages
export type PageName = keyof Pages

/** The pages that name something in their path, and so may be missing. */
export type NamingPage = {
  [Name in PageName]: Pages[Name]['path'] extends `${string}{${string}` ? Name : never
}[PageName]

/** The pages that are there without further ado. */
export type PlainPage = Exclude<PageName, NamingPage>

/** Every page with its name, in the order of the table. */
export const pageEntries = Object.entries(pages) as readonly (readonly [name: PageName, page: SitePage])[]

/** Whether a page names something in its path. */
export const isNaming = (name: PageName): name is NamingPage => pages[name].path.includes('{')

/** The pages that can be opened by their path alone. */
export const plainPages = pageEntries.map(([name]) => name).filter((name): name is PlainPage => !isNaming(name))

/** The address of something that a page has beside it. */
export const besidePage = (path: string, what: string): string => `${path === '/' ? '' : path}/${what}`

/** The path of a page with its variables replaced, in their order. */
export function pathOfPage(name: PageName, ...values: readonly string[]): string {
  const left = [...values]
  return pages[name].path.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''))
}

/** The page at a path, with what the path names, as it is spelled there; `null` for no page. */
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
