/** A page, or what a page asks for: the only paths that Next is given. */
export interface PageRoute {
  /** Path with `{variables}`, each one segment. */
  readonly path: string
  readonly methods: readonly string[]
  /** True when it shows evidence or acts on it: then it demands the operator token where one is configured. */
  readonly evidence: boolean
  /** True where it reads a cookie; others are not told of any. */
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
  page('/checks'),
  page('/checks/{id}'),
  page('/docs'),
  page('/docs/api'),
  page('/phone'),
  page('/scoreboard'),
  withCookie(page('/operator/scoreboard')),
  form('/operator/scoreboard/enter'),
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
  page('/icon.svg'),
  page('/theme.js'),
]

/** Scripts, styles and fonts of the build. Their names need no escapes, so none is taken. */
export const isBuiltFile = (path: string): boolean => /^\/_next\/static(\/[\w.~-]+)+$/.test(path)

/**
 * What `next dev` asks for beside the pages. The data and image addresses are left out here too: Next would rewrite them
 * to other paths than the one that was looked at.
 */
export const isDevelopmentPath = (path: string): boolean =>
  /^\/(_next\/(?!(data|image)(\/|$))|__nextjs_)[\w./()[\]%~-]*$/.test(path)

/** A path that Next has no page for: it draws the page that says so. */
export const notFoundPath = '/404'
