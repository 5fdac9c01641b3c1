'use client'

import { useState } from 'react'
import { buttonClass } from '../ui/button-class'
import { CopyButton } from '../ui/copy-button'
import { Panel } from '../ui/panel'

interface AliasPanelProps {
  /** Public origin of the service, without a trailing slash. */
  readonly baseUrl: string
  /** Names of the lists in URLs. */
  readonly lists: readonly string[]
}

/** Generates list URLs that stay the same for every session of a tester. */
export function AliasPanel({ baseUrl, lists }: AliasPanelProps) {
  const [alias, setAlias] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)

  const make = async () => {
    const made = randomAlias()
    setAlias(made)
    try {
      await navigator.clipboard.writeText(made)
      setCopied(true)
    } catch {
      // Browsers allow clipboard access on secure pages only: the button beside the alias says so.
      setCopied(false)
    }
  }

  const base = `${baseUrl}/trust/a/${alias}/lists`
  return (
    <Panel labelledBy="alias" className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 p-4 md:p-6">
      <h2 id="alias" className="text-lg">
        An address of lists of your own
      </h2>
      <p className="text-ink-2">
        Some wallets learn the addresses of their lists when they are built. With an alias these stay the same for all
        your sessions: a session with this <code>list_alias</code> serves its lists there, and shows when your wallet
        read them. Anybody who knows the alias can use it too.
      </p>
      <p>
        <button type="button" className={buttonClass()} onClick={() => void make()}>
          {alias === null ? 'Get an alias' : 'Get another alias'}
        </button>
      </p>
      <noscript>
        <p className="text-sm">Without JavaScript: make up 16 to 32 lower-case letters and digits.</p>
      </noscript>
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {alias !== null && (
          <>
            <p>
              <code className="wire">{alias}</code> <CopyButton text={alias} what="alias" />
              {copied && <span className="text-sm text-ink-2"> copied</span>}
            </p>
            <p className="text-sm text-ink-2">
              Send <code className="[overflow-wrap:anywhere]">{`"list_alias": "${alias}"`}</code> with each session.
              Your wallet reads these:
            </p>
            <ul className="grid gap-1">
              {lists.map((list) => (
                <li key={list} className="text-sm [overflow-wrap:anywhere]">
                  <span className="wire text-xs">{`${base}/${list}.jwt`}</span>{' '}
                  <CopyButton text={`${base}/${list}.jwt`} what={`address of ${list}`} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  )
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A random list_alias: 20 lower-case letters and digits. */
function randomAlias(): string {
  let alias = ''
  while (alias.length < 20)
    // Rejects larger bytes, which would make the first letters more likely than others.
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (byte < 252 && alias.length < 20) alias += letters[byte % letters.length]
  return alias
}
