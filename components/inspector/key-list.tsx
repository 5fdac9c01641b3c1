import Link from 'next/link'
import type { ReactNode } from 'react'
import { pages } from '@/lib/pages'
import { ScoreboardLink } from '../scoreboard/scoreboard-link'
import { Popover } from '../ui/popover'
import { KeySwitch } from './inspector-keys'

/** What the keys do, but those that lead to pages. */
const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', 'k'], 'earlier and later run'],
  [['↑', '↓'], 'exchange before and after'],
  [['f'], 'next failure or warning'],
  [['1', '–', '5'], 'tabs of the exchange'],
  [['r'], 'again: large code, or new session'],
  [['c'], 'copy the request as curl'],
  [['m'], 'copy the failure for an issue'],
  [['/'], 'search the checks'],
  [['Esc'], 'close what is open'],
]

/** The pages that two keys lead to. */
const places = [
  ['w', 'Workbench', pages.workbench.path, Link],
  ['c', 'Campaigns', pages.campaigns.path, Link],
  ['r', 'Runs', pages.runs.path, Link],
  ['s', 'Scoreboard', pages.scoreboard.path, ScoreboardLink],
] as const

/** The keys of a page with a session, behind `?`, with what turns them off. */
export const KeyList = () => (
  <span className="text-xs max-md:hidden print:hidden">
    <Popover
      summary={
        <>
          Keys <Key>?</Key>
        </>
      }
      label="Keys"
      shortcut="?"
      className="flex min-h-6 items-center gap-1.5 text-ink-2 hover:text-ink"
    >
      <p className="mb-2 border-b border-line pb-2">
        Keys in this browser: <KeySwitch />
      </p>
      <ul className="grid gap-1">
        {keys.map(([names, does]) => (
          <li key={does} className="flex gap-2">
            <span className="w-20 shrink-0">
              {names.map((name) => (name === '–' ? name : <Key key={name}>{name}</Key>))}
            </span>
            {does}
          </li>
        ))}
        {places.map(([key, label, href, To]) => (
          <li key={key} className="flex gap-2">
            <span className="w-20 shrink-0">
              <Key>g</Key> <Key>{key}</Key>
            </span>
            <To href={href} prefetch={false} data-key={`g${key}`} className="link">
              {label}
            </To>
          </li>
        ))}
      </ul>
    </Popover>
  </span>
)

const Key = ({ children }: { readonly children: ReactNode }) => (
  <kbd className="rounded-sm border border-b-2 border-line-strong bg-surface px-1.5 py-0.5 text-xs text-ink-2">
    {children}
  </kbd>
)
