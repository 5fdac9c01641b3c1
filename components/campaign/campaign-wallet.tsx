// Client: only the browser knows which wallets it has tested.
'use client'

import { useEffect, useRef } from 'react'
import { walletsOf } from '../coverage/wallet-fields'
import { useKnownRuns } from '../runs/use-known-runs'

const fieldClass = 'h-(--control-size) w-full min-w-0 rounded-md border border-control bg-surface px-2.5 text-ink'

interface CampaignWalletProps {
  readonly name: string
  readonly version: string
}

/**
 * Wallet and version of a campaign. Begins with those of the last campaign of this browser, if the address names none,
 * and suggests the others.
 */
export function CampaignWallet({ name, version }: CampaignWalletProps) {
  const wallets = walletsOf(useKnownRuns(null))
  const nameField = useRef<HTMLInputElement>(null)
  const versionField = useRef<HTMLInputElement>(null)
  const [last] = wallets
  useEffect(() => {
    const [shownName, shownVersion] = [nameField.current, versionField.current]
    if (last === undefined || shownName === null || shownVersion === null) return
    // What somebody typed before the script ran stays.
    if (shownName.value !== '' || shownVersion.value !== '') return
    shownName.value = last.name
    shownVersion.value = last.version
  }, [last])
  const fields = [
    { label: 'Wallet', field: nameField, value: name, known: wallets.map((wallet) => wallet.name) },
    { label: 'Version', field: versionField, value: version, known: wallets.map((wallet) => wallet.version) },
  ]
  return fields.map(({ label, field, value, known }) => (
    <label key={label} className="grid min-w-0 items-center gap-x-2 gap-y-1 text-sm font-[550] md:flex">
      {label}
      <input
        ref={field}
        name={`wallet_${label === 'Wallet' ? 'name' : 'version'}`}
        list={`known-${label.toLowerCase()}`}
        required
        maxLength={100}
        defaultValue={value}
        autoComplete="off"
        dir="auto"
        className={fieldClass}
      />
      <datalist id={`known-${label.toLowerCase()}`}>
        {[...new Set(known)].map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </label>
  ))
}
