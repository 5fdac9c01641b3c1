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
  // Our own server has the routes of the interface in its bundle: Next's copies would only take memory, and time at start.
  experimental: { preloadEntriesOnStart: false },
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
]

export default config
