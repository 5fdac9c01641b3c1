import type { ReactNode } from 'react'
import type { RecentSession } from '../start/recent-store'
import { WalletName } from '../ui/wallet-name'

/** Who ran, for a list: only a tester's name has a version, and a program's is what it says of itself. */
export function WalletLabel({ wallet }: { readonly wallet: RecentSession['wallet'] }): ReactNode {
  if (wallet === undefined) return 'no name so far'
  const { name, version } = wallet
  if (version !== undefined) return <WalletName name={name} version={version} />
  return (
    <>
      calls itself "<bdi>{name}</bdi>"
    </>
  )
}
