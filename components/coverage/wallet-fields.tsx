'use client'

import { useState } from 'react'
import { walletWords } from '../runs/run-filter'
import { useKnownRuns } from '../runs/use-known-runs'
import type { RecentSession } from '../start/recent-store'

const fieldClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink'

interface WalletFieldsProps {
  readonly name: string
  readonly version: string
  /** Newest runs of the whole installation, for the operator; `null` to offer only this browser's runs. */
  readonly listed: readonly RecentSession[] | null
}

/** Wallet and version, picked from visible campaigns or typed. */
export function WalletFields({ name, version, listed }: WalletFieldsProps) {
  const wallets = walletsOf(useKnownRuns(listed))
  const [asked, setAsked] = useState({ name, version })
  const chosen = wallets.findIndex((one) => one.name === asked.name && one.version === asked.version)
  return (
    <>
      {wallets.length > 0 && (
        <label className="grid min-w-0 gap-1 text-sm md:col-span-2">
          {listed === null ? 'Wallets with a campaign in this browser' : 'Wallets with a campaign'}
          <select
            value={chosen}
            onChange={(event) => setAsked(wallets[Number(event.target.value)] ?? { name: '', version: '' })}
            className={fieldClass}
          >
            <option value={-1}>Choose a wallet and version</option>
            {wallets.map((wallet, index) => (
              <option key={`${wallet.name} ${wallet.version}`} value={index}>
                {walletWords({ wallet })}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="grid gap-1 text-sm">
        Wallet
        <input
          name="wallet"
          required
          maxLength={100}
          value={asked.name}
          onChange={(event) => setAsked({ ...asked, name: event.target.value })}
          autoComplete="off"
          className={fieldClass}
        />
      </label>
      <label className="grid gap-1 text-sm">
        Version
        <input
          name="version"
          required
          maxLength={100}
          value={asked.version}
          onChange={(event) => setAsked({ ...asked, version: event.target.value })}
          autoComplete="off"
          className={fieldClass}
        />
      </label>
    </>
  )
}

/** Distinct wallets of the campaigns, newest campaign first. */
export function walletsOf(runs: readonly RecentSession[]): { readonly name: string; readonly version: string }[] {
  const found = runs.flatMap(({ kind, wallet }) =>
    kind === 'campaign' && wallet?.version !== undefined ? [{ name: wallet.name, version: wallet.version }] : [],
  )
  return found.filter(
    ({ name, version }, index) => found.findIndex((one) => one.name === name && one.version === version) === index,
  )
}
