import Link from 'next/link'
import { paths } from '@/lib/paths'

/** What to check while no wallet has connected, most likely first. */
export function WhatToCheck({ hints }: { readonly hints: readonly string[] }) {
  return (
    <>
      <ol className="grid list-decimal gap-1.5 pl-5 text-sm text-ink-2">
        {hints.map((hint) => (
          <li key={hint} className="[overflow-wrap:anywhere]">
            {hint}
          </li>
        ))}
      </ol>
      <p className="text-sm">
        <Link className="link target" href={paths.phone()}>
          Connect a phone
        </Link>
      </p>
    </>
  )
}
