import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { OpenWorkbench } from '@/components/workbench/open-workbench'
import { knownWorkbenches } from '@/lib/queries/workbenches'
import { renderedPaths } from '@/lib/rendered-paths'
import { unlessAway } from '../unless-away'

export const metadata: Metadata = { title: 'Workbench' }

/** Leads to the last workbench of this browser, or opens one. */
export default unlessAway(async function WorkbenchesPage() {
  const [last] = await knownWorkbenches(await headers())
  if (last !== undefined) redirect(renderedPaths.ofWorkbench(last.id))
  return (
    <div className="mx-auto grid max-w-[820px] gap-4 px-4 pt-6 pb-12 md:px-6">
      <h1 className="text-2xl">Workbench</h1>
      <p>
        One QR code that stays, and a fresh session for each scan. Its list says of each run what broke and how to fix
        it.
      </p>
      <OpenWorkbench />
    </div>
  )
})
