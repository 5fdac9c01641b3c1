// Client: keeps the RSC payload small.
'use client'

import { buttonClass } from '../ui/button-class'

const forms = [
  { format: 'html', label: 'HTML, for printing' },
  { format: 'md', label: 'Markdown' },
  { format: 'junit', label: 'JUnit XML, for CI' },
  { format: 'json', label: 'JSON, everything' },
  { format: 'har', label: 'HAR, the exchanges' },
  { format: 'tar', label: 'Signed bundle, all of them' },
] as const

/** The report of a session in each format. Works without JavaScript. */
export function ReportMenu({
  reportHref,
  archive = true,
}: {
  readonly reportHref: string
  readonly archive?: boolean
}) {
  return (
    <details className="relative">
      <summary className={buttonClass({}, 'cursor-pointer list-none')}>Report</summary>
      <ul className="absolute right-0 z-20 mt-1 grid min-w-44 rounded-md border border-line-strong bg-surface p-1 text-sm max-md:right-auto max-md:left-0">
        {forms
          .filter(({ format }) => archive || format !== 'har')
          .map(({ format, label }) => (
            <li key={format}>
              <a
                className="block rounded-sm px-3 py-1.5 no-underline hover:bg-hover"
                href={`${reportHref}?format=${format}`}
              >
                {label}
              </a>
            </li>
          ))}
      </ul>
    </details>
  )
}
