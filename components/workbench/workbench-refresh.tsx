// Client: polls the revision of a workbench while the page is visible, and rerenders on the server when it changed.
'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import useSWR from 'swr'
import { isObject } from '@/lib/core/shared/values/json'
import { pollEvery } from '../ui/in-browser'

interface WorkbenchRefreshProps {
  readonly revisionUrl: string
  /** Revision shown by this page. */
  readonly revision: string
  /** The newest row in words, announced when it changes. */
  readonly newest: string
}

async function fetchRevision(url: string): Promise<string> {
  const body: unknown = await (await fetch(url, { headers: { accept: 'application/json' } })).json()
  if (!isObject(body) || typeof body.revision !== 'string') throw new Error('The workbench could not be read.')
  return body.revision
}

/** Keeps the list of a workbench up to date, once a second but not while it is hidden. */
export function WorkbenchRefresh({ revisionUrl, revision, newest }: WorkbenchRefreshProps) {
  const router = useRouter()
  const { data } = useSWR(revisionUrl, fetchRevision, pollEvery(1000))
  useEffect(() => {
    if (data !== undefined && data !== revision) router.refresh()
  }, [data, revision, router])
  return (
    <span role="status" className="sr-only">
      {newest}
    </span>
  )
}
