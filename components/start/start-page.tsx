import type { ReactNode } from 'react'
import type { Reach } from '@/lib/core/shared/values/reach'
import { ReachNote } from '../phone/phone-notes'

interface StartPageProps {
  readonly title: string
  /** What happens, in a sentence or two. */
  readonly about: string
  readonly reach: Reach
  readonly children: ReactNode
}

/** A page that starts one session: what happens, and the form. */
export function StartPage({ title, about, reach, children }: StartPageProps) {
  return (
    <div className="mx-auto max-w-[960px] px-4 pt-8 pb-12 md:px-6">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 mb-4 max-w-[760px] text-ink-2">{about}</p>
      <ReachNote {...reach} />
      <div className="mt-4">{children}</div>
    </div>
  )
}
