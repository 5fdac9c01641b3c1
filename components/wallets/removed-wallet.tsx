import Link from 'next/link'
import { toIso } from '@/lib/core/shared/time/time'
import { paths } from '@/lib/paths'
import type { PublishedWalletView } from '@/lib/queries/wallets'
import { MessagePage } from '../site/message-page'
import { buttonClass } from '../ui/button-class'
import { Day } from './day'

const toChecks = (
  <Link href={paths.checks()} className={buttonClass()}>
    See the checks
  </Link>
)

/** Shown where nothing is published. */
export const NoSuchWallet = () => (
  <MessagePage title="No wallet is published here" actions={toChecks}>
    <p>Organisations publish what they found about their own wallets. Under this address there is nothing.</p>
  </MessagePage>
)

/** Shown where a wallet was published, until its publisher removed it. */
export const RemovedWallet = ({ statement: { removedAt } }: PublishedWalletView) => (
  <MessagePage title="Removed" actions={toChecks}>
    <p>Removed by its publisher on {removedAt !== null && <Day at={toIso(removedAt)} />}.</p>
  </MessagePage>
)
