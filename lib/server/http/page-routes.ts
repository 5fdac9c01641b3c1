/** A page, or a request made by a page: the only paths passed to Next. */
export interface PageRoute {
  /** Path with `{variables}`, each one segment. */
  readonly path: string
  readonly methods: readonly string[]
  /** True if it shows evidence or acts on it: then it requires the operator token if one is configured. */
  readonly evidence: boolean
  /** True if it reads a cookie; other pages do not get cookies. */
  readonly cookie?: true
}

const page = (path: string): PageRoute => ({ path, methods: ['GET', 'HEAD'], evidence: false })
const form = (path: string): PageRoute => ({ path, methods: ['POST'], evidence: false })
const withCookie = (route: PageRoute): PageRoute => ({ ...route, cookie: true })
const evidence = (route: PageRoute): PageRoute => ({ ...route, evidence: true })

/** Every page under `app/(site)`, and the files beside them. A test compares the list with the folders. */
export const pageRoutes: readonly PageRoute[] = [
  page('/'),
  form('/start'),
  form('/start/presentation'),
  form('/start/round-trip'),
  // Its page shows evidence; and where a token is set, only a campaign that came with it counts.
  evidence(form('/start/campaign')),
  page('/checks'),
  page('/checks/{id}'),
  page('/docs'),
  page('/docs/api'),
  page('/phone'),
  page('/scoreboard'),
  withCookie(page('/operator/scoreboard')),
  withCookie(form('/operator/scoreboard/enter')),
  withCookie(form('/operator/scoreboard/leave')),
  withCookie(form('/operator/scoreboard/start')),
  withCookie(form('/operator/scoreboard/cancel')),
  page('/hub/pipelines/{organization}/{slug}'),
  evidence(page('/ledger')),
  evidence(page('/ledger/rows')),
  evidence(page('/inspect/issuance/{sessionId}')),
  evidence(page('/inspect/issuance/{sessionId}/revision')),
  evidence(form('/inspect/issuance/{sessionId}/wallet')),
  evidence(page('/inspect/presentation/{sessionId}')),
  evidence(page('/inspect/presentation/{sessionId}/revision')),
  evidence(form('/inspect/presentation/{sessionId}/wallet')),
  evidence(form('/inspect/presentation/{sessionId}/refusal')),
  evidence(page('/inspect/round-trip/{sessionId}')),
  evidence(page('/inspect/round-trip/{sessionId}/revision')),
  evidence(form('/inspect/round-trip/{sessionId}/wallet')),
  evidence(page('/inspect/compare')),
  evidence(page('/inspect/campaign/{campaignId}')),
  evidence(page('/inspect/campaign/{campaignId}/revision')),
  evidence(form('/inspect/campaign/{campaignId}/answer')),
  evidence(form('/inspect/campaign/{campaignId}/again')),
  evidence(form('/inspect/campaign/{campaignId}/wallet')),
  evidence(page('/inspect/coverage')),
  evidence(form('/inspect/coverage/result')),
  page('/icon.svg'),
  page('/theme.js'),
]

/** Scripts, styles and fonts of the build. Their names need no escapes, so none are allowed. */
export const isBuiltFile = (path: string): boolean => /^\/_next\/static(\/[\w.~-]+)+$/.test(path)

/**
 * Additional paths for `next dev`. Data and image paths are left out here too: Next would rewrite them to paths other
 * than the one that was checked.
 */
export const isDevelopmentPath = (path: string): boolean =>
  /^\/(_next\/(?!(data|image)(\/|$))|__nextjs_)[\w./()[\]%~-]*$/.test(path)

/** A path without a page in Next, which then renders its not-found page. */
export const notFoundPath = '/404'
