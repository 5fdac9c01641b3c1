import type { ReactNode } from 'react'

interface GuideSectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** One guide: a heading with an anchor, and its text. */
export function GuideSection({ id, title, children }: GuideSectionProps) {
  return (
    <section
      aria-labelledby={id}
      className="mt-9 grid grid-cols-[minmax(0,1fr)] gap-3 [&_a]:underline [&_dd]:text-ink-2 [&_dl]:grid [&_dl]:grid-cols-[max-content_minmax(0,1fr)] [&_dl]:gap-x-4 [&_dl]:gap-y-1 [&_dt]:font-medium [&_li]:mb-1 [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5"
    >
      <h2 id={id} className="scroll-mt-16 text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}
