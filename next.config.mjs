/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // A redirect before the recorder would hide a wallet's wrong URL.
  skipTrailingSlashRedirect: true,
  compress: false,
  serverExternalPackages: ['@temporalio/client', 'pino', 'pocketbase', '@peculiar/x509', 'reflect-metadata'],
  devIndicators: false,
}

export default config
