// Client: keeps the RSC payload small, since every page carries its not-found page.
'use client'

import type { ReactNode } from 'react'

interface MessagePageProps {
  readonly title: string
  /** What happened and why. */
  readonly children: ReactNode
  /** What to do. */
  readonly actions: ReactNode
}

/** Page that only states a reason and what to do next. */
export function MessagePage({ title, children, actions }: MessagePageProps) {
  return (
    <div className="mx-auto grid max-w-[720px] gap-3 px-4 pt-16 md:px-6">
      <h1 className="text-2xl">{title}</h1>
      <div className="text-ink-2">{children}</div>
      <div className="mt-2 flex flex-wrap gap-2">{actions}</div>
    </div>
  )
}
