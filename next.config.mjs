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
  // Without tests, whose packages a user's npm start does not install.
  typescript: { tsconfigPath: 'tsconfig.build.json' },
  // It would fetch what it is told from ourselves, by requests that nobody sent.
  images: { unoptimized: true },
}

/**
 * A session's address opens its evidence: it must not travel to the specifications that a page links to. Among our own
 * pages it may, for with `no-referrer` browsers hide the origin of our own forms too.
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
