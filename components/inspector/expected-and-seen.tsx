'use client'

import type { Json } from '@/lib/core/ground/values/json'
import { JsonTree } from '../ui/json-tree'
import { JsonValue } from '../ui/json-value'

const isText = (value: Json): value is string => typeof value === 'string'

/** The expected value next to the actual one. If both are strings, only the part that differs is marked. */
export function ExpectedAndSeen({ expected, seen }: { readonly expected: Json; readonly seen: Json }) {
  const split = isText(expected) && isText(seen) ? differenceFrom(expected, seen) : null
  return (
    <dl className="grid grid-cols-[86px_minmax(0,1fr)] overflow-hidden rounded-md border border-line text-sm">
      {expected !== null && (
        <>
          <dt className="bg-sunk px-2.5 py-2 text-ink-2">Expected</dt>
          <dd className="px-2.5 py-2 text-xs/[1.65]">
            {isText(expected) ? <span className="wire">{expected}</span> : <JsonTree value={expected} />}
          </dd>
        </>
      )}
      {seen !== null && (
        <>
          <dt className="border-t border-line bg-sunk px-2.5 py-2 text-ink-2 first:border-t-0">Seen</dt>
          <dd className="border-t border-line px-2.5 py-2 text-xs/[1.65] [dt:first-child+&]:border-t-0">
            {split ? (
              <span className="wire">
                {split.before}
                {split.differs && (
                  <mark className="rounded-[2px] bg-fail-soft px-0.5 font-semibold text-fail-ink shadow-[inset_0_-2px_var(--color-fail-mark)]">
                    {split.differs}
                  </mark>
                )}
                {split.after}
              </span>
            ) : typeof seen === 'object' ? (
              <JsonTree value={seen} />
            ) : (
              <JsonValue name="" value={seen} plain />
            )}
          </dd>
        </>
      )}
    </dl>
  )
}

interface Difference {
  readonly before: string
  readonly differs: string
  readonly after: string
}

const delimiters = /[/:.?&=#+_\s-]/

/**
 * The part of `seen` that is not in `expected`, extended to whole words. Strings with less than a third in common
 * differ as a whole: marking single letters would not help.
 */
export function differenceFrom(expected: string, seen: string): Difference {
  const most = Math.min(expected.length, seen.length)
  let start = 0
  while (start < most && expected[start] === seen[start]) start += 1
  let end = 0
  while (end < most - start && expected.at(-1 - end) === seen.at(-1 - end)) end += 1
  if (start + end < seen.length / 3) return { before: '', differs: seen, after: '' }
  // A difference inside a word covers the whole word.
  while (
    start > 0 &&
    start < seen.length &&
    !delimiters.test(seen[start] ?? '') &&
    !delimiters.test(seen[start - 1] ?? '')
  )
    start -= 1
  while (end > 0 && !delimiters.test(seen.at(-end) ?? '') && !delimiters.test(seen.at(-1 - end) ?? '')) end -= 1
  return {
    before: seen.slice(0, start),
    differs: seen.slice(start, seen.length - end),
    after: seen.slice(seen.length - end),
  }
}
