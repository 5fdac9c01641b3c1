import type { RecentSession } from '../start/recent-store'

/** The wallets that campaigns are about, each once, that of the newest campaign first. */
export function walletsOf(runs: readonly RecentSession[]): { readonly name: string; readonly version: string }[] {
  const found = runs.flatMap(({ kind, wallet }) =>
    kind === 'campaign' && wallet?.version !== undefined ? [{ name: wallet.name, version: wallet.version }] : [],
  )
  return found.filter(
    ({ name, version }, index) => found.findIndex((one) => one.name === name && one.version === version) === index,
  )
}
