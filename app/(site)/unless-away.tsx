import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { StorageAway } from '@/components/site/fallback-pages'
import { isUnavailable } from '@/lib/queries/is-unavailable'
import { awayFrom } from '@/lib/queries/storage-away'

const awayMetadata: Metadata = { title: 'Storage is away', robots: { index: false } }

async function unless<Drawn>(draw: () => Promise<Drawn>, away: (path: string | null) => Drawn): Promise<Drawn> {
  const path = await awayFrom()
  if (path !== null) return away(path)
  try {
    return await draw()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return away(null)
  }
}

/** Wraps a page to show instructions while storage does not respond. The status comes from `proxy.ts`. */
export const unlessAway =
  <Props,>(page: (props: Props) => Promise<ReactNode>) =>
  (props: Props): Promise<ReactNode> =>
    unless<ReactNode>(
      () => page(props),
      (path) => <StorageAway path={path} />,
    )

/** The same wrapper for a page's metadata. */
export const metadataUnlessAway =
  <Props,>(metadataOf: (props: Props) => Promise<Metadata>) =>
  (props: Props): Promise<Metadata> =>
    unless(
      () => metadataOf(props),
      () => awayMetadata,
    )
