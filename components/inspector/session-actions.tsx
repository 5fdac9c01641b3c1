import Link from 'next/link'
import type { ReactNode } from 'react'
import { paths, type SessionAddresses } from '@/lib/paths'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { ReportMenu } from './header-parts'

interface SessionActionsProps {
  readonly sessionId: string
  readonly addresses: Pick<SessionAddresses, 'report' | 'sequence'>
  /** URL to share, including the current selection. */
  readonly shared: string
  /** Creates a session like this one. */
  readonly again: ReactNode
}

/** What can be done with a session as a whole: four in a row on a phone, without icons. */
export const SessionActions = ({ sessionId, addresses, shared, again }: SessionActionsProps) => (
  <div
    data-actions=""
    className="flex flex-wrap items-center gap-2 max-md:[&_.control]:px-2 max-md:[&_.icon]:hidden print:hidden"
  >
    {again}
    <CopyButton text={shared} what="address of this page" label="Share" asAddress />
    <ReportMenu reportHref={addresses.report} sequenceHref={addresses.sequence} />
    <Link href={paths.compare({ after: sessionId })} className={buttonClass()}>
      Compare
    </Link>
  </div>
)
