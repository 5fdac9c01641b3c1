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
  <span className={`text-xs max-md:hidden print:hidden ${ofKeys}`}>
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
      <ul className={`grid gap-1 ${ofLines}`}>
        {keys.map(([names, does]) => (
          <li key={does}>
            <span>{names.map((name) => (name === '–' ? name : <Key key={name}>{name}</Key>))}</span>
            {does}
          </li>
        ))}
        {places.map(([key, label, href, To]) => (
          <li key={key}>
            <span>
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

const Key = ({ children }: { readonly children: ReactNode }) => <kbd>{children}</kbd>

/** Of all keys and lines at once: classes on each of them would weigh two kilobytes in every page of a session. */
const ofKeys =
  '[&_kbd]:rounded-sm [&_kbd]:border [&_kbd]:border-b-2 [&_kbd]:border-line-strong [&_kbd]:bg-surface [&_kbd]:px-1.5 [&_kbd]:py-0.5 [&_kbd]:text-xs [&_kbd]:text-ink-2'
const ofLines = '[&>li]:flex [&>li]:gap-2 [&>li>span]:w-20 [&>li>span]:shrink-0'
