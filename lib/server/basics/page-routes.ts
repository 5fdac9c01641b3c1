import { addressesBelow, type PageAddresses } from '@/lib/page-addresses'
import { besidePage, pageEntries, type SitePage } from '@/lib/pages'

/** A page, or a request made by a page: the only paths passed to Next. */
export interface PageRoute {
  /** Path with `{variables}`, each one segment. */
  readonly path: string
  /** The interface has the address too: see `SitePage`. */
  readonly shared?: true
  readonly methods: readonly string[]
  /** True if it shows evidence or acts on it: then it requires the operator token if one is configured. */
  readonly evidence: boolean
  /** True if its path holds a secret that opens it: then its browser hides where a form comes from. */
  readonly secret?: true
  /** True if it reads a cookie; other pages do not get cookies. */
  readonly cookie?: true
  /** Maximum bytes of its body, where that is not what forms have. */
  readonly bodyBytesMax?: number
}

const get = { methods: ['GET', 'HEAD'], evidence: false } as const

/** A page, what its script reads, and what takes its forms. */
const routesOf = (
  { path, shared: isShared, cookie, evidence, secret }: SitePage,
  { formBytesMax, ...beside }: PageAddresses,
): PageRoute[] => {
  const shared = {
    evidence: evidence === true,
    ...(cookie === undefined ? {} : { cookie }),
    ...(secret === undefined ? {} : { secret }),
  }
  const form = { methods: ['POST'], ...shared, ...(formBytesMax === undefined ? {} : { bodyBytesMax: formBytesMax }) }
  const below = (parts: readonly string[] = [], route: Omit<PageRoute, 'path'>): PageRoute[] =>
    parts.map((part) => ({ path: besidePage(path, part), ...route }))
  return [
    { path, ...(isShared === undefined ? {} : { shared: isShared }), ...get, ...shared },
    ...below(beside.reads, { ...get, ...shared }),
    ...below(beside.forms, form),
    ...below(beside.evidenceForms, { ...form, evidence: true }),
  ]
}

const tabIconNames = ['icon', 'icon-passed', 'icon-warned', 'icon-failed']

/** What `public/` holds. */
const siteFiles = [
  ...tabIconNames.flatMap((name) => [`${name}.svg`, `${name}.png`]),
  'apple-touch-icon.png',
  'theme.js',
]

/** Every page under `app/(site)`, and the files beside them. A test compares the list with the folders. */
export const pageRoutes: readonly PageRoute[] = [
  ...pageEntries.flatMap(([name, page]) => routesOf(page, addressesBelow(name))),
  ...siteFiles.map((file) => ({ path: `/${file}`, ...get })),
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
