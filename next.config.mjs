import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // A redirect before the recorder would hide a wallet's wrong URL.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    '@owf/mdoc',
    '@peculiar/x509',
    '@temporalio/client',
    'pino',
    'pocketbase',
    'reflect-metadata',
  ],
  devIndicators: false,
  // `npm run check` checks them, and nobody's start waits for that.
  typescript: { ignoreBuildErrors: true },
  // It would fetch the given addresses from this server, with requests that nobody sent.
  images: { unoptimized: true },
  experimental: {
    // Our own server has the routes of the interface in its bundle: Next's copies would only take memory, and time at start.
    preloadEntriesOnStart: false,
    // What follows keeps a first start short: bench/performance.md, "The first start". Nothing reads source maps: the web
    // process runs without them, and browsers get none.
    turbopackSourceMaps: false,
    // Most starts build once. Writing what a second build could use takes longer than it saves.
    turbopackFileSystemCacheForBuild: false,
    // Nobody downloads server code, and Next has a copy of the interface in it for each route.
    turbopackMinify: { server: false },
  },
}

/**
 * A session's URL gives access to its evidence, so it must not reach the specifications that a page links to. Our own
 * pages may see it: with `no-referrer`, browsers would hide the origin of our own forms too.
 */
config.headers = async () => [
  {
    source: '/:path*',
    headers: [
      { key: 'Referrer-Policy', value: 'same-origin' },
      { key: 'X-Content-Type-Options', value: 'nosniff' },
    ],
  },
  // The address of a workbench holds all rights over it, so that even our own record of a request must not have it.
  { source: '/w/:path+', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
]

/** @param {string} phase */
export default (phase) => {
  if (phase !== PHASE_PRODUCTION_BUILD) return config
  const thin = { condition: { path: /app\/\(protocol\)\// }, loaders: ['./scripts/next-routes.cjs'] }
  return { ...config, turbopack: { rules: { 'route.ts': thin } } }
}
