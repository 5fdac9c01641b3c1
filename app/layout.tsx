import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { SiteFooter } from '@/components/site/site-frame'
import { SiteHeader } from '@/components/site/site-header'
import { tabIcons } from '@/components/site/tab-icons'
import './globals.css'

const description = 'See every request of a wallet, the rule that it broke, and the fix: OpenID4VCI, OpenID4VP, HAIP.'

/** Each response has its own script nonce, so nothing can be prerendered. */
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: { default: 'Wallet Capture', template: '%s · Wallet Capture' },
  description,
  icons: tabIcons(),
  // Title and description of a preview are those of its page.
  openGraph: { siteName: 'Wallet Capture', type: 'website' },
  twitter: { card: 'summary' },
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#171917' },
  ],
}

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    // public/theme.js may have set data-theme before React hydrates.
    <html lang="en" suppressHydrationWarning>
      <head>
        <script src="/theme.js" />
      </head>
      <body className="flex min-h-dvh flex-col">
        <a href="#main" className="absolute -top-16 left-2 z-50 rounded-md bg-solid px-3 py-2 text-inverse focus:top-2">
          Skip to content
        </a>
        <SiteHeader />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <SiteFooter />
      </body>
    </html>
  )
}
