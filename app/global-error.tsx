// Client: error boundaries must be client components. It also replaces the layout, so it includes html and body.
'use client'

import './globals.css'
import ErrorPage from './error'

interface GlobalErrorProps {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

export default function GlobalError(props: GlobalErrorProps) {
  return (
    <html lang="en">
      <head>
        <title>The page could not be rendered · Wallet Capture</title>
        <script src="/theme.js" />
      </head>
      <body>
        <main>
          <ErrorPage {...props} />
        </main>
      </body>
    </html>
  )
}
